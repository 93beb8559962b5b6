package program

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/pairing"
	"github.com/zapvol/bua/backend/pool"
	"github.com/zapvol/bua/backend/store"
	"github.com/zapvol/bua/core/protocol"
)

func openHome(t testing.TB, home Home) *storage {
	t.Helper()
	s, err := openStorage(&Options{Home: home, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// old writes the file that an older bua kept its keys in.
func old(t testing.TB, home Home, ids ...string) (file string) {
	t.Helper()
	var list []pairing.Record
	for i, id := range ids {
		list = append(list, pairing.Record{Device: pairing.Device{ID: id, User: Local, Name: fmt.Sprint("browser ", i), CreatedAt: time.UnixMilli(int64(i)).UTC()}, Key: strings.Repeat("ab", 32)})
	}
	data, err := json.Marshal(map[string]any{"version": 1, "devices": list})
	file = filepath.Join(home.Path("keys"), "devices.json")
	if err = errors.Join(err, os.MkdirAll(home.Path("keys"), 0o700), os.WriteFile(file, data, 0o600)); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestStorage_takes_over_the_keys_of_an_older_bua(t *testing.T) {
	t.Run("all of them, and removes the file", func(t *testing.T) {
		is := is.New(t)
		home := Home(t.TempDir())
		file := old(t, home, "d1", "d2", "d3")
		s := openHome(t, home)
		desk, err := pairing.New(pairing.Options{Keeper: keeper{s}})
		is.NoErr(err)
		is.Equal(len(desk.List(Local)), 3)
		is.Equal(desk.List(Local)[2].Name, "browser 2")
		_, err = os.Stat(file)
		is.True(errors.Is(err, fs.ErrNotExist))
		s.Close()
		kept, err := keeper{openHome(t, home)}.Load() // and they are still there next time
		is.NoErr(err)
		is.Equal(len(kept.Devices), 3)
		is.Equal(kept.Devices[0].Key, strings.Repeat("ab", 32))
	})
	t.Run("a device that is in the store already stays as it is there", func(t *testing.T) {
		is := is.New(t)
		home := Home(t.TempDir())
		s := openHome(t, home)
		is.NoErr(keeper{s}.PutDevice(pairing.Record{Device: pairing.Device{ID: "d1", User: Local, Name: "renamed"}, Key: strings.Repeat("cd", 32)}))
		s.Close()
		old(t, home, "d1", "d2") // as if the first attempt had been interrupted
		kept, err := keeper{openHome(t, home)}.Load()
		is.NoErr(err)
		is.Equal(len(kept.Devices), 2)
		for _, r := range kept.Devices {
			is.True(r.ID != "d1" || r.Name == "renamed")
		}
	})
	t.Run("a revoked one does not come back when only the removal of the file was interrupted", func(t *testing.T) {
		is := is.New(t)
		home := Home(t.TempDir())
		old(t, home, "d1", "d2")
		s := openHome(t, home)
		is.NoErr(keeper{s}.RemoveDevice("d1"))
		s.Close()
		old(t, home, "d1", "d2")
		kept, err := keeper{openHome(t, home)}.Load()
		is.NoErr(err)
		is.Equal(len(kept.Devices), 1)
	})
	t.Run("not when others could have read them, and says so", func(t *testing.T) {
		is := is.New(t)
		home := Home(t.TempDir())
		is.NoErr(os.Chmod(old(t, home, "d1"), 0o644))
		_, err := openStorage(&Options{Home: home, Log: slog.New(slog.DiscardHandler)})
		is.True(err != nil && strings.Contains(err.Error(), "chmod 600"))
		openHome(t, Home(t.TempDir()))
	})
}

// Backends that start at once agree on one secret; one that the store has and
// does not give ends the start with a sentence, and not never.
func TestStorage_secret(t *testing.T) {
	is := is.New(t)
	s := openHome(t, Home(t.TempDir()))
	var wait sync.WaitGroup
	got := make([]string, 8)
	for i := range got {
		wait.Go(func() {
			v, err := s.secret("shared")
			if err != nil {
				t.Error(err)
			}
			got[i] = string(v)
		})
	}
	wait.Wait()
	for _, v := range got {
		is.Equal(len(v), 32)
		is.Equal(v, got[0])
	}
	is.NoErr(s.policy.Put("empty", nil))
	ended := make(chan error, 1)
	go func() {
		_, err := s.agree("empty", 50*time.Millisecond)
		ended <- err
	}()
	select {
	case err := <-ended:
		is.True(err != nil && strings.Contains(err.Error(), "start again"))
	case <-time.After(20 * time.Second):
		t.Fatal("it waits for ever")
	}
}

func TestKeeper_keeps_tickets_and_nonces(t *testing.T) {
	is := is.New(t)
	home := Home(t.TempDir())
	s := openHome(t, home)
	at := time.UnixMilli(1_700_000_000_123)
	ticket := pairing.Ticket{Name: "ABCD", User: Local, Hash: []byte("h"), Expires: at.UTC(), Wrong: 2, Used: true}
	is.NoErr(keeper{s}.PutTicket(ticket))
	is.NoErr(keeper{s}.PutNonce("0123abcd", at))
	s.Close()
	kept, err := keeper{openHome(t, home)}.Load()
	is.NoErr(err)
	is.Equal(kept.Tickets, []pairing.Ticket{ticket})
	is.True(kept.Nonces["0123abcd"].Equal(at))
}

// newRecord returns a recorder over a store of its own.
func newRecord(t testing.TB) (*record, *storage) {
	t.Helper()
	m := &Main{o: Options{Home: Home(t.TempDir()), Log: slog.New(slog.DiscardHandler), Version: "1"}, log: slog.New(slog.DiscardHandler)}
	r, err := m.openRecord()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.forget)
	return r, m.kept
}

func TestRecord_refuses_what_it_cannot_write(t *testing.T) {
	is := is.New(t)
	r, s := newRecord(t)
	ask := pool.Asked{ID: "1", User: Local, Device: "d", Action: protocol.GetTabs{}}
	end, err := r.begin(t.Context(), ask)
	is.NoErr(err)
	end(nil, nil)
	is.NoErr(r.policy.set(Local, policyAudit, auditLenient))
	s.Close() // as a disk that takes no more
	_, err = r.begin(t.Context(), ask)
	is.NoErr(err)
	r.policy.now[policyAudit] = auditRequired
	_, err = r.begin(t.Context(), ask)
	is.Equal(protocol.CodeOf(err), protocol.CodeInternal)
	is.Equal(protocol.OutcomeOf(err), protocol.ErrorNotDone)
	is.True(r.policy.set(Local, policyAudit, "sometimes") != nil)
	is.True(r.policy.set(Local, "colour", "red") != nil)
}

func TestRecord_says_where_and_how_without_saying_what(t *testing.T) {
	is := is.New(t)
	r, s := newRecord(t)
	do := func(a protocol.Action, result protocol.Result, err error) {
		t.Helper()
		end, refused := r.begin(context.Background(), pool.Asked{ID: string(a.Kind()), User: Local, Device: "d", Action: a})
		is.NoErr(refused)
		end(result, err)
	}
	do(protocol.OpenTab{URL: "https://Mail.example.com/inbox?token=hunter2"}, protocol.OpenTabResult{TabID: 4, Effects: &protocol.Effects{Navigated: &protocol.Navigated{URL: "https://mail.example.com/inbox?token=hunter2", Title: "Private"}}}, nil)
	do(protocol.Type{Target: protocol.Target{UID: "e1"}, Text: "swordfish", OnTab: protocol.OnTab{TabID: 4}}, protocol.OK{OK: true}, nil)
	do(protocol.Click{Target: protocol.Target{UID: "e1"}}, nil, protocol.NewError(protocol.CodeInternal, "the connection to the browser was lost").Unknown()) // the only tab
	r.event(pool.Event{User: Local, Device: "d", Event: protocol.SessionNavigated{TabID: 4, From: "mail.example.com", Domain: "other.test"}})
	do(protocol.Click{Target: protocol.Target{UID: "e1"}, OnTab: protocol.OnTab{TabID: 4}}, nil, protocol.NewError(protocol.CodeElementStale, "extract again"))
	r.event(pool.Event{User: Local, Device: "d", Event: protocol.DomainBlocked{Domain: "bank.test", AttemptedAction: protocol.KindNavigate, TabID: 4}})
	r.event(pool.Event{User: Local, Device: "d", Event: protocol.GlobalStop{EndedCount: 3}})
	is.NoErr(s.Audit.Append(t.Context(), store.Row{What: "end"}))

	var got []string
	var raw strings.Builder
	is.NoErr(s.Audit.Rows(t.Context(), store.Query{}, func(row store.Row) error {
		data, err := json.Marshal(row)
		raw.Write(data)
		got = append(got, fmt.Sprintf("%s %s tab %d at %s %s", row.What, row.Action, row.Tab, row.Origin, row.Outcome))
		is.Equal(row.Path != "", strings.HasPrefix(row.Origin, "https://"))
		return err
	}))
	is.Equal(got, []string{
		"started  tab 0 at  1",
		"asked open_tab tab 0 at https://mail.example.com ",
		"done open_tab tab 4 at https://mail.example.com ok",
		"asked type tab 4 at https://mail.example.com ",
		"done type tab 4 at https://mail.example.com ok",
		"asked click tab 0 at https://mail.example.com ",
		"done click tab 0 at https://mail.example.com unknown",
		"asked click tab 4 at other.test ",
		"done click tab 4 at other.test element_stale",
		"blocked navigate tab 4 at bank.test ",
		"stopped  tab 0 at  3",
		"end  tab 0 at  ",
	})
	for _, secret := range []string{"hunter2", "inbox", "swordfish", "Private"} {
		is.True(!strings.Contains(raw.String(), secret))
	}
}

// An action's rows name the page that the same program had read last, in
// whatever tab or browser; another program's reading is not its own.
func TestRecord_says_what_was_read_before(t *testing.T) {
	is := is.New(t)
	r, s := newRecord(t)
	do := func(agent, device string, a protocol.Action, result protocol.Result, err error) {
		t.Helper()
		end, refused := r.begin(httpapi.WithAgent(context.Background(), agent), pool.Asked{ID: "1", User: Local, Device: device, Action: a})
		is.NoErr(refused)
		end(result, err)
	}
	tab := func(n int) protocol.OnTab { return protocol.OnTab{TabID: n} }
	click := protocol.Click{Target: protocol.Target{UID: "e1"}, OnTab: tab(5)}
	do("one", "d", click, protocol.OK{OK: true}, nil)
	do("one", "d", protocol.Extract{OnTab: tab(4)}, protocol.ExtractResult{URL: "https://forum.test/thread?id=7"}, nil)
	do("one", "d", click, protocol.OK{OK: true}, nil)
	do("two", "d", click, protocol.OK{OK: true}, nil)
	do("one", "d", protocol.Extract{OnTab: tab(5)}, nil, protocol.NewError(protocol.CodeTimeout, "busy")) // nothing was read
	do("one", "other", protocol.OpenTab{URL: "https://bank.test/"}, protocol.OpenTabResult{TabID: 9}, nil)
	do("one", "d", protocol.Evaluate{Expression: "1", OnTab: tab(4)}, protocol.EvaluateResult{Type: "number"}, nil)
	is.NoErr(s.Audit.Append(t.Context(), store.Row{What: "end"}))
	var got []string
	paths := map[string]bool{}
	is.NoErr(s.Audit.Rows(t.Context(), store.Query{}, func(row store.Row) error {
		is.Equal(row.Source == "", row.SourcePath == "")
		paths[row.SourcePath] = true
		if row.What == store.WhatAsked {
			got = append(got, fmt.Sprintf("%s by %s behind %s", row.Action, row.Agent, row.Source))
		}
		return nil
	}))
	is.Equal(got, []string{
		"click by one behind ",
		"extract by one behind ",
		"click by one behind https://forum.test",
		"click by two behind ",
		"extract by one behind https://forum.test",
		"open_tab by one behind https://forum.test",
		"evaluate by one behind https://forum.test",
	})
	is.Equal(len(paths), 2) // none, and the one page
}

// Each of the further actions leaves two rows that say what, where and how it
// went, and nothing that the agent sent or the page wrote.
func TestRecord_further_actions(t *testing.T) {
	const secret = "swordfish"
	on := protocol.OnTab{TabID: 4}
	at := protocol.Target{Selector: "#" + secret}
	gone := &protocol.Effects{Navigated: &protocol.Navigated{URL: "https://next.test/" + secret, Title: secret}, Focus: secret}
	dialogs := []protocol.OpenDialog{{ID: "d-1", Type: "prompt", Message: secret, DefaultPrompt: secret}}
	fields := protocol.FieldsResult{Fields: []protocol.FieldState{{Name: secret, Value: secret, Error: secret}}, Effects: gone}
	rows := []struct {
		action protocol.Action
		result protocol.Result
		moves  bool // the result says that the tab is elsewhere now
	}{
		{protocol.Dialog{Do: protocol.AnswerAccept, Text: secret, OnTab: on}, protocol.DialogResult{Pending: dialogs, Recent: dialogs, Effects: gone}, true},
		{protocol.Frames{OnTab: on}, protocol.FramesResult{Frames: []protocol.FrameInfo{{FrameID: "F", URL: "https://a.test/" + secret}}}, false},
		{protocol.Console{OnTab: on}, protocol.ConsoleResult{Entries: []protocol.ConsoleEntry{{Text: secret, Source: secret}}}, false},
		{protocol.Back{OnTab: on}, protocol.OK{OK: true, Effects: gone}, true},
		{protocol.Forward{OnTab: on}, protocol.OK{OK: true, Effects: gone}, true},
		{protocol.Reload{OnTab: on}, protocol.OK{OK: true, Effects: gone}, true},
		{protocol.SelectOption{Target: at, Options: []string{secret}, OnTab: on}, fields, true},
		{protocol.Check{Target: at, OnTab: on}, fields, true},
		{protocol.FillForm{Fields: []protocol.Fill{{Target: at, Value: secret}}, OnTab: on}, fields, true},
		{protocol.Find{Query: secret, OnTab: on}, protocol.FindResult{Elements: []protocol.Element{{UID: "e1", Name: secret}}}, false},
		{protocol.ClaimTab{TabID: 4}, protocol.OK{OK: true}, false},
		{protocol.ReleaseTab{TabID: 4}, protocol.OK{OK: true}, false},
		{protocol.Help{Message: secret, OnTab: on}, protocol.HelpResult{OK: true, Outcome: protocol.OutcomeDone, Effects: gone}, true},
		{protocol.Drag{Target: at, To: protocol.Place{Target: at}, OnTab: on}, protocol.OK{OK: true, Effects: gone}, true},
		{protocol.UploadFile{Target: at, Name: secret, Text: secret, OnTab: on}, protocol.UploadResult{Files: []protocol.UploadedFile{{Name: secret, SHA256: secret}}, Effects: gone}, true},
		{protocol.Downloads{Do: protocol.TakeRead, DownloadID: "f-1", TabID: 4},
			protocol.DownloadsResult{Downloads: []protocol.DownloadInfo{{DownloadID: "f-1", Name: secret, URL: "https://a.test/" + secret, Path: secret}}, Data: secret, SHA256: secret}, false},
	}
	tried := map[protocol.Kind]bool{}
	for _, row := range rows {
		kind := row.action.Kind()
		tried[kind] = true
		for _, code := range []protocol.Code{"", protocol.CodeElementNotFound} {
			t.Run(strings.TrimSpace(string(kind)+" "+string(code)), func(t *testing.T) {
				is := is.New(t)
				r, s := newRecord(t)
				r.event(pool.Event{User: Local, Device: "d", Event: protocol.SessionStarted{TabID: 4, Domain: "a.test"}})
				end, err := r.begin(t.Context(), pool.Asked{ID: "1", User: Local, Device: "d", Action: row.action})
				is.NoErr(err)
				want := "ok tab 4 at a.test"
				if code != "" {
					end(nil, protocol.NewError(code, secret))
					want = string(code) + " tab 4 at a.test"
				} else if end(row.result, nil); row.moves {
					want = "ok tab 4 at https://next.test"
				}
				is.NoErr(s.Audit.Append(t.Context(), store.Row{What: "end"}))
				var got []string
				is.NoErr(s.Audit.Rows(t.Context(), store.Query{}, func(row store.Row) error {
					data, err := json.Marshal(row)
					is.True(!strings.Contains(string(data), secret)) // neither sent nor read
					if row.Action != "" {
						is.Equal(row.Action, string(kind))
						is.Equal(row.ID, "1")
						got = append(got, strings.TrimSpace(fmt.Sprintf("%s %s tab %d at %s", row.What, row.Outcome, row.Tab, row.Origin)))
					}
					return err
				}))
				is.Equal(got, []string{"asked  tab 4 at a.test", "done " + want})
			})
		}
	}
	for _, k := range protocol.Kinds()[13:] {
		if !tried[k] {
			t.Errorf("%s has no row here", k)
		}
	}
}

// Two backends never work on one store; a private one does not need it.
func TestMain_one_backend_per_store(t *testing.T) {
	is := is.New(t)
	home := Home(t.TempDir())
	start := func(private bool) (*Main, error) {
		m, err := New(Options{Home: home, Address: "127.0.0.1:0", Private: private})
		is.NoErr(err)
		t.Cleanup(m.Close)
		return m, m.Run(t.Context())
	}
	first, err := start(false)
	is.NoErr(err)
	_, err = start(false)
	is.True(errors.Is(err, ErrInUse) && strings.Contains(err.Error(), "--config-dir"))
	_, err = start(true)
	is.NoErr(err)
	first.Close()
	_, err = start(false)
	is.NoErr(err)
}

// What the person answers in the browser is in the audit.
func TestRecord_answers(t *testing.T) {
	is := is.New(t)
	r, s := newRecord(t)
	r.event(pool.Event{User: Local, Device: "d", Event: protocol.PersonAnswered{Question: "consent", Answer: "site", Domain: "a.test"}})
	r.event(pool.Event{User: Local, Device: "d", Event: protocol.PersonAnswered{Question: "help", Answer: strings.Repeat("x", 99), Domain: "b.test", TabID: 4}})
	is.NoErr(s.Audit.Append(t.Context(), store.Row{What: "end"}))
	var got []string
	is.NoErr(s.Audit.Rows(t.Context(), store.Query{}, func(row store.Row) error {
		if row.What == store.WhatAnswered {
			got = append(got, fmt.Sprintf("%s %s at %s, tab %d", row.Action, row.Outcome, row.Origin, row.Tab))
		}
		return nil
	}))
	is.Equal(got, []string{"consent site at a.test, tab 0", "help " + strings.Repeat("x", 32) + " at b.test, tab 4"})
}
