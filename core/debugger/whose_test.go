package debugger_test

import (
	"context"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// bars is a guard that refuses what contains it.
type bars struct {
	allow
	part string
}

func (g bars) Allow(url string) error {
	if strings.Contains(url, g.part) {
		return protocol.NewError(protocol.CodeDomainBlocked, "refused")
	}
	return nil
}

// Before a session starts a page is asked whose it is: it gets no input, and its
// requests are not held.
func TestWhose(t *testing.T) {
	const silent = "it does not answer"
	rows := []struct {
		name, url, origin, target string
		code                      protocol.Code
		at                        string // what the tab stands for
	}{
		{"a page that nobody made", "about:blank", "null", `{}`, "", "about:blank"},
		{"one that an allowed site made", "about:blank", "https://a.example", `{}`, "", "https://a.example/"},
		{"one that a refused site made", "about:blank", "https://bank.example", `{}`, protocol.CodeDomainBlocked, "https://bank.example/"},
		{"one that a page opened and that is nobody's now", "about:blank", "null", `{"openerId":"O","canAccessOpener":true}`, protocol.CodeDomainBlocked, "about:blank"},
		{"one that says nothing", "about:blank", silent, `{}`, protocol.CodeDomainBlocked, "about:blank"},
		{"one that is elsewhere by now", "https://bank.example/a", "", `{}`, protocol.CodeDomainBlocked, "https://bank.example/a"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			s.scripted(func(ctx context.Context, c coretest.Command) ([]byte, error) {
				switch {
				case c.Method == "Page.getFrameTree":
					return []byte(`{"frameTree":{"frame":{"id":"F","url":"` + row.url + `"}}}`), nil
				case c.Method == "Target.getTargetInfo":
					return []byte(`{"targetInfo":` + row.target + `}`), nil
				case strings.Contains(c.Params, "self.origin") && row.origin == silent:
					go advanceUntilDone(ctx, s.clock)
					return hang(ctx)
				case strings.Contains(c.Params, "self.origin"):
					return []byte(`{"result":{"type":"string","value":"` + row.origin + `"}}`), nil
				}
				return nil, nil
			})
			err := s.d.Whose(t.Context(), 1, bars{part: "bank.example"})
			s.Equal(protocol.CodeOf(err), row.code)
			s.Equal(s.d.URL(1), row.at)
			for _, never := range []string{"dispatchMouseEvent", "Fetch", "startScreencast", "navigateToHistoryEntry"} {
				s.True(!strings.Contains(s.methods(), never))
			}
			err = s.d.Whose(t.Context(), 1, bars{part: "bank.example"})
			s.Equal(protocol.CodeOf(err), row.code) // nothing has stayed registered
		})
	}
}
