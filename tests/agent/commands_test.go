package agent

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/core/protocol"
)

func TestAct(t *testing.T) {
	b := &bridge{
		answers: map[protocol.Kind]protocol.Result{
			protocol.KindOpenTab:    protocol.OpenTabResult{TabID: 4, WindowID: 2, Domain: "a.b"},
			protocol.KindScreenshot: protocol.ScreenshotResult{DataURL: "data:image/jpeg;base64,/9j/"},
		},
		fails: map[protocol.Kind]error{protocol.KindClick: protocol.NewError(protocol.CodeElementNotFound, "nothing matches: extract again")},
	}
	_, home := serve(t, b)
	t.Run("an argument, printed for a person", func(t *testing.T) {
		is := is.New(t)
		out, _, code := command(t, home, "", "act", `{"type":"open_tab","url":"http://a.b/"}`)
		is.Equal(code, 0)
		is.Equal(out, "{\n  \"tabId\": 4,\n  \"windowId\": 2,\n  \"domain\": \"a.b\"\n}\n")
	})
	t.Run("stdin, raw", func(t *testing.T) {
		is := is.New(t)
		out, _, code := command(t, home, `{"type":"open_tab","url":"http://a.b/"}`, "act", "--raw")
		is.Equal(code, 0)
		is.Equal(out, `{"tabId":4,"windowId":2,"domain":"a.b"}`+"\n")
	})
	t.Run("the text that a model gets", func(t *testing.T) {
		is := is.New(t)
		out, _, code := command(t, home, "", "act", "--text", `{"type":"open_tab","url":"http://a.b/"}`)
		is.Equal(code, 0)
		is.Equal(out, "tabId 4, windowId 2, domain a.b\n")
	})
	t.Run("a screenshot into a file", func(t *testing.T) {
		is := is.New(t)
		file := filepath.Join(t.TempDir(), "page.jpg")
		_, _, code := command(t, home, "", "act", `{"type":"screenshot"}`, "--out", file)
		is.Equal(code, 0)
		data, err := os.ReadFile(file)
		is.NoErr(err)
		is.Equal(data, []byte{0xff, 0xd8, 0xff})
	})
	t.Run("a failure is JSON and exits with 1", func(t *testing.T) {
		is := is.New(t)
		out, _, code := command(t, home, "", "act", "--raw", `{"type":"click","uid":"e1"}`)
		is.Equal(code, 1)
		is.Equal(out, `{"error":{"code":"element_not_found","message":"nothing matches: extract again"}}`+"\n")
	})
	t.Run("several, of which the second fails", func(t *testing.T) {
		is := is.New(t)
		out, _, code := command(t, home, "", "act", "--raw", `[{"type":"open_tab","url":"http://a.b/"},{"type":"click","uid":"e1"},{"type":"get_tabs"}]`)
		is.Equal(code, 1)
		is.Equal(out, `{"steps":[{"result":{"tabId":4,"windowId":2,"domain":"a.b"}},{"error":{"code":"element_not_found","message":"nothing matches: extract again"}}],"stopped":"it failed"}`+"\n")
	})
	t.Run("several of which one is wrong", func(t *testing.T) {
		is := is.New(t)
		out, _, code := command(t, home, "", "act", "--raw", `[{"type":"get_tabs"},{"type":"fly"}]`)
		is.True(code != 0)
		is.True(strings.Contains(out, "actions[1]"))
	})
	t.Run("a reading that does not exist", func(t *testing.T) {
		is := is.New(t)
		out, _, code := command(t, home, "", "act", `{"type":"get_tabs"}`, "--read", "all")
		is.True(code != 0)
		is.True(strings.Contains(out, "read must be"))
	})
	t.Run("no backend exits with 3 and says what to start", func(t *testing.T) {
		is := is.New(t)
		empty := app.Home(t.TempDir())
		is.NoErr(os.WriteFile(empty.Path("backend.json"), []byte(`{"address":"127.0.0.1:1"}`), 0o600))
		_, errs, code := command(t, empty, "", "act", `{"type":"get_tabs"}`)
		is.Equal(code, 3)
		is.True(strings.Contains(errs, "bua serve"))
	})
}

func TestStatus(t *testing.T) {
	is := is.New(t)
	m, home := serve(t, &bridge{})
	out, _, code := command(t, home, "", "status")
	is.Equal(code, 0)
	is.True(strings.Contains(out, m.Address()) && strings.Contains(out, "laptop") && strings.Contains(out, "connected"))
	out, _, code = command(t, home, "", "status", "--json")
	is.Equal(code, 0)
	var s httpapi.Status
	is.NoErr(json.Unmarshal([]byte(out), &s))
	is.Equal(s.ProtocolVersion, protocol.Version)
	is.Equal(len(s.Devices), 1)
}

func TestDevices(t *testing.T) {
	is := is.New(t)
	_, home := serve(t, &bridge{})
	out, _, code := command(t, home, "", "devices")
	is.Equal(code, 0)
	is.True(strings.Contains(out, "laptop"))
	out, _, code = command(t, home, "", "devices", "revoke", "d1")
	is.Equal(code, 0)
	is.Equal(out, "d1 is revoked\n")
	_, errs, code := command(t, home, "", "devices", "revoke", "d2")
	is.Equal(code, 2)
	is.True(strings.Contains(errs, "no such device"))
}

func TestPair(t *testing.T) {
	is := is.New(t)
	_, home := serve(t, &bridge{})
	out, _, code := command(t, home, "", "pair", "--no-wait")
	is.Equal(code, 0)
	is.True(strings.Contains(out, "ABCD-EFGH") && strings.Contains(out, "ws://127.0.0.1:1"))
	_, link, _ := strings.Cut(out, "link    ")
	is.True(strings.HasPrefix(link, "chrome-extension://ipbjjblpngibdjpdbmhncgfolgnjeonk/options/index.html#pair?"))
	is.True(strings.Contains(link, "code=ABCD-EFGH") && strings.Contains(link, "server=ws%3A%2F%2F127.0.0.1%3A1"))
}

func TestServe_PortInUse(t *testing.T) {
	is := is.New(t)
	m, home := serve(t, &bridge{})
	_, errs, code := command(t, home, "", "serve", "--listen", m.Address())
	is.Equal(code, 1)
	is.True(strings.Contains(errs, m.Address()+" is taken") && strings.Contains(errs, "--listen"))
}

func TestHelp(t *testing.T) {
	home := app.Home(t.TempDir())
	for _, name := range []string{"serve", "mcp", "act", "status", "doctor", "pair", "devices", "audit", "policy", "extension", "users", "version"} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			out, _, code := command(t, home, "", name, "--help")
			is.Equal(code, 0)
			is.True(strings.Contains(out, "Examples:"))
		})
	}
}
