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
)

// TestDoctor is a person's first hour: nothing runs, then nobody is paired, then
// the browser is away, then all is well. Every time it says the next step.
func TestDoctor(t *testing.T) {
	is := is.New(t)
	home := app.Home(filepath.Join(t.TempDir(), "home"))
	out, _, code := command(t, home, "", "doctor")
	is.Equal(code, 1)
	is.True(strings.Contains(out, "bua serve") && strings.Contains(out, "wrong"))
	_, err := os.Stat(string(home))
	is.True(os.IsNotExist(err)) // looking makes nothing

	process(t, home)
	token, err := home.Token(httpapi.ScopeAgent)
	is.NoErr(err)
	is.True(troubles(t, home, token)["device"] == "bua pair connects one")
	printed, _, _ := command(t, home, "", "pair", "--no-wait")
	field := strings.Fields(printed)
	e := pair(t, field[3], field[1])
	is.True(strings.Contains(troubles(t, home, token)["device"], "open that browser"))
	e.do = answerOK
	said, _, _ := command(t, home, "", "version")
	e.version = strings.TrimSuffix(strings.Fields(said)[1], ",") // that of the extension in this program
	e.connect(t)
	is.Equal(troubles(t, home, token), map[string]string{})
}

// troubles runs bua doctor and returns what to do about each check that is
// wrong, but for this machine's own policies and browsers.
func troubles(t *testing.T, home app.Home, token string) map[string]string {
	t.Helper()
	is := is.New(t)
	out, _, code := command(t, home, "", "doctor", "--json")
	var got struct {
		Well     bool
		Findings []struct{ Check, State, Says, Do string }
	}
	is.NoErr(json.Unmarshal([]byte(out), &got))
	is.Equal(got.Well, code == 0)
	is.True(!strings.Contains(out, token))
	wrong := map[string]string{}
	seen := map[string]bool{}
	for _, f := range got.Findings {
		seen[f.Check] = true
		if f.State == "wrong" && f.Check != "policy" && f.Check != "browser" {
			wrong[f.Check] = f.Do
		}
	}
	for _, check := range []string{"browser", "window", "extension", "policy", "folder", "token", "backend", "clock", "doors", "version", "settings", "device", "audit"} {
		if !seen[check] {
			t.Errorf("bua doctor says nothing of %s: %s", check, out)
		}
	}
	return wrong
}
