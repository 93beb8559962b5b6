package safety_test

import (
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
)

// attacks are all of them, the likeliest first. Each gets the class of its list.
func attacks() (all []attack) {
	for _, c := range []struct {
		class string
		list  []attack
	}{
		{"reads", frameAttacks}, {"keys", focusAttacks}, {"pointer", pointAttacks}, {"popups", popupAttacks}, {"pictures", pictureAttacks},
		{"dialogs", dialogAttacks}, {"console", consoleAttacks}, {"downloads", downloadAttacks}, {"flows", flowAttacks}, {"effects", effectAttacks}, {"requests", sents()},
	} {
		for _, a := range c.list {
			a.class = c.class
			all = append(all, a)
		}
	}
	return all
}

// mark tells attacks apart by what their pages hold: a regular expression for each
// page, "" for whatever it is.
type mark struct{ name, top, mid, in string }

// places are where a blocked document is.
var places = []mark{
	{"in a frame of another process", `src="?{(in|far)}`, ``, ``},
	{"in a frame of the page's process", `src="?{near}`, ``, ``},
	{"in a frame in another site's", `{mid}`, `{in}`, ``},
	{"in a frame of the page's process in another site's", `{mid}`, `{near}`, ``},
	{"in a frame in one of the page's site", `{sub}`, `{(in|near)}`, ``},
	{"in a srcdoc frame", `srcdoc=.*{(in|near)}`, ``, ``},
	{"in an open shadow root", `mode:"open".*{(in|near)}`, ``, ``},
	{"in a closed shadow root", `mode:"closed".*{(in|near)}`, ``, ``},
	{"in an object or an embed", `<(object|embed)[^>]*{(in|near)}`, ``, ``},
	{"in a frameset", `<frameset`, ``, ``},
	{"in a sandbox", `<iframe sandbox=`, ``, ``},
	{"behind a redirect", `{hop}`, ``, ``},
	{"where the tab goes", `(location=.?|href=.?){(in|far|near)}`, ``, ``},
	{"in a tab that the page opens", `\bopen\(`, ``, ``},
	{"in a blank child", ``, ``, `<iframe( (id=k|class=fill|name=one)|></iframe>| src="about)`},
	{"in a srcdoc child", ``, ``, `<iframe srcdoc=`},
	{"in a sandboxed child", ``, ``, `<iframe sandbox=`},
	{"in a blob", ``, ``, `(src|location)=URL\.createObjectURL|open\(URL`},
	{"in data:", ``, ``, `(src=.|location=.)data:`},
	{"in javascript:", ``, ``, `javascript:`},
	{"in an allowed frame of its own", ``, ``, `{(mid|sub)}`},
	{"in a tab that it opens", ``, ``, `[^d.]\bopen\(`},
	{"in the tab around it", ``, ``, `(top|opener)\.location|_top`},
	{"in a frame of the page's own", ``, ``, `"victim"|parent\.frames`},
	{"at about:blank that it went to", ``, ``, `[^.]location="about:blank`},
	{"in a worker", ``, ``, `Worker\(`},
	{"gone from its frame", `[fx]\.(src="{(own|mid)}|src="about|remove\()`, ``, ``},
}

// means are what pages do for it.
var means = []mark{
	{"with every frame", `requestAnimationFrame`, ``, ``},
	{"again and again", `setInterval`, ``, ``},
	{"again and again from within", ``, ``, `setInterval`},
	{"with animations cancelled", `getAnimations`, ``, ``},
	{"with animations of its own", `\.animate\(|@keyframes`, ``, ``},
	{"with a transition", `transition:`, ``, ``},
	{"with a view transition", `startViewTransition`, ``, ``},
	{"with styles that are important", `!important`, ``, ``},
	{"with styles that are put back", `MutationObserver|setAttribute`, ``, ``},
	{"with frames that come later", `createElement\("iframe"\)|cloneNode`, ``, ``},
	{"with frames that are moved", `moveBefore`, ``, ``},
	{"in the top layer", `showPopover|showModal`, ``, ``},
	{"in a drawing", `foreignObject`, ``, ``},
	{"reflected or filtered", `reflect|backdrop`, ``, ``},
	{"transformed", `rotate|zoom`, ``, ``},
	{"scrolled away", `height:(1500|3000)px`, ``, ``},
	{"with names that hide the page's own", `name=activeElement`, ``, ``},
	{"with a drag", `draggable`, ``, ``},
	{"at a move", `"(mouse|pointer)move"`, ``, ``},
	{"by the frame's window", `x\.contentWindow\.focus`, ``, ``},
	{"by the frame's element", `x\.focus`, ``, ``},
	{"under another spelling", `BLOCKED`, ``, ``},
	{"back and forth", ``, ``, `location="{top}`},
	{"without an opener", ``, ``, `noopener`},
	{"with an opener that is gone", ``, ``, `opener=null|>close\(\)|location="{own}`},
	{"with an alert", ``, ``, `alert\(`},
	{"with a prompt", ``, ``, `prompt\(`},
	{"with a confirm", ``, ``, `confirm\(`},
	{"by going to a program", ``, ``, `mailto:`},
	{"by announcing", ``, ``, `alert>|role=alert`},
	{"by an invalid form", ``, ``, `reportValidity`},
	{"by a request", ``, ``, `fetch\(`},
	{"by prerendering", `speculationrules`, ``, ``},
}

var patterns sync.Map // the compiled ones

func (m mark) of(a attack) bool {
	for _, p := range [][2]string{{m.top, a.top}, {m.mid, a.mid}, {m.in, a.in}} {
		if p[0] == "" {
			continue
		}
		re, ok := patterns.Load(p[0])
		if !ok {
			re, _ = patterns.LoadOrStore(p[0], regexp.MustCompile(`(?s)`+p[0]))
		}
		if !re.(*regexp.Regexp).MatchString(p[1]) {
			return false
		}
	}
	return true
}

// at is where the blocked documents of an attack are.
func (a attack) at() (list []string) {
	if a.blockedTop {
		list = append(list, "in the person's own tab")
	}
	if a.cached {
		list = append(list, "in a page that the browser has kept")
	}
	for _, m := range places {
		if m.of(a) {
			list = append(list, m.name)
		}
	}
	if len(list) == 0 {
		return []string{"where an action leads"}
	}
	return list
}

// by is what an attack does for it: its pages, and the actions that it names.
func (a attack) by() (list []string) {
	for _, m := range means {
		if m.of(a) {
			list = append(list, m.name)
		}
	}
	for _, when := range sorted(moments) {
		if strings.Contains(a.top, moments[when]+"}</script>") {
			list = append(list, "at "+when)
		}
	}
	if a.during {
		list = append(list, "while actions run")
	}
	if a.kind != "" {
		list = append(list, "by a script's "+string(a.kind))
	}
	for _, action := range a.do {
		var one struct{ Type, Key string }
		if err := json.Unmarshal([]byte(action), &one); err == nil && one.Type != "" {
			list = append(list, strings.TrimSpace("by "+one.Type+" "+one.Key))
		}
	}
	return list
}

// judges are what judges classes of attacks, where one judges several: what a document
// tells by events of the browser, and where a tab goes. Of the others each class has its
// own.
var judges = map[string]string{
	"dialogs": "what it tells", "console": "what it tells", "downloads": "what it tells", "effects": "what it tells",
	"popups": "where it goes", "flows": "where it goes", "requests": "where it goes",
}

// pairs are what judges it with each of its places and each of its means, and its class.
func (a attack) pairs() (list []string) {
	judge := cmp.Or(judges[a.class], a.class)
	for _, with := range slices.Concat(a.at(), a.by()) {
		list = append(list, judge+" "+with)
	}
	return append(list, a.class)
}

// apart are its places and its class, each for itself.
func (a attack) apart() []string { return append(a.at(), a.class) }

// choose picks attacks until each trait that one of them has is had by a picked
// one: always the one that has most of what is missing, of equals the first. One that
// finds nothing where nothing is blocked is picked for what no other has.
func choose(list []attack, traits func(attack) []string) (chosen []int) {
	of := make([][]string, len(list))
	for n, a := range list {
		of[n] = traits(a)
	}
	had := map[string]bool{}
	for _, finds := range []bool{true, false} {
		for {
			best, most := 0, 0
			for n, a := range list {
				missing := map[string]bool{}
				for _, trait := range of[n] {
					if !had[trait] {
						missing[trait] = true
					}
				}
				if len(missing) > most && (kept(a.name) == "") == finds {
					best, most = n, len(missing)
				}
			}
			if most == 0 {
				break
			}
			for _, trait := range of[best] {
				had[trait] = true
			}
			chosen = append(chosen, best)
		}
	}
	return chosen
}

// share gives each chosen attack to one of the hosts: to the one that lacks more of
// its class and its places which the other has met, and of equals to the one that
// has fewer.
func share(list []attack, chosen []int) map[int]e2e.Host {
	out, has, met := map[int]e2e.Host{}, map[e2e.Host]int{}, map[e2e.Host]map[string]bool{e2e.Worker: {}, e2e.Direct: {}}
	for _, n := range chosen {
		to, most := hosts[0], -1
		for i, host := range hosts {
			other, lacks := hosts[1-i], 0
			for _, trait := range list[n].apart() {
				if !met[host][trait] && met[other][trait] {
					lacks++
				}
			}
			if lacks > most || lacks == most && has[host] < has[other] {
				to, most = host, lacks
			}
		}
		out[n] = to
		has[to]++
		for _, trait := range list[n].apart() {
			met[to][trait] = true
		}
	}
	return out
}

// TestGate runs the attacks on both hosts. They share all that decides: the default
// suite tries each class of attacks, and what judges it at each place and by each means,
// on one of them.
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
	on := share(list, choose(list, attack.pairs))
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
						switch on[n] {
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
