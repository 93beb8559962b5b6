package actions_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

const secretValue = `canary-of-a-secret "\<é>`

func TestSecret(t *testing.T) { onEach(t, specSecret) }

// specSecret fills secrets in by their names: the page gets them, on the sites
// that they are for, and the agent never sees them.
func specSecret(t *testing.T, b *e2e.Product, site *e2e.Site) {
	here := strings.TrimSuffix(site.URL("/"), "/")
	b.Secret(t, "here", secretValue, here)
	b.AnyField(t, "anywhere", secretValue, here)
	b.AnyField(t, "elsewhere", secretValue, "https://example.com", strings.TrimSuffix(site.On("localhost", "/"), "/"))
	tab := b.Open(t, site.URL("/fields.html"))
	page := b.Extract(t, tab, nil)
	// told fails when something that the agent gets holds the value.
	told := func(t *testing.T, action map[string]any) string {
		t.Helper()
		out := b.Try(t, action)
		data, err := json.Marshal(out.Result)
		if err != nil {
			t.Fatal(err)
		}
		all := out.Text + out.Message + string(data)
		if strings.Contains(all, "canary-of-a-secret") {
			t.Errorf("%v tells the secret: %s", action, all)
		}
		return all
	}

	for _, field := range []struct{ name, selector, id, secret string }{
		{"a password field", "#secret", "secret", "here"}, {"a plain field", "#name", "name", "anywhere"}, {"a textarea", "#bio", "bio", "anywhere"},
	} {
		t.Run(field.name, func(t *testing.T) {
			is := is.New(t)
			b.Get(t, map[string]any{"type": "type", "selector": field.selector, "text": "what was there", "tabId": tab})
			site.Forget()
			told(t, map[string]any{"type": "type", "selector": field.selector, "secret": field.secret, "tabId": tab})
			got := site.Await(t, 1, e2e.Type("input", field.id))
			is.Equal(got[len(got)-1].Detail, secretValue) // it replaces what was there
			is.True(got[len(got)-1].Trusted)
			told(t, map[string]any{"type": "extract", "tabId": tab})
			told(t, map[string]any{"type": "find", "query": "name bio secret", "tabId": tab})
			told(t, map[string]any{"type": "extract", "tabId": tab, "selector": "body", "query": "canary"})
			seen := told(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": fmt.Sprintf("return document.getElementById(%q).value", field.id)})
			is.True(strings.Contains(seen, "[secret here]")) // a script of the agent's gets a mark
		})
	}

	t.Run("by a uid", func(t *testing.T) {
		site.Forget()
		b.Get(t, map[string]any{"type": "type", "uid": page.UID(t, "textbox", "Name"), "secret": "anywhere", "tabId": tab})
		is.New(t).Equal(site.Await(t, 1, e2e.Type("input", "name"))[0].Detail, secretValue)
	})

	t.Run("in a form, beside a value", func(t *testing.T) {
		is := is.New(t)
		site.Forget()
		seen := told(t, map[string]any{"type": "fill_form", "tabId": tab, "fields": []map[string]any{
			{"selector": "#react", "value": "Ann"}, {"selector": "#secret", "secret": "here"}}})
		got := site.Await(t, 1, e2e.Type("input", "secret"))
		is.Equal(got[len(got)-1].Detail, secretValue)
		is.True(got[len(got)-1].Trusted)
		is.True(strings.Contains(seen, "Ann")) // the one that is none is told
		site.Forget()
		is.True(strings.Contains(b.Refused(t, "invalid_action", map[string]any{"type": "fill_form", "tabId": tab,
			"fields": []map[string]any{{"selector": "#secret", "secret": "elsewhere"}}}), "not stored for the site"))
		settle(t, b, tab)
		is.Equal(len(site.Seen(e2e.Type("input", ""))), 0)
	})

	for _, row := range []struct {
		name   string
		action map[string]any
		says   string
	}{
		{"one that is for another site", map[string]any{"selector": "#secret", "secret": "elsewhere"}, "not stored for the site"},
		{"one that is not there", map[string]any{"selector": "#secret", "secret": "nothing"}, "stored are anywhere, elsewhere, here"},
		{"a field that holds more than text", map[string]any{"selector": "#rich", "secret": "here"}, "an input or a textarea only"},
		{"a read-only field", map[string]any{"selector": "#fixed", "secret": "here"}, "read-only"},
		{"a field that shows what it holds", map[string]any{"selector": "#name", "secret": "here"}, `The textbox "Name" is no field for a password`},
		{"any field at the agent's word", map[string]any{"selector": "#name", "secret": "here", "anyField": true}, "anyField"},
		{"a site that the agent names", map[string]any{"selector": "#secret", "secret": "elsewhere", "origins": []string{here}}, "origins"},
		{"a text beside it", map[string]any{"selector": "#secret", "secret": "here", "text": "x"}, "text and secret"},
	} {
		t.Run("refuses "+row.name, func(t *testing.T) {
			is := is.New(t)
			site.Forget()
			row.action["type"], row.action["tabId"] = "type", tab
			is.True(strings.Contains(b.Refused(t, "invalid_action", row.action), row.says))
			settle(t, b, tab)
			is.Equal(len(site.Seen(e2e.Type("input", ""))), 0)
		})
	}

	t.Run("a frame of another site does not get it, and one of the site that it is for does", func(t *testing.T) {
		is := is.New(t)
		b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": fmt.Sprintf("const f = document.createElement('iframe'); f.src = %q; document.body.append(f); return new Promise(there => { f.onload = () => there(1) })", site.On("localhost", "/fields.html?inner"))})
		frame := framesOf(t, b, tab, "inner")("inner")
		site.Forget()
		is.True(strings.Contains(b.Refused(t, "invalid_action", map[string]any{"type": "type", "selector": "#name", "frameId": frame, "secret": "anywhere", "tabId": tab}), "not stored for the site"))
		settle(t, b, tab)
		is.Equal(len(site.Seen(e2e.Type("input", ""))), 0)
		b.Get(t, map[string]any{"type": "type", "selector": "#name", "frameId": frame, "secret": "elsewhere", "tabId": tab})
		is.Equal(site.Await(t, 1, e2e.Type("input", "name"))[0].Detail, secretValue)
	})

	t.Run("a page that goes elsewhere does not get it", func(t *testing.T) {
		is := is.New(t)
		b.Get(t, map[string]any{"type": "navigate", "url": site.On("other.test", "/fields.html"), "tabId": tab})
		site.Forget()
		is.True(strings.Contains(b.Refused(t, "invalid_action", map[string]any{"type": "type", "selector": "#secret", "secret": "here", "tabId": tab}), "not stored for the site"))
		settle(t, b, tab)
		is.Equal(len(site.Seen(e2e.Type("input", ""))), 0)
	})
}
