package local

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/wasm/chrome"
)

// worker counts what it is asked for.
type worker struct {
	chrome.Host
	asked int
}

func (w *worker) Post([]byte) { w.asked++ }

// TestWire_Invalid has a run ask for actions that break a rule: it learns the field, and the
// worker is asked for nothing.
func TestWire_Invalid(t *testing.T) {
	for _, row := range []struct {
		a    protocol.Action
		says string
	}{
		{protocol.OpenTab{}, "action.url"},
		{protocol.Click{OnTab: protocol.OnTab{TabID: 4}}, "uid"},
		{nil, "action"},
	} {
		is := is.New(t)
		d := &worker{}
		w := wire{host: d, random: func() uint64 { return 1 }, waiting: map[string]chan protocol.Response{}}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := browser{&w}.Do(ctx, runs.Owner{Run: "r1"}, row.a, runs.May{All: true})
		is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
		is.True(strings.Contains(err.Error(), row.says))
		is.Equal(d.asked, 0)
	}
}
