package debugger_test

import (
	"context"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// asks is a guard of a person who wants to be asked about what contains it.
type asks struct {
	allow
	about string
}

func (g asks) Touch(url string) error {
	if strings.Contains(url, g.about) {
		return protocol.NewError(protocol.CodeTimeout, "asked")
	}
	return nil
}

func (g asks) Granted(url string) bool { return g.Touch(url) == nil }

// An action may lead to a site that the person has not been asked about; what
// is there is not read, and gets no input, before they have answered.
func TestGuard_LedElsewhere(t *testing.T) {
	rows := []struct {
		name   string
		action protocol.Action
		at     string // the command during which the page goes elsewhere
		code   protocol.Code
	}{
		{"a click that leads there is done", protocol.Click{Target: protocol.Target{Selector: "a"}}, "Input.dispatchMouseEvent", ""},
		{"a click is not, when the page goes there first", protocol.Click{Target: protocol.Target{Selector: "a"}}, "Runtime.evaluate", protocol.CodeTimeout},
		{"what is read there is not told", protocol.Extract{}, "Runtime.evaluate", protocol.CodeTimeout},
		{"a picture of it is not told", protocol.Screenshot{}, "Page.captureScreenshot", protocol.CodeTimeout},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			s.NoErr(s.d.Attach(t.Context(), 1))
			gone, pressed := false, false
			s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
				if c.Method == row.at && !gone {
					gone = true
					s.d.Event(1, "", "Page.frameNavigated", []byte(`{"frame":{"id":"F","url":"https://other.example/"}}`))
					s.d.Event(1, "", "Page.domContentEventFired", []byte(`{}`))
					s.d.Event(1, "", "Page.loadEventFired", []byte(`{}`))
				}
				pressed = pressed || strings.Contains(c.Params, "mousePressed")
				return nil, nil
			})
			_, _, err := s.d.Run(t.Context(), 1, 10, row.action, asks{about: "other.example"})
			if row.code == "" {
				s.NoErr(err)
				return
			}
			s.Equal(protocol.CodeOf(err), row.code)
			s.True(!pressed)
		})
	}
}
