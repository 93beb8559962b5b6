package agent_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/protocol"
)

// filledForm is a page whose text stays the same, with so many of its fields filled in.
func filledForm(filled int, state string) protocol.ExtractResult {
	x := page("Order. Name, street, city and so on.")
	for i := range 12 {
		e := protocol.Element{UID: "e" + strconv.Itoa(i), Role: "textbox", Name: "Field " + strconv.Itoa(i)}
		if i < filled && state == "" {
			e.Value = "value " + strconv.Itoa(i)
		} else if i < filled {
			e.State = []string{state}
		}
		x.Elements = append(x.Elements, e)
	}
	return x
}

// What fields hold and how boxes stand is what a page shows: who reads it after each is
// not going in circles. Who changes nothing is.
func TestStep_FillingAFormIsNoCircle(t *testing.T) {
	for _, row := range []struct {
		name, state string
		fills       bool
	}{{"values", "", true}, {"states", "checked", true}, {"nothing changes", "", false}} {
		t.Run(row.name, func(t *testing.T) {
			r := with(t, func(r *agent.Run) { r.Limits.Steps = 100 })
			for i := range 24 {
				if r.s.End != "" {
					break
				}
				filled := min(i, 12)
				if !row.fills {
					filled = 0
				}
				r.calls("extract", "{}")
				r.answers(filledForm(filled, row.state))
				if r.s.End == "" && i < 12 {
					r.calls("type", `{"uid":"e`+strconv.Itoa(i)+`","text":"value"}`)
					r.answers(protocol.OK{OK: true})
				}
				if row.fills && i == 12 {
					break
				}
			}
			is.New(t).Equal(r.s.Code, map[bool]string{true: "", false: "loop"}[row.fills])
			for _, m := range r.s.Messages() {
				if row.fills && (strings.Contains(m.Text, "same call") || strings.Contains(m.Text, "take turns")) {
					t.Errorf("it was told %q", m.Text)
				}
			}
		})
	}
}
