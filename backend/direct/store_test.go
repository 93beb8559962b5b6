package direct

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
	"github.com/zapvol/bua/core/supervisor"
)

func TestStore(t *testing.T) {
	is := is.New(t)
	file := filepath.Join(t.TempDir(), "direct.json")
	l, err := openLocal(file)
	is.NoErr(err)
	r, err := openPolicy(&Options{})
	is.NoErr(err)
	one, two := newStore(l, r), newStore(l, r)
	is.NoErr(one.Set(t.Context(), session.Local, "k", []byte(`[1]`)))
	is.NoErr(one.Set(t.Context(), session.Run, "k", []byte(`2`)))
	got, err := two.Get(t.Context(), session.Local, "k")
	is.NoErr(err)
	is.Equal(string(got), `[1]`) // shared
	got, _ = two.Get(t.Context(), session.Run, "k")
	is.Equal(got, nil) // another browser's
	is.True(one.Set(t.Context(), session.Managed, "k", nil) != nil)

	info, err := os.Stat(file)
	is.NoErr(err)
	is.Equal(info.Mode().Perm(), os.FileMode(0o600))
	again, err := openLocal(file)
	is.NoErr(err)
	is.Equal(string(again.get("k")), `[1]`)
	is.NoErr(again.set("k", nil))
	is.Equal(again.get("k"), nil)

	is.NoErr(os.WriteFile(file, []byte(`{"k":`), 0o600))
	_, err = openLocal(file)
	is.True(err != nil && strings.Contains(err.Error(), "damaged"))
	left, err := filepath.Glob(file + ".*")
	is.NoErr(err)
	is.Equal(len(left), 0)
}

func TestRules(t *testing.T) {
	write := func(t *testing.T, text string) string {
		t.Helper()
		file := filepath.Join(t.TempDir(), "blocked.txt")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	t.Run("a wrong rule is named by its line", func(t *testing.T) {
		is := is.New(t)
		_, err := openPolicy(&Options{Blocklist: write(t, "bank.example # money\n\nno rule at all\n")})
		is.True(err != nil && strings.Contains(err.Error(), "line 3"))
	})
	t.Run("a file that is not there is said at once", func(t *testing.T) {
		is := is.New(t)
		_, err := openPolicy(&Options{Blocklist: filepath.Join(t.TempDir(), "nothing")})
		is.True(err != nil && strings.Contains(err.Error(), "--blocklist"))
	})
	t.Run("the list holds, follows the file, and closes the gate when it goes away", func(t *testing.T) {
		is := is.New(t)
		f := newBrowserFake(t, "https://bank.example/", "https://shop.example/", "https://a.example/")
		file := write(t, "# nothing yet\n")
		h, _ := begin(t, f.URL, Options{Blocklist: file})
		connected(t, h)
		is.Equal(len(list(t, h)), 3)
		is.NoErr(os.WriteFile(file, []byte("bank.example\nshop.example # too\n"), 0o600))
		got := list(t, h) // the very next action knows
		is.Equal(len(got), 1)
		is.Equal(got[0].Domain, "a.example")
		_, err := h.Do(t.Context(), protocol.OpenTab{URL: "https://www.bank.example/"})
		is.Equal(protocol.CodeOf(err), protocol.CodeDomainBlocked)
		is.NoErr(os.Remove(file))
		_, err = h.Do(t.Context(), protocol.GetTabs{})
		is.Equal(protocol.CodeOf(err), protocol.CodeInternal)
		is.Equal(f.count("Target.createTarget"), 0)
	})
}

func TestPolicy(t *testing.T) {
	write := func(t *testing.T, text string) string {
		t.Helper()
		file := filepath.Join(t.TempDir(), "grants.txt")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	for _, row := range []struct {
		sentence string
		o        Options
		says     string
	}{
		{"a profile that there is not", Options{Profile: "strickt"}, "--profile"},
		{"a grant that is none", Options{Grants: write(t, "https://a.example read\na.example act\n")}, "line 2"},
		{"a category that there is not", Options{Categories: []string{"banks"}}, "banking"},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			_, err := openPolicy(&row.o)
			is.New(t).True(err != nil && strings.Contains(err.Error(), row.says))
		})
	}
	t.Run("what is not granted is refused at once, with the line that would grant it", func(t *testing.T) {
		is := is.New(t)
		f := newBrowserFake(t, "https://a.example/")
		file := write(t, "# nothing yet\n")
		h, _ := begin(t, f.URL, Options{Profile: session.ProfileStrict, Grants: file, Categories: []string{"banking"}})
		connected(t, h)
		is.Equal(len(list(t, h)), 0) // the person's
		_, err := h.Do(t.Context(), protocol.OpenTab{URL: "https://a.example/"})
		is.Equal(protocol.CodeOf(err), protocol.CodeDomainBlocked)
		is.True(strings.Contains(err.Error(), "https://a.example act"))
		is.Equal(f.count("Target.createTarget"), 0)
		_, err = h.Do(t.Context(), protocol.OpenTab{URL: "https://www.chase.com/"})
		is.True(err != nil && strings.Contains(err.Error(), "banking"))
		is.NoErr(os.WriteFile(file, []byte("https://a.example act # now\n"), 0o600))
		_, err = h.Do(t.Context(), protocol.OpenTab{URL: "https://a.example/"})
		is.True(err == nil || !strings.Contains(err.Error(), "grants")) // the very next action knows
		is.Equal(f.count("Target.createTarget") > 0, true)
	})
}

// What the operator says of dialogs is a policy to core, as the blocklist is.
func TestRules_Dialogs(t *testing.T) {
	is := is.New(t)
	r, err := openPolicy(&Options{})
	is.NoErr(err)
	get := func(key string) string {
		data, err := r.get(key)
		is.NoErr(err)
		return string(data)
	}
	is.Equal(get(session.KeyDialogPolicy)+get(session.KeyDialogTimeout), "")
	r, err = openPolicy(&Options{Dialogs: supervisor.Rules{Policy: protocol.PolicyDismiss, Timeout: 30 * time.Second}})
	is.NoErr(err)
	is.Equal(get(session.KeyDialogPolicy), `"auto_dismiss"`)
	is.Equal(get(session.KeyDialogTimeout), "30")
	is.Equal(get(session.KeyConsentMode), "")
}
