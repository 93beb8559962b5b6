package dispatch_test

import (
	"context"
	"math/rand/v2"
	"strconv"
	"sync"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// walk drives a world by chance.
type walk struct {
	t   *testing.T
	w   *coretest.World
	rnd *rand.Rand
}

var hosts = []string{"a.example", "b.example", "c.example", "bank.example", "www.bank.example"}

func (k *walk) url() string { return "https://" + hosts[k.rnd.IntN(len(hosts))] + "/" }

// tab picks a tab: mostly one that there is, sometimes none or one that is gone.
func (k *walk) tab() int {
	list, _ := k.w.Browser.List(ctx)
	switch n := k.rnd.IntN(12); {
	case n == 0:
		return 0
	case n == 1 || len(list) == 0:
		return 1 + k.rnd.IntN(150)
	}
	return list[k.rnd.IntN(len(list))].ID
}

func (k *walk) action() protocol.Action {
	tab := k.tab()
	switch k.rnd.IntN(8) {
	case 0, 1:
		return protocol.OpenTab{URL: k.url(), Focus: k.rnd.IntN(4) == 0}
	case 2:
		return navigate(tab, k.url())
	case 3:
		return extract(tab)
	case 4:
		return protocol.CloseTab{TabID: max(tab, 1)}
	case 5:
		return protocol.GetTabs{}
	}
	return click(tab)
}

// happen makes one thing happen that the agent did not ask for.
func (k *walk) happen() string {
	w := k.w
	tab := k.tab()
	switch n := k.rnd.IntN(16); n {
	case 0:
		w.Dispatcher.Stop(tab)
		return "stop " + strconv.Itoa(tab)
	case 1:
		w.Dispatcher.StopAll()
		return "stop all"
	case 2:
		_ = w.Browser.Close(ctx, tab)
		return "close " + strconv.Itoa(tab)
	case 3:
		if w.Browser.URL(tab) != "" {
			w.Browser.Discard(tab)
		}
		return "discard " + strconv.Itoa(tab)
	case 4, 5:
		url := k.url()
		w.Browser.Commit(tab, url)
		return "commit " + strconv.Itoa(tab) + " " + url
	case 6:
		state := []string{"active", "idle", "locked"}[k.rnd.IntN(3)]
		w.Presence.Set(state)
		if k.rnd.IntN(2) == 0 {
			w.Dispatcher.Presence(state)
		}
		return state
	case 7:
		w.Block("bank.example", hosts[k.rnd.IntN(len(hosts))])
		return "block"
	case 8:
		w.Block("*.bank.example")
		return "unblock"
	case 9:
		reason := []string{"canceled_by_user", "target_closed"}[k.rnd.IntN(2)]
		_ = w.CDP.Detach(ctx, tab)
		w.Dispatcher.Detached(tab, reason)
		return reason + " " + strconv.Itoa(tab)
	case 10:
		w.Browser.Add(k.url(), k.rnd.IntN(5) == 0)
		return "add"
	case 11:
		if w.Browser.URL(tab) != "" {
			w.Browser.Popup(tab, k.url())
		}
		return "popup from " + strconv.Itoa(tab)
	case 12:
		if hidden := w.Browser.Hidden(); len(hidden) > 0 {
			_ = w.Browser.Remove(ctx, hidden[0])
		}
		return "close the window"
	case 13:
		method := []string{"Get", "List", "Create", "CreateHidden", "CreateHidden late"}[k.rnd.IntN(5)]
		w.Browser.Fail(method, 1)
		return method + " will fail"
	case 14:
		w.Presence.Set("active")
		return "active"
	}
	k.w.Clock.Advance(1e9)
	return "time"
}

// Steps one after the other; after each everything must hold. Every third
// action is hit in its middle, and now and then the worker dies.
func TestModel(t *testing.T) {
	seeds, steps := uint64(24), 100
	if testing.Short() {
		seeds = 8
	}
	for seed := range seeds {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			w := coretest.NewWorld()
			k := &walk{t, w, rand.New(rand.NewPCG(seed, 1))}
			w.Block("bank.example")
			if err := w.Start(ctx); err != nil {
				t.Fatal(err)
			}
			var trail []string
			for i := range steps {
				did := ""
				switch n := k.rnd.IntN(20); {
				case n == 0:
					w.Dispatcher.Settle(ctx)
					if err := w.Start(ctx); err != nil {
						t.Fatal(err)
					}
					did = "restart"
				case n < 7:
					did = k.happen()
				default:
					w.Debugger.During = nil
					if n > 15 {
						w.Debugger.During = func(context.Context, int, protocol.Action) error {
							did += "[" + k.happen() + "]"
							return nil
						}
					}
					a := k.action()
					did = string(a.Kind()) + " " + strconv.Itoa(a.Tab())
					if _, err := w.Act(ctx, a); err != nil {
						did += ": " + string(protocol.CodeOf(err))
					}
				}
				trail = append(trail, strconv.Itoa(i)+" "+did)
				if bad := w.Violations(ctx); len(bad) > 0 {
					for _, line := range trail[max(0, len(trail)-12):] {
						t.Log(line)
					}
					for _, v := range bad {
						t.Errorf("violated: %s", v)
					}
					t.FailNow()
				}
			}
		})
	}
}

// Many agents and one fate at a time, all at once.
func TestModel_Concurrent(t *testing.T) {
	for seed := range uint64(6) {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			w := coretest.NewWorld()
			w.Block("bank.example")
			if err := w.Start(ctx); err != nil {
				t.Fatal(err)
			}
			var wg sync.WaitGroup
			for agent := range uint64(8) {
				wg.Add(1)
				go func() {
					defer wg.Done()
					k := &walk{t, w, rand.New(rand.NewPCG(seed, agent))}
					for i := range 60 {
						switch {
						case agent == 0 && i%2 == 0:
							k.fate()
						default:
							_, _ = w.Act(ctx, k.action())
						}
					}
				}()
			}
			wg.Wait()
			w.Presence.Set("active")
			check(t, w)
		})
	}
}

// fate is the part of happen that may come at any moment without the model
// being ahead of the news, as a page that commits is.
func (k *walk) fate() {
	w := k.w
	tab := k.tab()
	switch k.rnd.IntN(6) {
	case 0:
		w.Dispatcher.Stop(tab)
	case 1:
		w.Dispatcher.StopAll()
	case 2:
		_ = w.Browser.Close(ctx, tab)
	case 3:
		w.Dispatcher.Presence("idle")
		w.Dispatcher.Presence("active")
	case 4:
		w.Browser.Add("https://a.example/", false)
	case 5:
		if hidden := w.Browser.Hidden(); len(hidden) > 0 {
			_ = w.Browser.Remove(ctx, hidden[0])
		}
	}
}
