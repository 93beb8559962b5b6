//go:build !tinygo

package lock

import "sync"

// Mutex is held for a moment only; see the package.
type Mutex = sync.Mutex
