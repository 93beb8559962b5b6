package chrome_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/dispatch"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
	"github.com/zapvol/bua/wasm/chrome"
)

// script is a host that answers by the start of the question; an answer that
// begins with ! is a refusal.
type script struct {
	answers map[string]string
	asked   []string
}

func (s *script) Ask(ctx context.Context, q []byte) ([]byte, error) { return s.Begin(q)(ctx) }

func (s *script) Post(q []byte) { s.asked = append(s.asked, string(q)) }

func (s *script) Begin(q []byte) func(context.Context) ([]byte, error) {
	s.Post(q)
	for start, answer := range s.answers {
		if !strings.HasPrefix(string(q), start) {
			continue
		}
		return func(ctx context.Context) ([]byte, error) {
			switch {
			case answer == "…":
				<-ctx.Done()
				return nil, context.Cause(ctx)
			case answer[0] == '!':
				return nil, &chrome.Refusal{Text: answer[1:]}
			}
			return []byte(answer), nil
		}
	}
	return func(context.Context) ([]byte, error) { return nil, errors.New("no answer for " + string(q)) }
}

// soon is a clock whose timers run out at once.
type soon struct{}

func (soon) Now() time.Time { return time.UnixMilli(0) }
func (soon) AfterFunc(_ time.Duration, f func()) func() bool {
	go f()
	return func() bool { return false }
}

// never is a clock whose timers do not run out.
type never struct{ soon }

func (never) AfterFunc(time.Duration, func()) func() bool { return func() bool { return true } }

const attached = "!Another debugger is already attached to the tab with id: 7."

func TestCDP_Attach(t *testing.T) {
	for _, row := range []struct {
		name, attach, probe string
		clock               debugger.Clock
		message             string // of a CommandError
	}{
		{"a free tab is attached", `{}`, "", never{}, ""},
		{"a tab that an earlier worker attached is adopted", attached, `{}`, never{}, ""},
		{"a tab that is somebody else's is not", attached, "!Debugger is not attached to the tab with id: 7.", never{}, "Another debugger is already attached"},
		{"a probe without an answer ends", attached, "…", soon{}, "Another debugger is already attached"},
		{"Chrome's own page is refused in Chrome's words", "!Cannot access a chrome:// URL", "", never{}, "Cannot access a chrome:// URL"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			h := &script{answers: map[string]string{`{"call":"attach","tab":7}`: row.attach}}
			if row.probe != "" {
				h.answers[`{"call":"cdp","tab":7,"method":"Page.getNavigationHistory"}`] = row.probe
			}
			err := chrome.CDP{Host: h, Clock: row.clock}.Attach(t.Context(), 7)
			if row.message == "" {
				is.NoErr(err)
				return
			}
			refused, ok := err.(*debugger.CommandError)
			is.True(ok)
			is.Equal(refused.Method, "attach")
			is.Equal(refused.Message, row.message)
		})
	}
}

func TestCDP_Attach_TabGone(t *testing.T) {
	is := is.New(t)
	h := &script{answers: map[string]string{`{"call":"attach"`: "!No tab with given id 7."}}
	err := chrome.CDP{Host: h, Clock: never{}}.Attach(t.Context(), 7)
	is.Equal(protocol.CodeOf(err), protocol.CodeTabNotFound)
}

func TestCDP_Send(t *testing.T) {
	is := is.New(t)
	h := &script{answers: map[string]string{
		`{"call":"cdp","tab":7,"session":"S","method":"A.a","params":{"x":1}}`: `{"y":2}`,
		`{"call":"cdp","tab":7,"method":"A.bad"}`:                              `!{"code":-32000,"message":"no \"node\""}`,
		`{"call":"cdp","tab":7,"method":"A.gone"}`:                             `!Detached while handling command.`,
	}}
	c := chrome.CDP{Host: h, Clock: never{}}
	got, err := c.Send(t.Context(), debugger.Target{Tab: 7, Session: "S"}, "A.a", []byte(`{"x":1}`))
	is.NoErr(err)
	is.Equal(string(got), `{"y":2}`)
	_, err = c.Send(t.Context(), debugger.Target{Tab: 7}, "A.bad", nil)
	refused, ok := err.(*debugger.CommandError)
	is.True(ok)
	is.Equal(*refused, debugger.CommandError{Method: "A.bad", Code: -32000, Message: `no "node"`})
	_, err = c.Send(t.Context(), debugger.Target{Tab: 7}, "A.gone", nil)
	refused, ok = err.(*debugger.CommandError) // the tab may be there still: the core finds out
	is.True(ok)
	is.Equal(refused.Message, "Detached while handling command.")
}

func TestCDP_Start_KeepsTheOrder(t *testing.T) {
	is := is.New(t)
	h := &script{answers: map[string]string{`{"call":"cdp"`: `{}`}}
	c := chrome.CDP{Host: h, Clock: never{}}
	first := c.Start(debugger.Target{Tab: 7}, "A.a", nil)
	c.Start(debugger.Target{Tab: 7}, "A.b", nil) // never waited for
	_, err := first(t.Context())
	is.NoErr(err)
	is.Equal(h.asked, []string{`{"call":"cdp","tab":7,"method":"A.a"}`, `{"call":"cdp","tab":7,"method":"A.b"}`})
}

func TestTabs(t *testing.T) {
	is := is.New(t)
	const one = `{"id":7,"windowId":3,"url":"https://a.example/","title":"A \"b\"","active":true,"incognito":false,"opener":2}`
	h := &script{answers: map[string]string{
		`{"call":"tab_get","tab":7}`:    one,
		`{"call":"tab_get","tab":8}`:    "!No tab with id: 8.",
		`{"call":"tab_list"}`:           "[" + one + `,{"id":9,"incognito":true}]`,
		`{"call":"tab_create","window"`: one,
		`{"call":"tab_close","tab":8}`:  "!No tab with id: 8.",
	}}
	tabs := chrome.Tabs{Host: h}
	want := dispatch.TabInfo{ID: 7, WindowID: 3, URL: "https://a.example/", Title: `A "b"`, Active: true, Opener: 2}
	got, err := tabs.Get(t.Context(), 7)
	is.NoErr(err)
	is.Equal(got, want)
	_, err = tabs.Get(t.Context(), 8)
	is.Equal(protocol.CodeOf(err), protocol.CodeTabNotFound)
	list, err := tabs.List(t.Context())
	is.NoErr(err)
	is.Equal(list, []dispatch.TabInfo{want, {ID: 9, Incognito: true}})
	_, err = tabs.Create(t.Context(), 3, "https://a.example/\"\n", false)
	is.NoErr(err)
	is.Equal(h.asked[len(h.asked)-1], `{"call":"tab_create","window":3,"url":"https://a.example/\"\n","active":false}`)
	is.Equal(protocol.CodeOf(tabs.Close(t.Context(), 8)), protocol.CodeTabNotFound)
}

func TestTabs_AnswerNotUnderstood(t *testing.T) {
	for _, answer := range []string{`null`, `7`, `{"id":7`, `[`, ``} {
		is := is.New(t)
		if answer == "" {
			answer = " "
		}
		_, err := chrome.Tabs{Host: &script{answers: map[string]string{`{"call":"tab_`: answer}}}.Get(t.Context(), 7)
		is.Equal(protocol.CodeOf(err), protocol.CodeInternal) // and no trap
	}
}

func TestWindows(t *testing.T) {
	is := is.New(t)
	h := &script{answers: map[string]string{
		`{"call":"window_open_hidden","url":"about:blank"}`: `{"window":4,"tab":{"id":7,"windowId":4}}`,
		`{"call":"window_exists","window":4}`:               `true`,
		`{"call":"window_exists","window":5}`:               `false`,
		`{"call":"window_made","window":4}`:                 `true`,
		`{"call":"window_made","window":5}`:                 `false`,
		`{"call":"window_close","window":5}`:                "!No window with id: 5.",
	}}
	w := chrome.Windows{Host: h}
	id, tab, err := w.CreateHidden(t.Context(), "about:blank")
	is.NoErr(err)
	is.Equal(id, 4)
	is.Equal(tab, dispatch.TabInfo{ID: 7, WindowID: 4})
	for window, want := range map[int]bool{4: true, 5: false} {
		there, err := w.Exists(t.Context(), window)
		is.NoErr(err)
		is.Equal(there, want)
		made, err := w.Made(t.Context(), window)
		is.NoErr(err)
		is.Equal(made, want)
	}
	is.NoErr(w.Remove(t.Context(), 5)) // gone already
}

func TestStore(t *testing.T) {
	is := is.New(t)
	h := &script{answers: map[string]string{
		`{"call":"storage_get","area":"local","key":"a"}`:                   `[1]`,
		`{"call":"storage_get","area":"session","key":"b"}`:                 `null`,
		`{"call":"storage_set","area":"local","key":"a","value":{"x":1}}`:   `null`,
		`{"call":"storage_set","area":"local","key":"a","value":null}`:      `null`,
		`{"call":"storage_set","area":"local","key":"full","value":"much"}`: "!QUOTA_BYTES quota exceeded",
	}}
	s := chrome.Store{Host: h}
	got, err := s.Get(t.Context(), session.Local, "a")
	is.NoErr(err)
	is.Equal(string(got), `[1]`)
	got, err = s.Get(t.Context(), session.Run, "b")
	is.NoErr(err)
	is.True(got == nil)
	is.NoErr(s.Set(t.Context(), session.Local, "a", []byte(`{"x":1}`)))
	is.NoErr(s.Set(t.Context(), session.Local, "a", nil))
	err = s.Set(t.Context(), session.Local, "full", []byte(`"much"`))
	is.True(strings.Contains(err.Error(), "clear the audit log"))
}

func TestSecret(t *testing.T) {
	is := is.New(t)
	h := &script{answers: map[string]string{
		`{"call":"hmac","key":"00ff","data":"6869"}`: `"0a1b"`,
		`{"call":"random","bytes":2}`:                `"zz11"`,
	}}
	mac, err := chrome.HMAC(t.Context(), h, []byte{0, 255}, []byte("hi"))
	is.NoErr(err)
	is.Equal(mac, []byte{10, 27})
	_, err = chrome.Random(t.Context(), h, 2)
	is.True(err != nil) // not hex digits
}
