package dispatch_test

import (
	"encoding/json"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// FuzzRehydrate starts a worker on a storage in which anything may stand. It
// starts, its sessions are of tabs that there are, it keeps to the blocklist or
// to nothing at all, and what it writes it can read.
func FuzzRehydrate(f *testing.F) {
	keys := []string{session.KeySessions, "buaTabs", "buaWindowId", "uidRanges", "consentAsked", "consentAnswers", "helpAsked", "downloads"}
	for _, v := range []string{
		`[{"tabId":102,"domain":"a.example","startedAt":1,"lastActionAt":2,"actionCount":3,"lastAction":"click"}]`,
		`[{"tabId":102},{"tabId":102,"domain":"x"},7]`, `{"102":17}`, `[102,103]`, `101`, `{"domain":"a.example","verdict":"once"}`,
		`[{"tabId":102,"at":1780000000000,"message":"m","until":1790000000000}]`, `[[[[`, `null`, ``, `"x"`, `1e999`,
	} {
		for i := range keys {
			f.Add(uint8(i), []byte(v), []byte(`["bank.example"]`))
		}
	}
	f.Add(uint8(0), []byte(`[]`), []byte(`["*"]`))
	f.Add(uint8(0), []byte(`[]`), []byte(`["bank.example",7]`))
	f.Fuzz(func(t *testing.T, pick uint8, value, blocklist []byte) {
		w := coretest.NewWorld()
		tab := w.Browser.Add("https://bank.example/", false)
		w.Store.Put(session.Run, keys[int(pick)%len(keys)], string(value))
		w.Store.Put(session.Local, session.KeyHistory, string(value))
		w.Store.Put(session.Local, session.KeyBlocklist, string(blocklist))
		err := w.Start(ctx)
		defer w.Kill()
		for _, s := range w.Dispatcher.Sessions() {
			if w.Browser.URL(s.TabID) == "" || s.Domain == "" {
				t.Fatalf("a session on %q in tab %d", s.Domain, s.TabID)
			}
		}
		var list []string
		readable := json.Unmarshal(blocklist, &list) == nil || len(blocklist) == 0
		if !readable && (err == nil || w.Dispatcher.Broken() == nil) {
			t.Fatalf("the gate is open with the blocklist %q", blocklist)
		}
		before := len(w.CDP.Commands())
		_, err = w.Act(ctx, click(tab))
		w.Dispatcher.Settle(ctx)
		blocked := w.Dispatcher.Broken() != nil
		for _, entry := range list {
			if rule, e := session.ParseRule(coretest.Names{}, entry); e == nil && rule.Match("bank.example") {
				blocked = true
			}
		}
		if sent := len(w.CDP.Commands()) - before; blocked && (err == nil || sent > 0) {
			t.Fatalf("with the blocklist %q: %d commands, %v", blocklist, sent, err)
		}
		if err != nil {
			switch protocol.CodeOf(err) {
			case protocol.CodeDomainBlocked, protocol.CodeInternal, protocol.CodeSessionNotFound:
			default:
				t.Fatalf("with the blocklist %q: %v", blocklist, err)
			}
		}
		if text := w.Store.Value(session.Run, session.KeySessions); len(w.Dispatcher.Sessions()) > 0 && err == nil && !json.Valid([]byte(text)) {
			t.Fatalf("wrote %q", text)
		}
	})
}
