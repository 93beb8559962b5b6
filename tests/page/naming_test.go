package page_test

import (
	"embed"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// naming holds elements and what the specifications make of them: one a line,
// `role | name | HTML`, where $ marks the element and % is a number of the
// item's own. Lines that begin with # say what follows.
//
//go:embed naming
var naming embed.FS

// item is one element of a list: its role and name as they should be.
type item struct {
	want seen
	html string
}

func items(name string) []item {
	data, err := naming.ReadFile("naming/" + name + ".txt")
	if err != nil {
		return nil
	}
	var out []item
	for line := range strings.Lines(strings.ReplaceAll(string(data), "\n   ", " ")) {
		parts := strings.SplitN(strings.TrimSpace(line), "|", 3)
		if len(parts) < 3 || strings.HasPrefix(line, "#") {
			continue
		}
		n := fmt.Sprint(len(out))
		html := strings.NewReplacer("$>", `data-t="`+n+`">`, "%", n+"z").Replace(parts[2])
		html = strings.ReplaceAll(html, " $ ", ` data-t="`+n+`" `)
		out = append(out, item{seen{strings.TrimSpace(parts[0]), normal(parts[1])}, html})
	}
	return out
}

// serveNaming shows the items of a list as a page.
func serveNaming(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = fmt.Fprint(w, "<!doctype html><meta charset=utf-8><title>Naming</title><body>")
	for _, it := range items(r.PathValue("list")) {
		_, _ = fmt.Fprintf(w, "<div>%s</div>\n", it.html)
	}
}

// flat returns the backend node ids of the items of the page.
func (p *tab) flat() map[int]string {
	p.Helper()
	type node struct {
		BackendNodeID int
		Attributes    []string
	}
	var doc struct{ Nodes []node }
	p.send("DOM.enable", nil, nil)
	defer p.send("DOM.disable", nil, nil)
	p.send("DOM.getFlattenedDocument", map[string]any{"depth": -1, "pierce": true}, &doc)
	out := map[int]string{}
	for _, n := range doc.Nodes {
		if i := slices.Index(n.Attributes, "data-t"); i >= 0 && i%2 == 0 {
			out[n.BackendNodeID] = n.Attributes[i+1]
		}
	}
	return out
}

// chrome returns what Chrome's accessibility tree makes of the items.
func (p *tab) chrome() map[string]seen {
	p.Helper()
	p.send("Accessibility.enable", nil, nil)
	defer p.send("Accessibility.disable", nil, nil)
	var ax struct{ Nodes []axNode }
	p.send("Accessibility.getFullAXTree", nil, &ax)
	of := p.flat()
	out := map[string]seen{}
	for _, n := range ax.Nodes {
		if t := of[n.BackendDOMNodeID]; t != "" {
			role, _ := n.Role.Value.(string)
			name, _ := n.Name.Value.(string)
			out[t] = seen{role, normal(name)}
		}
	}
	return out
}

// engines returns what extract lists of the items.
func (p *tab) engines() map[string]seen {
	p.Helper()
	a := p.extract(args{"cap": 100000})
	var uids []string
	for _, e := range a.Elements {
		uids = append(uids, e.UID)
	}
	list, _ := json.Marshal(uids)
	var marks []*string
	p.isolated("("+string(list)+").map(u => { try { return __bua.elementOf(u).getAttribute('data-t') } catch { return null } })", &marks)
	out := map[string]seen{}
	for i, m := range marks {
		if m != nil {
			out[*m] = seen{a.Elements[i].Role, normal(a.Elements[i].Name)}
		}
	}
	return out
}

// agree says whether what was read is as it should be; a name of * is one that
// the specifications leave open.
func agree(got, want seen) bool {
	return sameRole(got.role, want.role) && (got.name == want.name || want.name == "*")
}

// sameRole says whether two roles are one: the browser has words of its own for
// what ARIA has no role for, or another.
func sameRole(a, b string) bool {
	return a == b || roleWord(a) == roleWord(b)
}

func roleWord(r string) string {
	switch r {
	case "img", "SvgRoot", "graphics-document":
		return "image"
	case "Details":
		return "group"
	case "presentation":
		return "none"
	case "MathMLMath":
		return "math"
	case "LayoutTable":
		return "table"
	case "LayoutTableRow":
		return "row"
	case "LayoutTableCell":
		return "cell"
	case "HeaderAsNonLandmark", "FooterAsNonLandmark", "sectionheader", "sectionfooter", "Pre", "Section":
		return "generic"
	}
	return r
}

// judge compares the engine, and Chrome's tree, with a list.
func judge(t *testing.T, list string) (total, ours, theirs int) {
	t.Helper()
	p := open(t, "/naming/"+list)
	got, chrome := p.engines(), p.chrome()
	var lines []string
	all := items(list)
	for i, it := range all {
		n := fmt.Sprint(i)
		g, h := got[n], chrome[n]
		okOurs, okTheirs := agree(g, it.want), agree(h, it.want) || (it.want.role == "generic" && sameRole(h.role, "generic"))
		if okOurs {
			ours++
		}
		if okTheirs {
			theirs++
		}
		switch {
		case !okOurs && !okTheirs:
			lines = append(lines, fmt.Sprintf("  BOTH   %v: engine %v, Chrome %v: %s", it.want, g, h, it.html))
		case !okOurs:
			lines = append(lines, fmt.Sprintf("  ENGINE %v: engine %v: %s", it.want, g, it.html))
		case !okTheirs:
			lines = append(lines, fmt.Sprintf("  Chrome %v: Chrome %v: %s", it.want, h, it.html))
		}
	}
	t.Logf("%s: engine %d, Chrome %d of %d\n%s", list, ours, theirs, len(all), strings.Join(lines, "\n"))
	return len(all), ours, theirs
}

// TestNaming compares role and name with what the specifications say, of
// Chrome's accessibility tree too. No element of a list is left out.
func TestNaming(t *testing.T) {
	total, ours, theirs := 0, 0, 0
	for _, list := range []string{"content", "pseudo", "labels", "references", "shadow", "roles", "rules", "widgets"} {
		n, o, c := judge(t, list)
		total, ours, theirs = total+n, ours+o, theirs+c
	}
	t.Logf("names and roles: engine %d, Chrome %d of %d", ours, theirs, total)
	if ours < theirs || float64(ours) < 0.98*float64(total) {
		t.Errorf("the engine has %d of %d right, Chrome's tree %d", ours, total, theirs)
	}
}

// TestNaming_bare: what pages make to act without saying what it is has a
// name, or a hint, to tell it by.
func TestNaming_bare(t *testing.T) {
	if total, ours, _ := judge(t, "bare"); ours < total {
		t.Errorf("%d of %d bare elements are told as they should be", ours, total)
	}
}

// A hint that a reading shows finds its element, and is no part of what the uid means.
func TestNaming_hint(t *testing.T) {
	p := html(t, `<button id=b><i class="fa fa-trash"></i></button><button><i class="fa fa-pencil"></i></button><ul><li><input type=checkbox><span>Buy milk</span></ul>`)
	p.extract(nil)
	for query, want := range map[string]string{"(trash)": "(trash)", "trash": "(trash)", "buy milk": "(Buy milk)"} {
		if a := p.extract(args{"query": query}); len(a.Elements) != 1 || a.Elements[0].Name != want {
			t.Errorf("%s finds %+v", query, a.Elements)
		}
	}
	uid := p.extract(nil).named(t, "(trash)").UID
	p.page("b.firstChild.className = 'fa fa-spinner fa-spin'", nil)
	p.do("point", args{"uid": uid})
}

// A label must not talk a button out of what is written on it.
func TestNaming_sink(t *testing.T) {
	p := html(t, `<form><label for=a>Continue</label><input type=submit id=a value="Pay now"><label for=b>Continue</label><button id=b>Delete account</button></form>`)
	for id, want := range map[string]string{"a": "pay now", "b": "delete account"} {
		p.page("document.getElementById("+quote(id)+").focus()", nil)
		var raw string
		p.isolated(`__bua("focused",null)`, &raw)
		var out struct {
			OK struct{ Sink struct{ Name string } }
		}
		if err := json.Unmarshal([]byte(raw), &out); err != nil {
			t.Fatal(err)
		}
		if out.OK.Sink.Name != want {
			t.Errorf("the button says %q, judged is %q", want, out.OK.Sink.Name)
		}
	}
}
