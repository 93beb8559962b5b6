package page_test

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// widgets holds small pages: `role | name | act | what is true after it | HTML`, where
// $ marks the element that must be listed, an empty act only lists it, and a role of *
// is one that the specifications leave open. hear(selector) notes each click in log;
// t is the element.
//
//go:embed widgets
var widgets embed.FS

const widgetPage = `<script>log="";function hear(s){for(const e of document.querySelectorAll(s))e.addEventListener("click",()=>log+=e.textContent)}</script>`

type smallPage struct {
	want             seen
	act, after, html string
}

func widgetList(t testing.TB, list string) (out []smallPage) {
	data, err := widgets.ReadFile("widgets/" + list + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		parts := strings.SplitN(strings.TrimSpace(line), "|", 5)
		if strings.HasPrefix(line, "#") || len(parts) < 5 {
			continue
		}
		mark := strings.NewReplacer("$>", "data-t=0>", " $ ", " data-t=0 ")
		out = append(out, smallPage{seen{strings.TrimSpace(parts[0]), normal(parts[1])}, strings.TrimSpace(parts[2]), strings.TrimSpace(parts[3]), mark.Replace(parts[4])})
	}
	return out
}

// fault says what is wrong with a widget: how it is listed, or what its act does.
func (w smallPage) fault(p *tab) (listed, acted string) {
	p.rewrite("<!doctype html><meta charset=utf-8><title>test</title><body>" + widgetPage + w.html)
	uids := []string{}
	a := p.extract(nil)
	for _, e := range a.Elements {
		uids = append(uids, e.UID)
	}
	list, _ := json.Marshal(uids)
	at := -1
	p.isolated("("+string(list)+").findIndex(u => __bua.elementOf(u).hasAttribute('data-t'))", &at)
	if at < 0 {
		return fmt.Sprintf("not listed among %+v", a.Elements), "not listed"
	}
	e := a.Elements[at]
	if got := (seen{e.Role, normal(e.Name)}); got.name != w.want.name || w.want.role != "*" && !sameRole(got.role, w.want.role) {
		listed = fmt.Sprintf("listed as %v", got)
	}
	if w.act == "" {
		return listed, ""
	}
	verb, words, _ := strings.Cut(w.act, " ")
	var err *failure
	switch verb {
	case "click":
		var to answer
		if to, err = p.try("point", args{"uid": e.UID, "intent": "click"}); err == nil {
			p.press(to.X, to.Y)
		}
	case "type":
		if _, err = p.try("focus", args{"uid": e.UID}); err == nil {
			p.send("Input.insertText", map[string]any{"text": words}, nil)
		}
	case "fill":
		if _, err = p.try("field", args{"uid": e.UID, "value": words}); err == nil {
			p.send("Input.insertText", map[string]any{"text": words}, nil)
		}
	case "choose":
		_, err = p.try("field", args{"uid": e.UID, "options": []string{words}})
	}
	if err != nil {
		return listed, err.Message
	}
	var done bool
	p.page(`(()=>{const find=r=>r.querySelector("[data-t]")||[...r.querySelectorAll("*")].map(e=>e.shadowRoot&&find(e.shadowRoot)).find(Boolean),t=find(document);return !!(`+w.after+`)})()`, &done)
	if !done {
		acted = w.after + " is not so"
	}
	return listed, acted
}

// TestWidgets: the element of each small page is listed, called what it is, and does by
// its uid what is meant.
func TestWidgets(t *testing.T) {
	total, named, acts, acted := 0, 0, 0, 0
	p := blank(t)
	p.load("/blank.html")
	for _, list := range []string{"bare", "names"} {
		for _, w := range widgetList(t, list) {
			l, a := w.fault(p)
			total++
			if l == "" {
				named++
			}
			if w.act != "" {
				acts++
				if a == "" {
					acted++
				}
			}
			if l != "" || w.act != "" && a != "" {
				t.Logf("%v: %s; %s: %s", w.want, l, a, w.html)
			}
		}
	}
	t.Logf("%d of %d are listed as they should be, %d of %d acts do what is meant", named, total, acted, acts)
	if named < 64 || acted < 41 {
		t.Error("they were more")
	}
}
