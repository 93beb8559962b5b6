package dispatch_test

import (
	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/dispatch"
)

// The real debugger and the fake fit the same port.
var (
	_ dispatch.Debugger = (*debugger.Debugger)(nil)
	_ dispatch.Debugger = (*coretest.Debugger)(nil)
)
