//go:build !tinygo

package panel_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/panel"
)

// TestPanels_Stream: all of a stream arrives, in order, in frames of a bounded size; a
// panel that does not read stops what tells it, and costs no more than the backlog. Full
// frames follow one another without a pause.
func TestPanels_Stream(t *testing.T) { synctest.Test(t, streams) }

func streams(t *testing.T) {
	is := is.New(t)
	const all = 3000
	var told int
	var mu sync.Mutex
	b := newBrowser(t, backend{stream: func(_ context.Context, _ panel.Call, each func([]byte) error) error {
		for n := range all {
			if err := each(panel.Text(fmt.Sprintf("%d %s", n, strings.Repeat("x", 1000)))); err != nil {
				return err
			}
			mu.Lock()
			told = n + 1
			mu.Unlock()
		}
		return nil
	}})
	b.says(1, `{"id":9,"call":"export","args":{"run":"abcd"}}`)
	var list []json.RawMessage
	var last sent
	for range 4 { // and then none: nothing was acknowledged
		last = b.next()
		list = append(list, last.Told...)
	}
	time.Sleep(time.Second) // of the bubble's clock: a fifth would have come
	is.Equal(len(b.frames), 0)
	mu.Lock()
	is.True(told < all) // it waits for the panel
	mu.Unlock()
	began := time.Now()
	for !last.End {
		b.says(1, fmt.Sprintf(`{"ack":%d}`, last.N))
		last = b.next()
		is.True(last.Error == nil)
		list = append(list, last.Told...)
	}
	is.Equal(len(list), all)
	is.True(time.Since(began) < 100*time.Millisecond) // of forty frames
	for n, one := range list {
		is.True(strings.HasPrefix(string(one), fmt.Sprintf(`"%d `, n)))
	}
}
