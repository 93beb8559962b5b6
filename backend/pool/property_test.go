package pool_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/zapvol/bua/backend/pool"
	"github.com/zapvol/bua/core/protocol"
)

// Two users with two devices each ask at once, while every browser repeats its
// answers, answers for the others and makes ids up. Each caller must get the
// answer that its own browser gave to its own request.
func TestRequest_is_never_answered_for_another(t *testing.T) {
	const callers, each = 8, 250
	p := pool.New(pool.Options{Log: quiet})
	defer p.Close()
	type place struct{ user, device string }
	places := []place{{"ann", "d1"}, {"ann", "d2"}, {"bob", "d1"}, {"bob", "d2"}}
	var mu sync.Mutex
	var ids []string // of every browser
	for i, at := range places {
		s := newSocket()
		c := p.Attach(at.user, hello(at.device), s)
		rnd := rand.New(rand.NewPCG(7, uint64(i)))
		go func() {
			for raw := range s.out {
				m, err := protocol.Decode(raw)
				if err != nil {
					t.Error(err)
					return
				}
				r := m.(protocol.Request)
				mine := []byte(fmt.Sprintf(`{"type":"response","id":%q,"result":{"type":"string","value":%q}}`, r.ID, at.user+at.device+r.Action.(protocol.Evaluate).Expression))
				mu.Lock()
				ids = append(ids, r.ID)
				foreign := ids[rnd.IntN(len(ids))]
				mu.Unlock()
				if foreign != r.ID {
					_ = c.Handle([]byte(fmt.Sprintf(`{"type":"response","id":%q,"result":{"type":"string","value":"foreign"}}`, foreign)))
				}
				_ = c.Handle([]byte(fmt.Sprintf(`{"type":"response","id":"guess-%d","result":{"type":"string","value":"stray"}}`, rnd.Uint32())))
				_ = c.Handle(mine)
				_ = c.Handle(mine)
			}
		}()
		defer close(s.out)
	}
	var wait sync.WaitGroup
	for n := range callers {
		at := places[n%len(places)]
		wait.Go(func() {
			for i := range each {
				what := fmt.Sprintf("%d/%d", n, i)
				r, err := p.Request(context.Background(), pool.To{Caller: protocol.Caller{User: at.user}, Device: at.device}, protocol.Evaluate{Expression: what})
				if err != nil {
					t.Error(err)
					return
				}
				if got, want := string(r.(protocol.EvaluateResult).Value), fmt.Sprintf("%q", at.user+at.device+what); got != want {
					t.Errorf("got %s, want %s", got, want)
				}
			}
		})
	}
	wait.Wait()
	st := p.Stats()
	if st.Stray < callers*each || st.Duplicate < callers*each {
		t.Errorf("too little was dropped: %+v", st)
	}
	if st.InFlight != 0 {
		t.Errorf("%d requests are left", st.InFlight)
	}
}
