package agent_test

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/protocol"
)

// An address that follows in the same answer is gone to, whatever page the act before has
// led to; not where a call between them was not done.
func TestStep_AnAddressAfterAnotherPage(t *testing.T) {
	moved := protocol.OK{OK: true, Effects: &protocol.Effects{Navigated: &protocol.Navigated{URL: "https://a.test/home"}}}
	is := is.New(t)
	r := with(t, plain)
	r.calls("click", click, "navigate", `{"url":"https://a.test/2"}`)
	r.answers(moved)
	is.Equal(one[agent.Act](r).Action.Kind(), protocol.KindNavigate)
	r = with(t, plain)
	r.calls("click", click, "type", `{"uid":"e2","text":"x"}`, "navigate", `{"url":"https://a.test/2"}`)
	r.answers(moved)
	r.has("Not done: the page changed, and a call before this one was not done.")
}

// A key that follows a field is not pressed where the field has gone: it would go to
// whatever has the focus then.
func TestStep_AKeyForAFieldThatHasGone(t *testing.T) {
	for _, gone := range []bool{true, false} {
		is := is.New(t)
		r := with(t, plain)
		r.calls("fill_form", `{"fields":[{"uid":"e1","value":"Bolt"}]}`, "press_key", `{"key":"Enter"}`)
		r.answers(protocol.FieldsResult{Fields: []protocol.FieldState{{Gone: gone}}})
		if gone {
			r.has("Not done: the field that the keys were for has gone.")
		} else {
			is.Equal(one[agent.Act](r).Action.Kind(), protocol.KindPressKey)
		}
	}
}

func TestStep_SecondsAreABound(t *testing.T) {
	is := is.New(t)
	r := with(t, plain)
	r.calls("wait_for", `{"gone":"Saving","seconds":3}`)
	is.Equal(one[agent.Act](r).Action, protocol.WaitFor{Gone: "Saving", TimeoutMS: 3000, OnTab: tab(3)})
	r = with(t, plain)
	r.calls("wait_for", `{"seconds":3}`)
	is.Equal(one[agent.Act](r).Action, protocol.WaitFor{Seconds: 3, OnTab: tab(3)})
}
