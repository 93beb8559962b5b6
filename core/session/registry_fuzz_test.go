package session_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// FuzzRegistry drives the sessions by a text of operations, among them the worker's
// death, next to a map that says which there should be. Each session starts
// once and ends once, storage has those that live, and the log has what was told.
func FuzzRegistry(f *testing.F) {
	f.Add([]byte("a1b1c1"))
	f.Add([]byte("a1a2a3R\x00d0a1"))
	f.Add([]byte("a1g1\x82a2e0a2h1a3R0f1"))
	f.Add([]byte("a1b1R1a1c1i1R2d1R3"))
	f.Fuzz(func(t *testing.T, ops []byte) {
		if len(ops) > 200 {
			return
		}
		store := coretest.NewStore()
		live := map[int]string{}
		var rows []string
		start := func() *desk {
			d := newDesk(store)
			d.book.Listen(func(c session.Change) {
				tab := c.Session.TabID
				switch c.Kind {
				case session.Started:
					if _, twice := live[tab]; twice {
						t.Fatalf("%q: tab %d starts twice", ops, tab)
					}
					live[tab] = c.Session.Domain
					rows = append(rows, fmt.Sprint("start ", tab))
				case session.Ended:
					if live[tab] != c.Session.Domain {
						t.Fatalf("%q: tab %d ends on %q, and was on %q", ops, tab, c.Session.Domain, live[tab])
					}
					delete(live, tab)
					rows = append(rows, fmt.Sprint("end ", tab))
				case session.Moved:
					if live[tab] != c.From || c.From == c.Session.Domain {
						t.Fatalf("%q: tab %d moves from %q, and was on %q", ops, tab, c.From, live[tab])
					}
					live[tab] = c.Session.Domain
				}
			})
			return d
		}
		d := start()
		for i := 0; i+1 < len(ops); i += 2 {
			tab, domain := 1+int(ops[i+1]&7), string(rune('a'+ops[i+1]>>3&3))+".example"
			_, had := live[tab]
			was := len(live)
			switch ops[i] % 10 {
			case 0, 1:
				d.book.Ensure(ctx, tab, domain, "")
				if live[tab] != domain {
					t.Fatalf("%q: no session of %s in tab %d", ops, domain, tab)
				}
			case 2:
				if d.book.End(tab, protocol.EndUserStopped) != had {
					t.Fatalf("%q: tab %d had a session: %v", ops, tab, had)
				}
			case 3:
				if d.book.EndAll(protocol.EndGlobalStop) != was || len(live) != 0 {
					t.Fatalf("%q: of %d sessions %d are left", ops, was, len(live))
				}
			case 4:
				d.book.EndWhere(func(d string) bool { return d == domain }, protocol.EndDomainBlocked)
				for _, on := range live {
					if on == domain {
						t.Fatalf("%q: a session of %s is left", ops, domain)
					}
				}
			case 5:
				d.book.Move(tab, domain)
			case 6:
				d.book.Record(tab, protocol.KindClick)
			case 7:
				if d.book.Replace(tab, tab+100) != had {
					t.Fatalf("%q: tab %d had a session: %v", ops, tab, had)
				}
			case 8:
				d.book.Block(domain, protocol.KindClick, tab)
			case 9: // the worker dies, all written
				d.flush()
				d = start()
			}
			got := map[int]string{}
			for _, s := range d.book.List() {
				got[s.TabID] = s.Domain
			}
			if !maps.Equal(got, live) {
				t.Fatalf("%q: the sessions are %v, and should be %v", ops, got, live)
			}
		}
		d.flush()
		if n := strings.Count(store.Value(session.Run, session.KeySessions), `"tabId"`); n != len(live) {
			t.Fatalf("%q: storage has %d sessions of %d", ops, n, len(live))
		}
		var logged []string
		for _, r := range d.history() {
			if r.Event == "start" || r.Event == "end" {
				logged = append(logged, fmt.Sprint(r.Event, " ", r.TabID))
			}
		}
		if fmt.Sprint(logged) != fmt.Sprint(rows) {
			t.Fatalf("%q: the log has %v, and %v was told", ops, logged, rows)
		}
	})
}
