package actions_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// strict is a page that allows no style and no script but its own, makes
// everything outside its dialog inert, and hides what it does not know.
func strict(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'; script-src 'nonce-a'; style-src 'nonce-a'")
	_, _ = io.WriteString(w, `<!doctype html><title>Strict</title><style nonce="a">div { display: none !important; z-index: -1 }</style>
<p>Behind</p><dialog><p>In front</p></dialog><script nonce="a">document.querySelector("dialog").showModal()</script>`)
}

// specHelp: the person is asked in the page, answers there, and has the tab meanwhile.
// core/dispatch has what becomes of a question that nobody answers.
func specHelp(t *testing.T, b *e2e.Product, site *e2e.Site) {
	site.Mux.HandleFunc("/strict", strict)
	n := 0
	page := func(t *testing.T, path string) (string, int) {
		n++
		url := site.URL(fmt.Sprintf("%s?help%d", path, n))
		return url, b.Open(t, url)
	}
	// ask begins an action on another goroutine.
	ask := func(t *testing.T, action map[string]any) <-chan e2e.Answer {
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
	help := func(tab int) map[string]any {
		return map[string]any{"type": "help", "tabId": tab, "message": "Please <b>solve</b> the captcha"}
	}
	outcome := func(t *testing.T, a e2e.Answer, want string) {
		t.Helper()
		if a.Code != "" || a.Result["outcome"] != want {
			t.Fatalf("answered %q %q %v, want %s", a.Code, a.Message, a.Result, want)
		}
	}

	run(t, "the person presses Done in the page, and the agent's client hears meanwhile that they are waited for", func(t *testing.T, is asserts) {
		heard := make(chan string, 16)
		b.Progress(func(message string) { heard <- message })
		url, tab := page(t, "/form.html")
		got := ask(t, help(tab))
		m := marker(t, b, url)
		for range 2 { // at once, and again and again
			select {
			case message := <-heard:
				is.Equal(message, "waiting for the person")
			case <-time.After(20 * time.Second):
				t.Fatal("nothing was reported")
			}
		}
		b.Progress(func(string) {})
		is.True(strings.Contains(m.text, "Please <b>solve</b> the captcha")) // as text
		is.True(strings.Contains(m.text, "spec 1"))                          // and whose words they are
		m.press(t, "Done")
		a := <-got
		outcome(t, a, "done")
		is.True(strings.Contains(a.Text, "extract"))
		is.True(!m.shown(t)) // it is gone when the agent goes on
		is.True(!strings.Contains(b.Extract(t, tab, nil).Text, "captcha"))
	})
	t.Run("the person cannot, on a page that makes everything else inert, refuses styles and takes the marker away", func(t *testing.T) {
		url, tab := page(t, "/strict")
		got := ask(t, help(tab))
		marker(t, b, url).eval(t, "document.querySelector('dialog div').remove()")
		marker(t, b, url).press(t, "I can’t") // the next lease brings it back
		outcome(t, <-got, "declined")
	})
	t.Run("what the page's scripts do is no press, and nothing of it stays in the page", func(t *testing.T) {
		url, tab := page(t, "/form.html")
		action := help(tab)
		action["timeoutMs"] = 3000
		got := ask(t, action)
		m := marker(t, b, url)
		m.eval(t, `(() => { const host = [...document.documentElement.children].find(e => e.popover)
			host.click(); host.dispatchEvent(new MouseEvent("click", {bubbles: true, composed: true}))
			return host.shadowRoot === null })()`)
		a := <-got
		outcome(t, a, "timed_out")
		is.New(t).True(a.Took >= 2*time.Second)
		e2e.Await(t, "the marker is gone", func() bool { return !m.shown(t) })
	})
	t.Run("it goes with the person to the next page", func(t *testing.T) {
		url, tab := page(t, "/form.html")
		got := ask(t, help(tab))
		to := site.On("login.test", "/blank.html?in")
		marker(t, b, url).eval(t, fmt.Sprintf("location.href = %q", to))
		marker(t, b, to).press(t, "Done")
		a := <-got
		outcome(t, a, "done")
		effects, _ := a.Result["effects"].(map[string]any)
		navigated, _ := effects["navigated"].(map[string]any)
		is.New(t).Equal(navigated["url"], to)
	})
	run(t, "the agent's other actions wait while the person has the tab", func(t *testing.T, is asserts) {
		url, tab := page(t, "/form.html")
		other := &stage{b, site, b.Open(t, site.URL("/blank.html?other"))}
		got := ask(t, help(tab))
		m := marker(t, b, url)
		second := ask(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": `return document.querySelectorAll("[popover]").length`})
		is.Equal(other.js(t, "1"), 1.0) // another tab is free
		select {
		case a := <-second:
			t.Fatalf("an action ran in the person's tab: %+v", a)
		default:
		}
		m.press(t, "Done")
		outcome(t, <-got, "done")
		is.Equal((<-second).Result["value"], float64(0)) // and it saw nothing of the marker
	})
	for name, end := range map[string]func(tab int){"stops it": func(tab int) { b.Stop(t, tab) }, "closes the tab": func(tab int) { b.CloseAsPerson(t, tab) }} {
		t.Run("the person "+name, func(t *testing.T) {
			n++
			url := site.URL(fmt.Sprintf("/form.html?help%d", n))
			tab := b.OpenAsPerson(t, url)
			got := ask(t, help(tab))
			m := marker(t, b, url)
			end(tab)
			is.New(t).Equal((<-got).Code, "session_not_found")
			e2e.Await(t, "the lease is over", func() bool { return !m.shown(t) })
			b.Resume(t, tab)
		})
	}
	run(t, "on a blocked domain no marker is shown, and the way back is open", func(t *testing.T, is asserts) {
		url, tab := page(t, "/form.html")
		b.Block(t, "secret.test")
		defer b.Block(t)
		got := ask(t, help(tab))
		m := marker(t, b, url)
		hidden := site.On("secret.test", "/form.html?hidden")
		m.eval(t, fmt.Sprintf("location.href = %q", hidden))
		there := look(t, b, hidden)
		time.Sleep(2500 * time.Millisecond) // longer than a lease: nothing may come
		is.True(!there.shown(t))
		m.eval(t, fmt.Sprintf("location.href = %q", url))
		marker(t, b, url).press(t, "Done")
		outcome(t, <-got, "done")
	})
	run(t, "asked again after the worker was killed, it goes on", func(t *testing.T, is asserts) {
		url, tab := page(t, "/form.html")
		got := ask(t, help(tab))
		marker(t, b, url)
		b.Kill(t)
		a := <-got
		if b.Host == e2e.Worker {
			is.Equal(a.Code, "internal_error")
			is.Equal(a.Outcome, "unknown")
		}
		back(t, b)
		if b.Host == e2e.Worker { // the request is still in the popup, and its answer is kept
			e2e.Await(t, "it is asked again", func() bool { return b.Help(t, tab, "done") })
			outcome(t, b.Try(t, help(tab)), "done")
		}
		got = ask(t, help(tab))
		marker(t, b, url).press(t, "Done")
		outcome(t, <-got, "done")
	})
}
