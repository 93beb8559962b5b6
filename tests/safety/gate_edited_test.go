package safety_test

import (
	"strings"
	"time"

	"github.com/zapvol/bua/tests/e2e"
)

// grows is a script of a blocked page that shows something more all the time, so that a
// reading differs from each earlier one.
const grows = `<script>let n=0;setInterval(()=>{const p=document.createElement("p");p.textContent="vault {mark} "+n++;document.body.append(p)},50)</script>`

// held is what the agent has of a frame, "" for the page.
type held struct {
	tab             int
	frame, snapshot string
	uids            []string
}

// since reads what has changed in the frame.
func (h held) since() map[string]any {
	action := map[string]any{"type": "extract", "tabId": h.tab, "since": h.snapshot}
	if h.frame != "" {
		action["frameId"] = h.frame
	}
	return action
}

// unblocked lets the agent read the case's page, and each of its frames, while the list is
// empty. It returns what the agent has of them, once the list is in force again. Where nothing
// is blocked at all it only reads.
func (g *gate) unblocked() []held {
	if g.open {
		return g.hold()
	}
	defer g.b.Block(g, blockedHost, nearHost) // whatever fails: the next case needs it
	g.edit("")
	g.must(`{"type":"navigate","url":"{top}"}`)
	all := g.hold()
	g.edit("domain_blocked", blockedHost, nearHost)
	return all
}

// edit puts a list into force: going to the blocked host answers with the code.
func (g *gate) edit(code string, rules ...string) {
	g.b.Block(g, rules...)
	var got e2e.Answer
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); {
		if got = g.do(map[string]any{"type": "navigate", "tabId": g.tab, "url": g.word("{near}")}); got.Code == code {
			return
		}
	}
	g.Fatalf("the list %v has not come into force, the attack proves nothing: %s %s", rules, got.Code, got.Message)
}

// hold reads until each blocked frame of the page could be read.
func (g *gate) hold() (all []held) {
	want := strings.Count(g.list[g.n].top, "<iframe")
	var why string
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); {
		all = nil
		page := g.do(map[string]any{"type": "extract", "tabId": g.tab, "frames": true})
		list, _ := page.Result["frames"].([]any)
		all = append(all, holding(g.tab, "", page.Result))
		for _, f := range list {
			m, _ := f.(map[string]any)
			id, _ := m["frameId"].(string)
			got := g.do(map[string]any{"type": "extract", "tabId": g.tab, "frameId": id})
			if leaked(string(marshal(got.Result))) >= 0 {
				all = append(all, holding(g.tab, id, got.Result))
			}
			why = got.Code + " " + got.Message
		}
		if len(all) == 1+want {
			return all
		}
	}
	g.Fatalf("of %d blocked frames %d could be read with an empty list: the attack proves nothing: %s", want, max(len(all)-1, 0), why)
	return nil
}

func holding(tab int, frame string, of map[string]any) held {
	h := held{tab: tab, frame: frame}
	h.snapshot, _ = of["snapshot"].(string)
	list, _ := of["elements"].([]any)
	for _, e := range list {
		if uid, ok := e.(map[string]any)["uid"].(string); ok {
			h.uids = append(h.uids, uid)
		}
	}
	return h
}
