package debugger_test

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// TestRun_DetachedAfterTheClick: Chrome detaches when a page has another
// program open an address, and may not say why. The page says whether the click
// came: then it is done, as often as it happens, else its outcome is unknown.
func TestRun_DetachedAfterTheClick(t *testing.T) {
	s := newStage(t)
	told, reason, outcome := "", "target_closed", `{"heard":true,"link":"mailto:ann@a.example"}`
	inquiries, late := 0, false
	s.scripted(func(ctx context.Context, c coretest.Command) ([]byte, error) {
		switch {
		case strings.Contains(c.Params, "mousePressed"):
			if told != "" {
				s.d.Event(1, "", "Page.frameRequestedNavigation", []byte(`{"frameId":"F","disposition":"currentTab","url":"`+told+`"}`))
			}
			if late {
				return nil, nil
			}
			s.d.Detached(1, reason)
			return hang(ctx)
		case strings.Contains(c.Params, "outcome"):
			inquiries++
			return []byte(`{"result":{"type":"string","value":` + strconv.Quote(`{"ok":`+outcome+`}`) + `}}`), nil
		}
		return nil, nil
	})
	go advanceUntilDone(t.Context(), s.clock)
	click := func() (protocol.Result, error) {
		res, _, err := s.d.Run(t.Context(), 1, 10, protocol.Click{Target: protocol.Target{Selector: "a"}}, allow{})
		return res, err
	}
	for range 9 {
		res, err := click()
		s.NoErr(err)
		s.Equal(protocol.Caused(res).External, "mailto:ann@a.example")
	}
	told = "tel:1" // the browser's own word needs no question
	res, err := click()
	s.NoErr(err)
	s.Equal(protocol.Caused(res).External, "tel:1")
	s.Equal(inquiries, 9)
	told, outcome = "", `{"heard":true,"link":""}`
	res, err = click()
	s.NoErr(err)
	s.True(strings.Contains(protocol.Caused(res).Unsettled, "let go of the tab"))
	for _, outcome = range []string{`{"heard":false}`, `{"heard":true,"missed":true}`, `{"heard":true,"lost":true}`} {
		_, err = click()
		s.Equal(protocol.OutcomeOf(err), protocol.ErrorUnknown)
	}
	told, late = "tel:2", true // the action may be over by then
	for range 9 {
		res, err = click()
		s.NoErr(err)
		s.Equal(protocol.Caused(res).External, "tel:2")
		s.d.Detached(1, "target_closed")
	}
	told, late = "", false
	reason, inquiries = "connection_lost", 0
	_, err = click()
	s.Equal(protocol.OutcomeOf(err), protocol.ErrorUnknown)
	s.Equal(inquiries, 0) // whoever lost the browser is told at once
}
