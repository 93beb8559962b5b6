package dispatch

import (
	"context"
	"testing"
	"testing/synctest"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// sent are the commands that came through a gate.
type sent struct{ methods []string }

func (s *sent) Attach(context.Context, int) error { return s.take("attach") }
func (s *sent) Detach(context.Context, int) error { return s.take("detach") }
func (s *sent) Send(_ context.Context, _ debugger.Target, method string, _ []byte) ([]byte, error) {
	return nil, s.take(method)
}
func (s *sent) Start(_ debugger.Target, method string, _ []byte) func(context.Context) ([]byte, error) {
	_ = s.take(method)
	return func(context.Context) ([]byte, error) { return nil, nil }
}
func (s *sent) take(method string) error {
	s.methods = append(s.methods, method)
	return nil
}

// While one reload of the blocklist is under way no command leaves: Send waits, Start,
// which may not wait, refuses.
func TestCommandGate(t *testing.T) {
	tab := debugger.Target{Tab: 1}
	for _, row := range []struct {
		name, method string
		open         bool
		reloads      int
		code         protocol.Code // of Start; "" passes
	}{
		{"a tab with a session", "Page.reload", true, 0, ""},
		{"a tab without one", "Page.reload", false, 0, protocol.CodeSessionNotFound},
		{"a tab without one, a script is ended", "Runtime.terminateExecution", false, 0, ""},
		{"a reload", "Page.reload", true, 1, protocol.CodeInternal},
		{"two reloads", "Page.reload", true, 2, protocol.CodeInternal},
		{"a tab without a session, a reload", "Page.reload", false, 1, protocol.CodeSessionNotFound},
	} {
		t.Run(row.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				is := is.New(t)
				var s sent
				gate := newCommandGate(&s)
				gate.setOpen(1, row.open)
				var release []func()
				for range row.reloads {
					release = append(release, gate.pause())
				}
				_, err := gate.Start(tab, row.method, nil)(t.Context())
				is.Equal(protocol.CodeOf(err), row.code)
				is.Equal(len(s.methods) == 1, row.code == "")

				s.methods = nil
				code := protocol.Code("none yet")
				go func() {
					_, err := gate.Send(t.Context(), tab, row.method, nil)
					code = protocol.CodeOf(err)
				}()
				for _, end := range release {
					synctest.Wait()
					is.Equal(code == "none yet", row.open) // it waits for the last of them
					is.Equal(len(s.methods), 0)
					end()
				}
				synctest.Wait()
				is.Equal(len(s.methods) == 1, code == "")
				is.Equal(code == "", row.open || row.method != "Page.reload")
			})
		})
	}
}

// A document that an action leads to is judged by the list that is in force after a
// reload: until then nobody answers, unless its caller has given up.
func TestFollow_WaitsForTheList(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		gate := newCommandGate(&sent{})
		ctx, cancel := context.WithCancelCause(t.Context())
		g := guard{&Dispatcher{gate: gate, policy: session.NewPolicy(nil, nil)}, &ticket{ctx: ctx, cancel: cancel}}
		answers := 0
		ask := func() {
			_ = g.Follow("https://a.example/", true)
			answers++
		}
		release := gate.pause()
		go ask()
		synctest.Wait()
		is.Equal(answers, 0)
		release()
		synctest.Wait()
		is.Equal(answers, 1)
		defer gate.pause()()
		cancel(nil)
		ask()
		is.Equal(answers, 2)
	})
}
