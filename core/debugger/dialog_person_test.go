package debugger_test

import (
	"testing"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/supervisor"
)

// The person answers instead of the agent, which hears by whom it was.
func TestDialog_AnsweredByThePerson(t *testing.T) {
	s := newStage(t)
	told := make(chan int, 10)
	s.d.Listen(listener{dialog: func(tab int) { told <- tab }})
	s.NoErr(s.d.Attach(t.Context(), 1))
	answers := s.open("prompt")
	s.Equal(<-told, 1)
	o, url := s.d.Dialog(1)
	s.Equal(o.Message, "m")
	s.Equal(url, "https://a.example/")
	due, err := s.d.CloseDialog(t.Context(), 1, protocol.ClosedByPerson, supervisor.Reply{ID: "d-9", Accept: true})
	s.NoErr(err)
	s.True(!due) // another dialog
	due, err = s.d.CloseDialog(t.Context(), 1, protocol.ClosedByPerson, supervisor.Reply{ID: o.ID, Accept: true, Text: "Ann"})
	s.NoErr(err)
	s.True(due)
	s.Equal(<-told, 1) // closed
	s.Equal(*answers, []string{`{"accept":true,"promptText":"Ann"}`})
	o, _ = s.d.Dialog(1)
	s.True(o == nil)
	due, _ = s.d.CloseDialog(t.Context(), 1, protocol.ClosedByPerson, supervisor.Reply{ID: "d-1"})
	s.True(!due) // once
	res := s.dialogs(t, protocol.Dialog{})
	s.Equal(res.Recent[0].ClosedBy, protocol.ClosedByPerson)
	o, _ = s.d.Dialog(2)
	s.True(o == nil) // a tab that nobody knows
}
