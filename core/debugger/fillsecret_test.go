package debugger_test

import (
	"context"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// A secret is in no command before the field's document is known to be of a site
// that it is for, by the page's word and by the browser's.
func TestType_SecretGoesOnlyWhereItMay(t *testing.T) {
	const value = "canary-of-a-secret"
	secret := protocol.Type{Target: protocol.Target{Selector: "#p"}, Text: value, Secret: "a", Origins: []string{"https://a.example"}}
	elsewhere, missing := secret, secret
	elsewhere.Origins, missing.Origins = []string{"https://b.example"}, nil
	rows := []struct {
		name   string
		action protocol.Type
		goes   string // where the page goes while the field gets the focus
		says   string // where the engine says that it is
		code   protocol.Code
	}{
		{"the site that it is for", secret, "", "", ""},
		{"another site", elsewhere, "", "", protocol.CodeInvalidAction},
		{"no site at all", missing, "", "", protocol.CodeInvalidAction},
		{"a page that the browser says has gone", secret, "https://b.example/", "", protocol.CodeInvalidAction},
		{"a document that says it is another", secret, "", "https://b.example/", protocol.CodeInvalidAction},
	}
	for _, form := range []bool{false, true} {
		for _, row := range rows {
			action, name := protocol.Action(row.action), row.name
			if form {
				name += ", in a form"
				action = protocol.FillForm{Fields: []protocol.Fill{{Target: row.action.Target, Value: row.action.Text, Secret: row.action.Secret, Origins: row.action.Origins}}}
			}
			t.Run(name, func(t *testing.T) {
				s := newStage(t)
				s.NoErr(s.d.Attach(t.Context(), 1))
				filled := 0
				s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
					if strings.Contains(c.Params, value) {
						filled++
					}
					if c.Method != "Runtime.evaluate" || !strings.Contains(c.Params, "focus") {
						return nil, nil
					}
					if row.goes != "" {
						s.d.Event(1, "", "Page.frameNavigated", []byte(`{"frame":{"id":"F","url":"`+row.goes+`"}}`))
					}
					if row.says != "" {
						return []byte(strings.Replace(engineOK, "https://a.example/", row.says, 1)), nil
					}
					return nil, nil
				})
				_, _, err := s.d.Run(t.Context(), 1, 10, action, asks{about: "nowhere"})
				if row.code == "" {
					s.NoErr(err)
					s.Equal(filled, 1)
					return
				}
				s.Equal(protocol.CodeOf(err), row.code)
				s.True(!strings.Contains(err.Error(), value))
				s.Equal(filled, 0)
			})
		}
	}
}
