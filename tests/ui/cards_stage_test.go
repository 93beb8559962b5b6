package ui

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/e2e"
	"github.com/zapvol/bua/tests/fakemodel"
)

// cardStage is what the cards are tried on: a browser paired with a backend, each of which can be
// started again, and a model that asks each thing.
type cardStage struct {
	t       *testing.T
	browser *e2e.Alone
	main    *app.Main
	home    app.Home
	site    *e2e.Site
	till    string
	placed  *atomic.Int32

	mu   sync.Mutex
	asks []*asking // owned by mu
}

// asking is a run that asks one thing.
type asking struct {
	card          card
	run, task, to string
	gate          context.Context
	goesOn        func()
}

func newCardStage(t *testing.T) *cardStage {
	t.Helper()
	w := &cardStage{t: t, browser: e2e.NewAlone(t), home: app.Home(t.TempDir()), site: e2e.NewSite(t, pages, "pages")}
	w.till, w.placed = till(t)
	w.main = e2e.Backend(t, app.Options{Home: w.home})
	e2e.Scripted(t, w.home, w.model)
	popup := extensionPage(t, w.browser.CDP, "popup/index.html")
	paired(t, w.main, popup)
	popup.await(`chrome.storage.local.set({consentMode: "per-origin", consentSites: ["127.0.0.1", "words.test", "login.test", "dialog.test", "wall.test"]}).then(() => true)`)
	w.browser.EndWorker(t) // the next one reads them
	popup.says("Connected")
	return w
}

func (w *cardStage) panel() *page {
	w.t.Helper()
	return extensionPage(w.t, w.browser.CDP, "sidepanel/index.html")
}

// restart ends the backend and starts another one in its place.
func (w *cardStage) restart() {
	w.t.Helper()
	address := w.main.Address()
	w.main.Close()
	w.main = e2e.Backend(w.t, app.Options{Home: w.home, Address: address})
}

// begin starts the run of a card.
func (w *cardStage) begin(t *testing.T, c card, how string) *asking {
	t.Helper()
	a := &asking{card: c, to: w.site.On(how+".test", "/shop.html")}
	a.task = fmt.Sprintf("%s %s: see %s", c.task, how, a.to)
	a.gate, a.goesOn = context.WithCancel(t.Context())
	w.mu.Lock()
	w.asks = append(w.asks, a)
	w.mu.Unlock()
	at := w.till
	if c.path != "" {
		at = w.site.On(c.site, c.path)
	}
	client := &httpapi.Client{Base: w.main.URL(), Token: w.main.OperatorToken()}
	data, err := client.StartRun(t.Context(), fmt.Appendf(nil, `{"task":%q,"url":%q}`, a.task, at))
	var v runs.View
	if err == nil {
		err = json.Unmarshal(data, &v)
	}
	if err != nil {
		t.Fatal(err)
	}
	a.run = v.ID
	return a
}

// entered is what the page of the dialogs says of one.
var entered = regexp.MustCompile(`prompt (Letters|null)`)

// model is the model: it asks what the run's card is of, and tells what it heard.
func (w *cardStage) model(r chat.Request) fakemodel.Say {
	a := w.of(r)
	if a == nil {
		return over("Nobody has begun this.")
	}
	calls, told, before := map[string]int{}, "", ""
	for _, m := range r.Messages {
		if m.Role == chat.RoleTool {
			told += m.Text + "\n"
		}
		for _, c := range m.Calls {
			calls[c.Name]++
			before = c.Name
		}
	}
	last := r.Messages[len(r.Messages)-1].Text
	read := calling("extract", nil)
	switch a.card.name {
	case "a question":
		if calls["clarify"] == 0 {
			return calling("clarify", map[string]any{"question": a.card.says})
		}
		if strings.Count(told, "The person answers: Green") == 1 {
			return over("You said Green, once.")
		}
	case "an approval":
		return orders(r)
	case "a hand-over":
		if calls["help"] == 0 {
			return calling("help", map[string]any{"message": a.card.says})
		}
		// Until its page is opened again after the browser has ended, the card is the panel's own.
		if strings.Count(told, "it is done")+strings.Count(told, "The person answers: Done") == 1 {
			return over("You have logged in, once.")
		}
	case "a site":
		switch {
		case strings.Contains(last, "As a gift"):
			return over("I am there.")
		case before == "navigate":
			return read
		}
		return calling("navigate", map[string]any{"url": a.to})
	case "a dialog":
		if calls["click"] == 0 {
			return calling("click", map[string]any{"selector": "#name"})
		}
		<-a.gate.Done()
		switch said := entered.FindString(last); {
		case before != "extract":
			return read
		case said == "":
			return over("It says: nothing.")
		default:
			return over("It says: " + said + ".")
		}
	case "an obstacle":
		<-a.gate.Done()
		switch {
		case strings.Contains(last, "Inbox"):
			return over("I am past it.")
		case strings.Contains(last, "Verify you are human"):
			return calling("click", map[string]any{"selector": "#pass"})
		}
		return read
	}
	return over("I have heard:\n" + told)
}

// of finds the run that a request belongs to.
func (w *cardStage) of(r chat.Request) *asking {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, a := range w.asks {
		if strings.Contains(r.Messages[0].Text, a.task) {
			return a
		}
	}
	return nil
}

// calling is an answer that makes one call.
func calling(name string, args map[string]any) fakemodel.Say {
	data, _ := json.Marshal(args) // strings
	if args == nil {
		data = []byte("{}")
	}
	return fakemodel.Say{Calls: []chat.Call{{Name: name, Arguments: string(data)}}}
}

// over ends a run with some words.
func over(words string) fakemodel.Say {
	return calling("done", map[string]any{"outcome": "failed", "summary": words})
}
