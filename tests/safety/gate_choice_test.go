package safety_test

import (
	"sync"
	"testing"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
)

// rest stands in a list before the attacks that are left to -all: those whose place, way
// or time others before it have.
var rest = attack{}

// attacks are all of them, each once, with the class of its list. Those that the default
// suite runs have a host, in turn, so that it tries each class on both.
//
// Whose a document is decides core/supervisor (TestFrames_Owners), for each class alike. So
// the default suite has each place of a document once, and with the classes that look for
// the frame in the page (keys, pointer, pictures) each place of a frame.
func attacks() (all []attack) {
	listed := map[string]bool{}
	for i, c := range []struct {
		class string
		list  []attack
	}{
		{"reads", frameAttacks}, {"keys", focusAttacks}, {"pointer", pointAttacks}, {"popups", popupAttacks}, {"pictures", pictureAttacks},
		{"dialogs", dialogAttacks}, {"console", consoleAttacks}, {"downloads", downloadAttacks}, {"flows", flowAttacks}, {"effects", effectAttacks},
	} {
		first := true
		for _, a := range c.list {
			if a.name == rest.name {
				first = false
			}
			if a.name == rest.name || listed[a.name] {
				continue
			}
			listed[a.name] = true
			if a.class = c.class; first {
				a.host = hosts[i%len(hosts)]
				i++
			}
			all = append(all, a)
		}
	}
	return all
}

// TestAttacks: without a browser, each class is tried on both hosts, by attacks that
// find something where nothing is blocked.
func TestAttacks(t *testing.T) {
	finds := map[string]map[e2e.Host]bool{}
	for _, a := range attacks() {
		if finds[a.class] == nil {
			finds[a.class] = map[e2e.Host]bool{}
		}
		if kept(a.name) == "" {
			finds[a.class][a.host] = true
		}
	}
	for class, on := range finds {
		for _, host := range hosts {
			if !on[host] {
				t.Errorf("%s are not tried on %s", class, host)
			}
		}
	}
}

// TestGate runs the attacks on both hosts. They share all that decides: the default
// suite runs an attack on one of them.
func TestGate(t *testing.T) {
	t.Parallel()
	gates(t, attacks(), false)
}

// TestGate_Teeth runs every attack where nothing is blocked. Each must find
// something: one that cannot proves nothing.
func TestGate_Teeth(t *testing.T) {
	size.LeaveToAll(t, size.Teeth)
	gates(t, attacks(), true)
}

// shards are how many browsers of a host share the attacks: most of an attack is
// waiting for what its page does, or does not do.
func shards(host e2e.Host) int {
	if size.All() && host == e2e.Worker {
		return 3
	}
	return 1
}

// gates tries a list on both hosts. A shard is named as its host is, so that what
// picks an attack by its name finds it in whichever it is.
func gates(t *testing.T, list []attack, open bool) {
	for _, host := range hosts {
		for shard := range shards(host) {
			t.Run(string(host), func(t *testing.T) {
				if open && host == e2e.Direct && !long() {
					t.Skip("that an attack's pages work is no host's doing: BUA_TRIALS=long has both")
				}
				t.Parallel()
				first := sync.OnceValue(func() *gate { // a shard in which nothing was picked needs no browser
					b := e2e.New(t, e2e.Options{Host: host, Args: []string{"--disable-popup-blocking"}})
					g := newGate(t, b, e2e.NewSite(t, pages, "pages"), list)
					if g.open = open; !open {
						b.Block(t, blockedHost, nearHost)
					}
					return g
				})
				for n, a := range list {
					if n%shards(host) != shard {
						continue
					}
					t.Run(a.name, func(t *testing.T) {
						switch a.host {
						case host:
						case "":
							size.LeaveToAll(t, size.Pair)
						default:
							size.LeaveToAll(t, size.OtherHost)
						}
						g := first()
						g.T = t
						defer func() { g.T = nil }()
						g.run(n)
					})
				}
			})
		}
	}
}
