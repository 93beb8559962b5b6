package program

import "errors"

func newBridge(*Main) (Bridge, error) { return nil, errors.New("this build has no way to browsers yet: the socket is being built") }
