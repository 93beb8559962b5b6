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

// specSecret fills secrets in by their names: the page gets them, on the sites
// that they are for, and the agent never sees them.
func specSecret(t *testing.T, b *e2e.Product, site *e2e.Site) {
	here := strings.TrimSuffix(site.URL("/"), "/")
	b.Secret(t, "here", secretValue, here)
	b.AnyField(t, "anywhere", secretValue, here)
	b.AnyField(t, "elsewhere", secretValue, "https://example.com", strings.TrimSuffix(site.On("localhost", "/"), "/"))
	s := (&stage{b, site, 0}).show(t, "/fields.html")
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
	// got is what a field was given last, by the browser.
	got := func(t *testing.T, id string) string {
		t.Helper()
		list := site.Await(t, 1, e2e.Type("input", id))
		is.New(t).True(list[len(list)-1].Trusted)
		return list[len(list)-1].Detail
	}
	nothing := func(t *testing.T) {
		t.Helper()
		settle(t, b, s.tab)
		is.New(t).Equal(len(site.Seen(e2e.Type("input", ""))), 0)
		site.Forget()
	}
	for _, field := range []struct{ on, id, secret string }{{"#secret", "secret", "here"}, {"#name", "name", "anywhere"}, {"@Bio", "bio", "anywhere"}} {
		run(t, field.id, func(t *testing.T, is asserts) {
			s.do(t, "type "+field.on+": what was there")
			site.Forget()
			told(t, s.act(t, `type `+field.on+` {"secret":"`+field.secret+`"}`))
			is.Equal(got(t, field.id), secretValue) // it replaces what was there
			for _, line := range []string{"extract", "find: name bio secret", "extract body: canary"} {
				told(t, s.act(t, line))
			}
			is.True(strings.Contains(told(t, s.act(t, fmt.Sprintf("evaluate: return document.getElementById(%q).value", field.id))), "[secret here]")) // a script of the agent's gets a mark
		})
	}
	run(t, "in a form, beside a value", func(t *testing.T, is asserts) {
		site.Forget()
		fields := []map[string]any{{"selector": "#react", "value": "Ann"}, {"selector": "#secret", "secret": "here"}}
		is.True(strings.Contains(told(t, map[string]any{"type": "fill_form", "tabId": s.tab, "fields": fields}), "Ann")) // the one that is none is told
		is.Equal(got(t, "secret"), secretValue)
	})
	site.Forget()
	const other = "not stored for the site"
	for _, c := range []struct{ name, do, says string }{
		{"one that is for another site", `type #secret {"secret":"elsewhere"}`, other},
		{"and in a form", `fill_form {"fields":[{"selector":"#secret","secret":"elsewhere"}]}`, other},
		{"one that is not there", `type #secret {"secret":"nothing"}`, "stored are anywhere, elsewhere, here"},
		{"a field that holds more than text", `type #rich {"secret":"here"}`, "an input or a textarea only"},
		{"a read-only field", `type #fixed {"secret":"here"}`, "read-only"},
		{"a field that shows what it holds", `type #name {"secret":"here"}`, `The textbox "Name" is no field for a password`},
		{"any field at the agent's word", `type #name {"secret":"here","anyField":true}`, "anyField"},
		{"a site that the agent names", `type #secret {"secret":"elsewhere","origins":["` + here + `"]}`, "origins"},
		{"a text beside it", `type #secret {"secret":"here","text":"x"}`, "text and secret"},
	} {
		s.rows(t, row{name: "refuses " + c.name, do: c.do, code: "invalid_action", says: c.says})
		nothing(t)
	}
	t.Run("a frame of another site does not get it, and one of the site that it is for does", func(t *testing.T) {
		s.js(t, fmt.Sprintf("new Promise(there => { const f = document.createElement('iframe'); f.src = %q; f.onload = () => there(1); document.body.append(f) })", site.On("localhost", "/fields.html?inner")))
		in := `"frameId":"` + framesOf(t, b, s.tab, "inner")("inner") + `"}`
		site.Forget()
		s.rows(t, row{name: "one of another", do: `type #name {"secret":"anywhere",` + in, code: "invalid_action", says: other})
		nothing(t)
		s.do(t, `type #name {"secret":"elsewhere",`+in)
		is.New(t).Equal(got(t, "name"), secretValue)
	})
	site.Forget()
	s.rows(t, row{name: "a page that goes elsewhere does not get it", page: site.On("other.test", "/fields.html"), do: `type #secret {"secret":"here"}`, code: "invalid_action", says: other})
	nothing(t)
}
