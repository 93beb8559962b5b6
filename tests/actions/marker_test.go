package actions_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zapvol/bua/tests/e2e"
)

// found is the marker of a page as the browser knows it: it stands in a closed shadow root.
type found struct {
	b       *e2e.Product
	session string
	text    string
}

type node struct {
	NodeID                int
	NodeName, NodeValue   string
	Children, ShadowRoots []node
}

// all are the node and what is in it, closed shadow roots included.
func (n node) all() []node {
	list := []node{n}
	for _, c := range slices.Concat(n.Children, n.ShadowRoots) {
		list = append(list, c.all()...)
	}
	return list
}

func (n node) text() (text string) {
	for _, c := range n.all() {
		text += c.NodeValue
	}
	return text
}

func (f found) send(t *testing.T, method string, params, out any) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	return f.b.CDP.Send(ctx, f.session, method, params, out)
}

func (f found) eval(t *testing.T, expression string) {
	t.Helper()
	var out json.RawMessage
	if err := f.b.CDP.Eval(t.Context(), f.session, expression, &out); err != nil {
		t.Fatal(expression, err)
	}
}

// tree is the document as the browser has it.
func (f found) tree(t *testing.T) node {
	t.Helper()
	var doc struct{ Root node }
	if f.send(t, "DOM.getDocument", map[string]any{"depth": -1, "pierce": true}, &doc) != nil {
		return node{} // it is on its way out
	}
	return doc.Root
}

func (f found) shown(t *testing.T) bool {
	t.Helper()
	return slices.ContainsFunc(f.tree(t).all(), func(n node) bool {
		return n.NodeName == "H2" && len(n.Children) == 2 && strings.Contains(n.text(), "Your agent needs you")
	})
}

// look attaches to the tab at an address.
func look(t *testing.T, b *e2e.Product, url string) found {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	info, err := b.CDP.AwaitTarget(ctx, "page", url)
	if err != nil {
		t.Fatal(err)
	}
	session, err := b.CDP.Attach(ctx, info.TargetID)
	if err != nil {
		t.Fatal(err)
	}
	return found{b: b, session: session}
}

// marker waits until the page at an address shows it.
func marker(t *testing.T, b *e2e.Product, url string) found {
	t.Helper()
	f := look(t, b, url)
	e2e.Await(t, "the marker is shown", func() bool { return f.shown(t) })
	f.text = f.tree(t).text()
	return f
}

// press clicks a button of the marker as the person's mouse would.
func (f found) press(t *testing.T, label string) {
	t.Helper()
	var model struct{ Model struct{ Content []float64 } }
	e2e.Await(t, "the marker has the button "+label, func() bool {
		list := f.tree(t).all()
		i := slices.IndexFunc(list, func(n node) bool { return n.NodeName == "BUTTON" && n.text() == label })
		return i >= 0 && f.send(t, "DOM.getBoxModel", map[string]any{"nodeId": list[i].NodeID}, &model) == nil
	})
	q := model.Model.Content
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		if err := f.send(t, "Input.dispatchMouseEvent", map[string]any{"type": kind, "x": (q[0] + q[4]) / 2, "y": (q[1] + q[5]) / 2, "button": "left", "clickCount": 1}, nil); err != nil {
			t.Fatal(err)
		}
	}
}
