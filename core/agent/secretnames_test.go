package agent_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/protocol"
)

// looks has a run read what it reads by itself, and returns what it then asks the model.
func (r *harness) looks() chat.Request {
	r.t.Helper()
	for {
		f, ok := r.effects[0].(agent.Act)
		if !ok {
			return one[agent.Ask](r).Request
		}
		is.New(r.t).Equal(f.Action.Kind(), protocol.KindExtract)
		_, url := r.s.Tab()
		r.answers(protocol.ExtractResult{Text: "a page", URL: url})
	}
}

// A model is told which stored values may be filled in on the site where the run is, and
// of no others. No value is known here.
func TestSecretNames(t *testing.T) {
	is := is.New(t)
	stored := []agent.SecretName{
		{Name: "login", Origins: []string{"https://a.test", "https://www.a.test"}},
		{Name: "totp", Origins: []string{"https://a.test"}},
		{Name: "bank", Origins: []string{"https://b.test:8443"}},
		{Name: "none", Origins: []string{"https://a.test:8443", "https://x.a.test"}},
	}
	r := with(t, func(r *agent.Run) { r.Secrets = stored })
	first := r.looks().Messages[0].Text
	is.True(strings.Contains(first+"\n", "Stored secrets for this site (type or fill_form with secret, not text): login, totp\n"))
	is.True(!strings.Contains(first, "bank") && !strings.Contains(first, "none"))

	data := agent.AppendState(nil, r.s)
	again, ok := agent.ReadState(data)
	is.True(ok)
	is.Equal(again.Run.Secrets, stored)

	r.calls("click", click)
	r.answers(protocol.OK{OK: true, Effects: &protocol.Effects{Navigated: &protocol.Navigated{URL: "https://b.test:8443/pay"}}})
	r.looks()
	r.has("Stored secrets for this site")
	is.True(strings.Contains(r.last(), "bank") && !strings.Contains(r.last(), "totp"))

	for name, change := range map[string]func(*agent.Run){
		"nothing is stored": func(*agent.Run) {},
		"it only reads":     func(r *agent.Run) { r.Secrets, r.Mode = stored, agent.ModeAsk },
		"there is no page":  func(r *agent.Run) { r.Secrets, r.TabID, r.URL = stored, 0, "" },
		"another site":      func(r *agent.Run) { r.Secrets, r.URL = stored, "https://c.test/" },
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			is.True(!strings.Contains(with(t, change).looks().Messages[0].Text, "secret"))
		})
	}
}
