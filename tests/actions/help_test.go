package actions_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

func TestHelp(t *testing.T) { onEach(t, specHelp) }

func specHelp(t *testing.T, b *e2e.Product, site *e2e.Site) {
	n := 0
	page := func(file string) (string, int) {
		n++
		url := site.URL(fmt.Sprintf("/%s?help%d", file, n))
		return url, b.Open(t, url)
	}
	ask := func(tab int, message string, more ...int) <-chan e2e.Answer {
		action := map[string]any{"type": "help", "tabId": tab, "message": message}
		if len(more) > 0 {
			action["timeoutMs"] = more[0]
		}
		got := make(chan e2e.Answer, 1)
		go func() {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			a, err := b.Do(ctx, action)
			if err != nil {
				a.Code = err.Error()
			}
			got <- a
		}()
		return got
	}
	outcome := func(t *testing.T, a e2e.Answer, want string) {
		t.Helper()
		if a.Code != "" || a.Result["outcome"] != want {
			t.Fatalf("answered %q %q %v, want %s", a.Code, a.Message, a.Result, want)
		}
	}

	t.Run("the person presses Done in the page", func(t *testing.T) {
		is := is.New(t)
		url, tab := page("form.html")
		got := ask(tab, "Please <b>solve</b> the captcha")
		m := marker(t, b, url)
		is.True(strings.Contains(m.text, "Please <b>solve</b> the captcha")) // as text
		is.True(strings.Contains(m.text, "spec 1"))                          // and whose words they are
		m.press(t, "Done")
		a := <-got
		outcome(t, a, "done")
		is.True(strings.Contains(a.Text, "extract"))
		is.True(!shown(t, b, url)) // it is gone when the agent goes on
		is.True(!strings.Contains(b.Extract(t, tab, nil).Text, "captcha"))
	})

	t.Run("a client that asks for it hears that the person is waited for", func(t *testing.T) {
		url, tab := page("form.html")
		heard := make(chan string, 16)
		b.Progress(func(message string) { heard <- message })
		got := ask(tab, "Please hurry")
		m := marker(t, b, url)
		for range 2 { // at once, and again and again
			select {
			case message := <-heard:
				is.New(t).Equal(message, "waiting for the person")
			case <-time.After(20 * time.Second):
				t.Fatal("nothing was reported")
			}
		}
		b.Progress(func(string) {})
		m.press(t, "Done")
		outcome(t, <-got, "done")
	})

	t.Run("the person cannot", func(t *testing.T) {
		url, tab := page("form.html")
		got := ask(tab, "Please call them")
		marker(t, b, url).press(t, "I can’t")
		outcome(t, <-got, "declined")
	})

	t.Run("nobody answers in time, and nothing of it stays in the page", func(t *testing.T) {
		url, tab := page("form.html")
		got := ask(tab, "Anybody?", 1500)
		marker(t, b, url)
		outcome(t, <-got, "timed_out")
		e2e.Await(t, "it is so", func() bool { return !shown(t, b, url) })
	})

	t.Run("it goes with the person to the next page", func(t *testing.T) {
		is := is.New(t)
		url, tab := page("form.html")
		got := ask(tab, "Please log in")
		m := marker(t, b, url)
		to := site.On("login.test", "/blank.html?in")
		m.eval(t, fmt.Sprintf("location.href = %q", to))
		marker(t, b, to).press(t, "Done")
		a := <-got
		outcome(t, a, "done")
		effects, _ := a.Result["effects"].(map[string]any)
		navigated, _ := effects["navigated"].(map[string]any)
		is.Equal(navigated["url"], to)
	})

	t.Run("a page that makes everything else inert, refuses styles and takes the marker away", func(t *testing.T) {
		n++
		path := fmt.Sprintf("/strict%d", n)
		site.Mux.HandleFunc(path, strict)
		url := site.URL(path)
		tab := b.Open(t, url)
		got := ask(tab, "Please press Done")
		m := marker(t, b, url)
		m.eval(t, "document.querySelector('dialog div').remove()")
		m = marker(t, b, url) // the next lease brings it back
		m.press(t, "Done")
		outcome(t, <-got, "done")
	})

	t.Run("what the page's scripts do is no press", func(t *testing.T) {
		is := is.New(t)
		url, tab := page("form.html")
		got := ask(tab, "Please wait", 3000)
		m := marker(t, b, url)
		m.eval(t, `(() => { const host = [...document.documentElement.children].find(e => e.popover)
			host.click(); host.dispatchEvent(new MouseEvent("click", {bubbles: true, composed: true}))
			return host.shadowRoot === null })()`)
		a := <-got
		outcome(t, a, "timed_out")
		is.True(a.Took >= 2*time.Second)
	})

	t.Run("the agent's other actions wait while the person has the tab", func(t *testing.T) {
		is := is.New(t)
		url, tab := page("form.html")
		other := b.Open(t, site.URL("/blank.html?other"))
		got := ask(tab, "Please look at it")
		m := marker(t, b, url)
		second := make(chan e2e.Answer, 1)
		go func() {
			a, _ := b.Do(t.Context(), map[string]any{"type": "evaluate", "tabId": tab, "expression": `return document.querySelectorAll("[popover]").length`})
			second <- a
		}()
		b.Get(t, map[string]any{"type": "evaluate", "tabId": other, "expression": "return 1"}) // another tab is free
		select {
		case a := <-second:
			t.Fatalf("an action ran in the person's tab: %+v", a)
		default:
		}
		m.press(t, "Done")
		outcome(t, <-got, "done")
		is.Equal((<-second).Result["value"], float64(0)) // and it saw nothing of the marker
	})

	t.Run("the person's Stop ends it", func(t *testing.T) {
		is := is.New(t)
		n++
		url := site.URL(fmt.Sprintf("/form.html?help%d", n))
		tab := b.OpenAsPerson(t, url)
		got := ask(tab, "Please")
		marker(t, b, url)
		is.True(b.Stop(t, tab))
		a := <-got
		is.Equal(a.Code, "session_not_found")
		is.True(strings.Contains(a.Message, "person stopped"))
		e2e.Await(t, "it is so", func() bool { return !shown(t, b, url) }) // the lease is over
		b.CloseAsPerson(t, tab)
	})

	t.Run("the person closes the tab", func(t *testing.T) {
		url, tab := page("form.html")
		got := ask(tab, "Please")
		marker(t, b, url)
		b.CloseAsPerson(t, tab)
		if a := <-got; a.Code != "session_not_found" {
			t.Fatalf("answered %q %q", a.Code, a.Message)
		}
	})

	t.Run("on a blocked domain no marker is shown, and the way back is open", func(t *testing.T) {
		is := is.New(t)
		url, tab := page("form.html")
		b.Block(t, "secret.test")
		defer b.Block(t)
		got := ask(tab, "Please log in")
		m := marker(t, b, url)
		m.eval(t, fmt.Sprintf("location.href = %q", site.On("secret.test", "/form.html?hidden")))
		look(t, b, site.On("secret.test", "/form.html?hidden"))
		time.Sleep(2500 * time.Millisecond) // longer than a lease: nothing may come
		is.True(!shown(t, b, site.On("secret.test", "/form.html?hidden")))
		m.eval(t, fmt.Sprintf("location.href = %q", url))
		marker(t, b, url).press(t, "Done")
		outcome(t, <-got, "done")

		got = ask(tab, "And once more")
		m = marker(t, b, url)
		m.eval(t, fmt.Sprintf("location.href = %q", site.On("secret.test", "/form.html?hidden")))
		look(t, b, site.On("secret.test", "/form.html?hidden"))
		if b.Host == e2e.Worker { // who answers there leaves the agent on a page that it may not touch
			e2e.Await(t, "it is so", func() bool { return b.Help(t, tab, "done") })
			is.Equal((<-got).Code, "domain_blocked")
		}
	})

	t.Run("asked again after the worker was killed, it goes on", func(t *testing.T) {
		is := is.New(t)
		url, tab := page("form.html")
		got := ask(tab, "Please confirm")
		marker(t, b, url)
		b.Kill(t)
		a := <-got
		if b.Host == e2e.Worker {
			is.Equal(a.Code, "internal_error")
			is.Equal(a.Outcome, "unknown")
		}
		back(t, b)
		if b.Host == e2e.Worker { // the request is still in the popup, and its answer is kept
			e2e.Await(t, "it is so", func() bool { return b.Help(t, tab, "done") })
			outcome(t, b.Try(t, map[string]any{"type": "help", "tabId": tab, "message": "Please confirm"}), "done")
		}
		got = ask(tab, "Please confirm")
		marker(t, b, url).press(t, "Done")
		outcome(t, <-got, "done")
	})
}

// found is the marker as the browser knows it.
type found struct {
	b       *e2e.Product
	session string
	text    string
}

type node struct {
	NodeID      int    `json:"nodeId"`
	NodeName    string `json:"nodeName"`
	NodeValue   string `json:"nodeValue"`
	Children    []node `json:"children"`
	ShadowRoots []node `json:"shadowRoots"`
	Content     *node  `json:"contentDocument"`
}

func (n node) text() string {
	text := n.NodeValue
	for _, c := range append(n.Children, n.ShadowRoots...) {
		text += c.text()
	}
	return text
}

// find walks the tree, closed shadow roots included.
func (n node) find(match func(node) bool) *node {
	if match(n) {
		return &n
	}
	for _, c := range append(n.Children, n.ShadowRoots...) {
		if f := c.find(match); f != nil {
			return f
		}
	}
	return nil
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
	if err := f.send(t, "DOM.getDocument", map[string]any{"depth": -1, "pierce": true}, &doc); err != nil {
		return node{}
	}
	return doc.Root
}

func box(n node) bool {
	return n.NodeName == "H2" && len(n.Children) == 2 && strings.Contains(n.text(), "Your agent needs you")
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
	e2e.Await(t, "it is so", func() bool {
		root := f.tree(t)
		if root.find(box) == nil {
			return false
		}
		f.text = root.text()
		return true
	})
	return f
}

// shown reports whether the page shows it.
func shown(t *testing.T, b *e2e.Product, url string) bool {
	t.Helper()
	return look(t, b, url).tree(t).find(box) != nil
}

// press clicks a button of the marker as the person's mouse would.
func (f found) press(t *testing.T, label string) {
	t.Helper()
	for range 50 {
		root := f.tree(t)
		button := root.find(func(n node) bool { return n.NodeName == "BUTTON" && n.text() == label })
		var model struct{ Model struct{ Content []float64 } }
		if button == nil || f.send(t, "DOM.getBoxModel", map[string]any{"nodeId": button.NodeID}, &model) != nil {
			time.Sleep(20 * time.Millisecond)
			continue
		}
		q := model.Model.Content
		x, y := (q[0]+q[4])/2, (q[1]+q[5])/2
		for _, kind := range []string{"mousePressed", "mouseReleased"} {
			if err := f.send(t, "Input.dispatchMouseEvent", map[string]any{"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}, nil); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	t.Fatalf("the marker has no button %q", label)
}
