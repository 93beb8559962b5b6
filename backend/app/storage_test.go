package app

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

	"github.com/zapvol/bua/backend/pairing"
	"github.com/zapvol/bua/backend/pipeline"
	"github.com/zapvol/bua/backend/pool"
	"github.com/zapvol/bua/backend/store"
	"github.com/zapvol/bua/core/coretest"
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
	var list []pairing.Credential
	for i, id := range ids {
		list = append(list, pairing.Credential{Device: pairing.Device{ID: id, User: Local, Name: fmt.Sprint("browser ", i), CreatedAt: time.UnixMilli(int64(i)).UTC()}, Key: strings.Repeat("ab", 32)})
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
		pairings, err := pairing.New(pairing.Options{Store: pairingStore{s}})
		is.NoErr(err)
		is.Equal(len(pairings.List(Local)), 3)
		is.Equal(pairings.List(Local)[2].Name, "browser 2")
		_, err = os.Stat(file)
		is.True(errors.Is(err, fs.ErrNotExist))
		s.Close()
		kept, err := pairingStore{openHome(t, home)}.Load() // and they are still there next time
		is.NoErr(err)
		is.Equal(len(kept.Devices), 3)
		is.Equal(kept.Devices[0].Key, strings.Repeat("ab", 32))
	})
	t.Run("a device that is in the store already stays as it is there", func(t *testing.T) {
		is := is.New(t)
		home := Home(t.TempDir())
		s := openHome(t, home)
		is.NoErr(pairingStore{s}.PutDevice(pairing.Credential{Device: pairing.Device{ID: "d1", User: Local, Name: "renamed"}, Key: strings.Repeat("cd", 32)}))
		s.Close()
		old(t, home, "d1", "d2") // as if the first attempt had been interrupted
		kept, err := pairingStore{openHome(t, home)}.Load()
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
		is.NoErr(pairingStore{s}.RemoveDevice("d1"))
		s.Close()
		old(t, home, "d1", "d2")
		kept, err := pairingStore{openHome(t, home)}.Load()
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

func TestPairingStore_keeps_codes_and_nonces(t *testing.T) {
	is := is.New(t)
	home := Home(t.TempDir())
	s := openHome(t, home)
	at := time.UnixMilli(1_700_000_000_123)
	code := pairing.Code{Name: "ABCD", User: Local, Hash: []byte("h"), Expires: at.UTC(), Wrong: 2, Used: true}
	is.NoErr(pairingStore{s}.PutCode(code))
	is.NoErr(pairingStore{s}.PutNonce("0123abcd", at))
	s.Close()
	kept, err := pairingStore{openHome(t, home)}.Load()
	is.NoErr(err)
	is.Equal(kept.Codes, []pairing.Code{code})
	is.True(kept.Nonces["0123abcd"].Equal(at))
}

// newRecord returns a recorder over a store of its own.

// An action's rows name the page that the same program had read last, in
// whatever tab or browser; another program's reading is not its own.
func TestRecord_says_what_was_read_before(t *testing.T) {
	is := is.New(t)
	r, s := newRecord(t)
	do := func(agent, device string, a protocol.Action, result protocol.Result, err error) {
		t.Helper()
		end, refused := r.Begin(context.Background(), pipeline.Asked{ID: "1", Caller: protocol.Caller{User: Local, Agent: agent}, Device: device, Action: a})
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

// Each of the further actions leaves two rows that say what, where and how it went, and
// nothing that the agent sent or the page wrote.
func TestRecord_further_actions(t *testing.T) {
	const secret = "swordfish"
	gone := &protocol.Effects{Navigated: &protocol.Navigated{URL: "https://next.test/" + secret, Title: secret}, Focus: secret}
	for _, kind := range protocol.Kinds()[13:] {
		action := coretest.Fill(coretest.Actions()[string(kind)], secret, 4)
		if f, ok := action.(protocol.FillForm); ok {
			f.Fields[0].Secret = "" // a name that a row does have
		}
		result := protocol.WithEffects(coretest.Fill(coretest.Results()[string(kind)], secret, 4), gone)
		for _, code := range []protocol.Code{"", protocol.CodeElementNotFound} {
			t.Run(strings.TrimSpace(string(kind)+" "+string(code)), func(t *testing.T) {
				is := is.New(t)
				r, s := newRecord(t)
				r.event(pool.Event{User: Local, Device: "d", Event: protocol.SessionStarted{TabID: 4, Domain: "a.test"}})
				end, err := r.Begin(t.Context(), pipeline.Asked{ID: "1", Caller: protocol.Caller{User: Local}, Device: "d", Action: action})
				is.NoErr(err)
				want := "ok tab 4 at a.test"
				if code != "" {
					end(nil, protocol.NewError(code, secret))
					want = string(code) + " tab 4 at a.test"
				} else if end(result, nil); protocol.Caused(result) != nil {
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
