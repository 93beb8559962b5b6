package agent

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/store"
	"github.com/zapvol/bua/core/protocol"
)

// TestAudit is what a person finds afterwards: every action of every door, with
// who asked, whether the backend runs or not; and that a change to it shows.
func TestAudit(t *testing.T) {
	is := is.New(t)
	home := app.Home(t.TempDir())
	_, errs, code := command(t, home, "", "audit")
	is.Equal(code, 1)
	is.True(strings.Contains(errs, "no backend has run here yet"))

	stop := process(t, home)
	out, _, _ := command(t, home, "", "pair", "--no-wait")
	field := strings.Fields(out)
	e := pair(t, field[3], field[1])
	e.do = func(r protocol.Request) protocol.Response {
		if r.Action.Kind() == protocol.KindClick {
			return protocol.Response{ID: r.ID, Error: protocol.NewError(protocol.CodeElementStale, "extract again")}
		}
		return answerOK(r)
	}
	e.connect(t)
	_, _, code = command(t, home, "", "act", `{"type":"navigate","url":"https://mail.example.com/inbox?secret","tabId":7}`)
	is.Equal(code, 0)
	_, _, code = command(t, home, "", "act", `{"type":"type","text":"swordfish","uid":"e1","tabId":7}`)
	is.Equal(code, 0)
	s := doors[0].open(t, nil, home)
	is.True(call(t, s, `{"action":{"type":"click","uid":"e1","tabId":7}}`).IsError)

	check := func() {
		t.Helper()
		out, _, code := command(t, home, "", "audit")
		is.Equal(code, 0)
		for _, want := range []string{"navigate ", "https://mail.example.com", "bua act", "test 1", "element_stale", "paired", e.id} {
			if !strings.Contains(out, want) {
				t.Fatalf("bua audit does not show %q:\n%s", want, out)
			}
		}
		is.True(!strings.Contains(out, "inbox") && !strings.Contains(out, "swordfish"))
		out, _, code = command(t, home, "", "audit", "--outcome", "element_stale", "--origin", "example.com", "--since", "1h", "--agent", "TEST")
		is.Equal(code, 0)
		is.True(strings.Contains(out, "click"))
		is.True(!strings.Contains(out, "navigate"))
		out, _, code = command(t, home, "", "audit", "verify")
		is.Equal(code, 0)
		is.True(strings.Contains(out, "chain valid, no gaps"))
	}
	is.NoErr(s.Close())
	_, errs, code = command(t, home, "", "audit", "--since", "yesterday")
	is.Equal(code, 2)
	is.True(strings.Contains(errs, "--since"))
	check()
	_, _, code = command(t, home, "", "policy", "set", "audit", "best-effort")
	is.Equal(code, 0)
	out, _, _ = command(t, home, "", "policy")
	is.True(strings.Contains(out, "audit    best-effort"))
	_, errs, code = command(t, home, "", "policy", "set", "audit", "never")
	is.Equal(code, 2)
	is.True(strings.Contains(errs, "required, best-effort"))
	is.NoErr(stop())
	check() // without a backend, from the folder
	_, _, code = command(t, home, "", "policy", "set", "audit", "required")
	is.Equal(code, 0)
	out, _, _ = command(t, home, "", "audit", "--what", "policy")
	is.True(strings.Contains(out, "policy audit  required") && strings.Contains(out, "policy audit  best-effort"))

	file := filepath.Join(t.TempDir(), "audit.json")
	_, _, code = command(t, home, "", "audit", "export", "--out", file)
	is.Equal(code, 0)
	out, _, code = command(t, home, "", "audit", "verify", "--file", file)
	is.Equal(code, 0)
	is.True(strings.Contains(out, "chain valid"))
	data, err := os.ReadFile(file)
	is.NoErr(err)
	var rows []store.Row
	is.NoErr(json.Unmarshal(data, &rows))
	is.NoErr(os.WriteFile(file, []byte(strings.Replace(string(data), "element_stale", "ok", 1)), 0o600))
	out, _, code = command(t, home, "", "audit", "verify", "--file", file)
	is.Equal(code, 1)
	is.True(strings.Contains(out, "was changed"))
	out, _, code = command(t, home, "", "audit", "export", "--format", "csv")
	is.Equal(code, 0)
	table, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	is.NoErr(err)
	is.Equal(len(table), len(rows)+1)
	is.Equal(table[1][14], rows[0].Hash)
}
