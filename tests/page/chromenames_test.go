package page_test

import (
	"fmt"
	"sort"
	"strings"
	"testing"
)

// interactiveRoles are the roles of Chrome's accessibility tree that a person can act on.
var interactiveRoles = map[string]bool{}

func init() {
	for _, r := range strings.Fields(`button link textbox searchbox combobox listbox option checkbox radio switch slider
		spinbutton tab menuitem menuitemcheckbox menuitemradio treeitem scrollbar DisclosureTriangle ColorWell Date
		DateTime InputTime`) {
		interactiveRoles[r] = true
	}
}

type axNode struct {
	Ignored          bool
	Role, Name       struct{ Value any }
	BackendDOMNodeID int
	FrameID          string
	Properties       []struct {
		Name  string
		Value struct{ Value any }
	}
}

// seen is one element as either side sees it.
type seen struct{ role, name string }

func (s seen) String() string { return s.role + " " + quote(s.name) }

// normal makes names comparable: the engine cuts long ones and leaves out what
// nobody can see.
func normal(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r >= 0x200b && r <= 0x200f, r == 0xfeff, r >= 0xe000 && r <= 0xf8ff:
			return -1
		case r == 0xa0:
			return ' '
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// oracle returns Chrome's interactive nodes by backend node id, of all frames of the page.
func (p *tab) oracle() map[int]seen {
	p.Helper()
	p.send("Accessibility.enable", nil, nil)
	defer p.send("Accessibility.disable", nil, nil)
	type tree struct {
		Frame       struct{ ID string }
		ChildFrames []tree
	}
	var root struct{ FrameTree tree }
	p.send("Page.getFrameTree", nil, &root)
	out := map[int]seen{}
	var walk func(tree)
	walk = func(t tree) {
		var ax struct{ Nodes []axNode }
		p.send("Accessibility.getFullAXTree", map[string]any{"frameId": t.Frame.ID}, &ax)
		for _, n := range ax.Nodes {
			role, _ := n.Role.Value.(string)
			name, _ := n.Name.Value.(string)
			if n.Ignored || n.BackendDOMNodeID == 0 || !interactiveRoles[role] {
				continue
			}
			out[n.BackendDOMNodeID] = seen{role, normal(name)}
		}
		for _, c := range t.ChildFrames {
			walk(c)
		}
	}
	walk(root.FrameTree)
	return out
}

// backend returns the backend node ids of elements by uid.
func (p *tab) backend(uids []string) map[string]int {
	p.Helper()
	out := map[string]int{}
	for _, uid := range uids {
		var r evaluated
		p.send("Runtime.evaluate", map[string]any{"expression": "__bua.elementOf(" + quote(uid) + ")", "contextId": p.world}, &r)
		var d struct{ Node struct{ BackendNodeID int } }
		p.send("DOM.describeNode", map[string]any{"objectId": r.Result.ObjectID}, &d)
		out[uid] = d.Node.BackendNodeID
	}
	return out
}

// described says what a backend node is, and whether it is of the page: the
// inner parts of Chrome's own widgets are not.
func (p *tab) described(id int) (html string, foreign bool) {
	p.Helper()
	var r struct{ Object struct{ ObjectID string } }
	p.send("DOM.resolveNode", map[string]any{"backendNodeId": id}, &r)
	var v evaluated
	p.send("Runtime.callFunctionOn", map[string]any{"objectId": r.Object.ObjectID, "returnByValue": true, "functionDeclaration": `function(){
		const e=this.nodeType===1?this:this.parentElement; let n=e;
		for(;;){const root=n.getRootNode(); if(root.nodeType!==11) break; const h=root.host; if(!h.localName.includes('-')) return '!'+h.localName; n=h}
		return e.outerHTML.slice(0,150)}`}, &v)
	p.decode(v, &html)
	return strings.TrimPrefix(html, "!"), strings.HasPrefix(html, "!")
}

// accepted lists the disagreements that stay, by a part of the element's HTML, with the reason.
var accepted = []struct{ part, reason string }{
	{`<a>No href`, "an anchor without an address is made to act by scripts, of which no page tells; Chrome asks its listeners"},
	{"<label><input type=\"checkbox\" class=\"hid\"", "a label whose control is display:none is the only thing to press; Chrome shows no control there"},
	{"contenteditable=\"\">Editable", "an editable region without a role takes text like a textbox; Chrome calls it generic"},
	{"<button>Closed", "an isolated world cannot open a closed shadow root; the core hands it in through adopt"},
}

// TestOracle compares role and name of every interactive element of every page
// with Chrome's accessibility tree.
func TestOracle(t *testing.T) {
	paths := []string{"/controls.html", "/aria.html", "/shadow.html", "/generated?kind=mixed-300", "/generated?kind=rows-50"}
	total, agreed := 0, 0
	for _, path := range paths {
		p := open(t, path)
		a := p.extract(args{"cap": 100000})
		want := p.oracle()
		var uids []string
		for _, e := range a.Elements {
			uids = append(uids, e.UID)
		}
		ids := p.backend(uids)
		got := map[int]seen{}
		for _, e := range a.Elements {
			got[ids[e.UID]] = seen{e.Role, normal(e.Name)}
		}
		var lines []string
		n, ok, options := 0, 0, 0
		judge := func(id int, g, w seen) {
			html, foreign := p.described(id)
			if foreign {
				return
			}
			// The options of a closed select have no box to press: the combobox
			// stands for them, and extract with its selector lists them.
			if strings.HasPrefix(html, "<option") && g == (seen{}) {
				options++
				return
			}
			n++
			if g == w {
				ok++
				return
			}
			for _, a := range accepted {
				if strings.Contains(html, a.part) {
					lines = append(lines, fmt.Sprintf("  accepted: engine %v, Chrome %v: %s: %s", g, w, a.reason, html))
					return
				}
			}
			lines = append(lines, fmt.Sprintf("  DIFFERS: engine %v, Chrome %v: %s", g, w, html))
			t.Fail()
		}
		for id, w := range want {
			judge(id, got[id], w)
		}
		for id, g := range got {
			if _, both := want[id]; !both && interactiveRoles[g.role] {
				judge(id, g, seen{})
			}
		}
		sort.Strings(lines)
		t.Logf("%s: %d of %d agree, %d options of closed selects not compared\n%s", path, ok, n, options, strings.Join(lines, "\n"))
		total, agreed = total+n, agreed+ok
	}
	t.Logf("agreement with Chrome's accessibility tree: %d of %d, %.2f %%", agreed, total, 100*float64(agreed)/float64(total))
	if float64(agreed) < 0.99*float64(total) {
		t.Errorf("only %d of %d elements agree", agreed, total)
	}
}
