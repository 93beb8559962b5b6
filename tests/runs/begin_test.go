package runs

import (
	"context"
	"testing"
	"time"

	"github.com/matryer/is"

	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/runs"
)

// noting is a journal that lets somebody look while a run is noted for the first time.
type noting struct {
	*life
	look func(run string)
}

func (n *noting) Note(run string, note []byte) error {
	if look := n.look; look != nil {
		n.look = nil
		look(run)
	}
	return n.life.Note(run, note)
}

// TestWatch_WhileItBegins: who looks at a run by its ID while it begins, as one of the
// schedule's is known beforehand, is told that there is none, or what happens in it.
// They are not left waiting.
func TestWatch_WhileItBegins(t *testing.T) {
	is := is.New(t)
	l := alive(2)
	m, _ := served(t, taker)
	n := &noting{life: l}
	rs := process(t, l, m, func(o *runs.Options) { o.Journal = n })
	over := make(chan error, 1)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	n.look = func(run string) {
		seen := make(chan bool, 1)
		go func() {
			over <- rs.Watch(ctx, "ann", run, 0, func(runs.Update) error {
				select {
				case seen <- true:
				default:
				}
				return nil
			})
		}()
		select {
		case <-seen:
		case err := <-over:
			over <- err
		}
	}
	is.Equal(end(t, rs, started(t, rs, takeAll).ID).Status, core.Done)
	<-over
	is.NoErr(ctx.Err()) // it came to its end with the run, and not with its time
}
