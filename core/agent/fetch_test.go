package agent_test

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/protocol"
)

const get = `{"url":"https://a.test/data.json"}`

func TestStep_FetchReadsInAHiddenTab(t *testing.T) {
	is := is.New(t)
	r := with(t, func(*agent.Run) {})
	r.calls("fetch_url", get)
	is.Equal(one[agent.Act](r).Action, protocol.OpenTab{URL: "https://a.test/data.json"})
	r.answers(protocol.OpenTabResult{TabID: 9})
	is.Equal(one[agent.Act](r).Action, protocol.Extract{OnTab: protocol.OnTab{TabID: 9}, MaxTokens: 2000})
	r.answers(protocol.ExtractResult{Markdown: `{"total":5}`, URL: "https://a.test/data.json"})
	is.Equal(one[agent.Act](r).Action, protocol.CloseTab{TabID: 9})
	r.answers(protocol.OK{OK: true})
	r.has(`{"total":5}`)
	r.has("<untrusted")
	strict(t, one[agent.Ask](r).Request)
	r.calls("extract", "{}")
	is.Equal(one[agent.Act](r).Action.Tab(), 3) // the run is where it was
}

func TestStep_FetchIsRefused(t *testing.T) {
	for _, row := range []struct {
		sentence string
		change   func(r *agent.Run)
		args     string
		want     string
	}{
		{"in ask mode", func(r *agent.Run) { r.Mode = agent.ModeAsk }, get, "ask mode"},
		{"of a file", func(*agent.Run) {}, `{"url":"file:///etc/passwd"}`, "https:// or http://"},
		{"writing without leave", func(*agent.Run) {}, `{"url":"https://a.test/x","method":"POST"}`, "has not allowed writing past the page"},
		{"deleting without leave, in small letters", func(*agent.Run) {}, `{"url":"https://a.test/x","method":"delete"}`, "has not allowed writing past the page"},
		{"another method", func(r *agent.Run) { r.AllowAPI = true }, `{"url":"https://a.test/x","method":"CONNECT"}`, "method must be"},
		{"a GET with a body", func(r *agent.Run) { r.AllowAPI = true }, `{"url":"https://a.test/x","body":"x"}`, "has no body"},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			r := with(t, row.change)
			r.calls("fetch_url", row.args)
			r.has(row.want)
		})
	}
	t.Run("by the gate", func(t *testing.T) {
		is := is.New(t)
		r := with(t, func(*agent.Run) {})
		r.calls("fetch_url", get)
		r.send(agent.Event{Type: agent.Acted, ID: one[agent.Act](r).ID, Code: protocol.CodeDomainBlocked, Text: "a.test is blocked"})
		r.has("domain_blocked")
		is.Equal(r.s.Status(), agent.Running)
	})
}

func TestStep_FetchWrites(t *testing.T) {
	const post = `{"url":"https://a.test/x?y=1","method":"POST","body":"{\"a\":\"</script>\u2028\"}"}`
	begin := func() *harness {
		r := with(t, func(r *agent.Run) { r.AllowAPI = true })
		r.calls("fetch_url", post)
		is.New(t).Equal(one[agent.Act](r).Action, protocol.OpenTab{URL: "https://a.test/"}) // a page of the same site
		r.answers(protocol.OpenTabResult{TabID: 9})
		return r
	}
	t.Run("from within a page of the site, and nowhere else", func(t *testing.T) {
		is := is.New(t)
		r := begin()
		a := one[agent.Act](r)
		is.Equal(a.Action.(protocol.Evaluate).Expression, `if(location.origin!=="https://a.test")throw new Error("the site leads to "+location.origin);const r=await fetch("https://a.test/x?y=1",{method:"POST",mode:"same-origin",credentials:"same-origin",redirect:"error",body:"{\"a\":\"</script>\u2028\"}",headers:{"content-type":"application/json"}});return r.status+"\n"+(await r.text()).slice(0,6000)`)
		is.Equal(a.May, []risk.Sink{risk.Foreign, risk.Script})
		is.Equal(a.Site, "https://a.test")
		r.answers(protocol.EvaluateResult{Type: "string", Value: jsontext.Value(`"201\nok"`)})
		r.answers(protocol.OK{OK: true})
		r.has("201")
	})
	t.Run("where the tab was sent elsewhere", func(t *testing.T) {
		r := begin()
		r.holds(risk.Facts{Does: risk.Foreign, Site: "https://evil.test"})
		is.New(t).Equal(one[agent.Act](r).Action, protocol.CloseTab{TabID: 9})
		r.answers(protocol.OK{OK: true})
		r.has("leads to https://evil.test")
	})
	t.Run("an outcome that nobody knows", func(t *testing.T) {
		r := begin()
		r.send(agent.Event{Type: agent.Restarted})
		r.has("It may have happened")
		r.calls("fetch_url", post)
		r.has("read the page first")
	})
	t.Run("what was read elsewhere", func(t *testing.T) {
		is := is.New(t)
		r := with(t, func(r *agent.Run) { r.AllowAPI = true })
		r.calls("navigate", `{"url":"https://mail.test/"}`)
		r.answers(protocol.OK{OK: true, Effects: &protocol.Effects{Navigated: &protocol.Navigated{URL: "https://mail.test/"}}})
		r.calls("extract", "{}")
		r.answers(protocol.ExtractResult{Text: "the code is 884213, for nobody else", URL: "https://mail.test/"})
		r.calls("fetch_url", `{"url":"https://a.test/x","method":"POST","body":"the code is 884213, for nobody else"}`)
		is.Equal(one[agent.Question](r).Risk.Sink, risk.Leave)
		r = with(t, func(r *agent.Run) { r.AllowAPI, r.Confirm = true, true })
		r.calls("fetch_url", `{"url":"https://a.test/x","method":"DELETE"}`)
		is.Equal(one[agent.Question](r).Risk.What, "DELETE https://a.test/x")
		r.decides(true)
		is.True(strings.HasPrefix(one[agent.Act](r).Action.(protocol.OpenTab).URL, "https://a.test/"))
	})
}
