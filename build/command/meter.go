package command

import (
	"context"
	"os"
	"sync/atomic"
	"time"
)

// Meter adds up the processor time of tools. Its methods may be called from several
// goroutines.
type Meter struct{ spent atomic.Int64 }

// Spent is what the tools that have ended took of all processors, with the processes
// that they waited for.
func (m *Meter) Spent() time.Duration { return time.Duration(m.spent.Load()) }

type meterKey struct{}

// Metered returns a context whose tools are measured by a new meter.
func Metered(ctx context.Context) (context.Context, *Meter) {
	m := &Meter{}
	return context.WithValue(ctx, meterKey{}, m), m
}

func spend(ctx context.Context, ended *os.ProcessState) {
	if m, ok := ctx.Value(meterKey{}).(*Meter); ok && ended != nil {
		m.spent.Add(int64(ended.UserTime() + ended.SystemTime()))
	}
}
