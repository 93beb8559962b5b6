package product

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/tests/e2e"
	"github.com/zapvol/bua/tests/fakemodel"
)

// first is a person with a model who starts nothing but one command.
type first struct {
	home   app.Home
	binary string
	site   *e2e.Site
}

func newFirst(t *testing.T, p fakemodel.Policy) *first {
	t.Helper()
	f := &first{home: app.Home(t.TempDir()), binary: e2e.Binary(t), site: e2e.NewSite(t, pages, "pages")}
	e2e.Scripted(t, f.home, p)
	// No other backend of this machine is meant.
	if err := os.WriteFile(f.home.ListenFile(), []byte("127.0.0.1:1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return f
}

// begin starts a command.
func (f *first) begin(t *testing.T, args ...string) (c *exec.Cmd, out, errs *coretest.Output) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 90*time.Second)
	t.Cleanup(cancel)
	c = exec.CommandContext(ctx, f.binary, append([]string{"--config-dir", string(f.home)}, args...)...)
	c.Env = append(os.Environ(), "TMPDIR="+string(f.home), "BUA_TOKEN=that of another backend")
	out, errs = &coretest.Output{}, &coretest.Output{}
	c.Stdout, c.Stderr = out, errs
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return c, out, errs
}

func (f *first) says(t *testing.T, args ...string) (out, errs string, code int) {
	t.Helper()
	c, o, e := f.begin(t, args...)
	_ = c.Wait()
	return o.String(), e.String(), c.ProcessState.ExitCode()
}

func (f *first) launch(t *testing.T, task string, more ...string) []string {
	return append([]string{"run", "--launch", "--headless", "--extension", e2e.Extension(t), task, "--url", f.site.URL("/form.html")}, more...)
}

// gone fails when something of a launched run is left.
func (f *first) gone(t *testing.T) {
	t.Helper()
	e2e.Await(t, "the browser ended", func() bool { return len(processes(t, string(f.home))) == 0 })
	for _, left := range []string{"bua-*", "launched/*", "backend.json"} {
		if list, _ := filepath.Glob(filepath.Join(string(f.home), left)); len(list) > 0 {
			t.Error("left: ", list)
		}
	}
}

// agrees ticks the box once the person has answered, and is done.
func agrees(question string) fakemodel.Policy {
	box := regexp.MustCompile(`(e\d+) checkbox "I agree"`)
	return func(r chat.Request) fakemodel.Say {
		asked, ticked, last := false, false, r.Messages[len(r.Messages)-1].Text
		for _, m := range r.Messages {
			for _, c := range m.Calls {
				asked, ticked = asked || c.Name == "clarify", ticked || c.Name == "check"
			}
		}
		call := func(name, args string) fakemodel.Say {
			return fakemodel.Say{Calls: []chat.Call{{Name: name, Arguments: args}}}
		}
		switch found := box.FindStringSubmatch(last); {
		case !asked:
			return call("clarify", `{"question":"`+question+`"}`)
		case ticked && strings.Contains(last, "I agree"):
			return call("done", `{"outcome":"done","summary":"The box is ticked.","evidence":[{"kind":"value","name":"I agree","value":"checked"}]}`)
		case found != nil && !ticked:
			return call("check", `{"uid":"`+found[1]+`","checked":true}`)
		}
		return call("extract", `{}`)
	}
}

// TestRunLaunch: one command brings a browser up, does a task in it, and takes all of it away again.
// Other commands find such a run and answer it; Ctrl-C ends one.
func TestRunLaunch(t *testing.T) {
	f := newFirst(t, agrees("Which terms?"))
	hint := regexp.MustCompile(`bua (runs answer (\S+) --server (\S+)) TEXT`)
	begin := func(t *testing.T) (c *exec.Cmd, out, errs *coretest.Output, m []string) {
		c, out, errs = f.begin(t, f.launch(t, "Agree to the terms.")...)
		e2e.Await(t, "it asks", func() bool { m = hint.FindStringSubmatch(errs.String()); return m != nil })
		return c, out, errs, m
	}
	t.Run("answered from another terminal", func(t *testing.T) {
		is := is.New(t)
		c, out, said, m := begin(t)
		got, _, code := f.says(t, "status")
		is.Equal(code, 0)
		is.True(strings.Contains(got, strings.TrimPrefix(m[3], "http://")) && strings.Contains(got, "connected"))
		got, _, code = f.says(t, "runs", "list")
		is.Equal(code, 0)
		is.True(strings.Contains(got, m[2]) && strings.Contains(got, "waiting_person"))
		_, errs, code := f.says(t, append(strings.Fields(m[1]), "these")...)
		is.Equal(errs, "")
		is.Equal(code, 0)
		_ = c.Wait()
		is.Equal(c.ProcessState.ExitCode(), 0)
		is.Equal(out.String(), "The box is ticked.\n")
		is.True(strings.Contains(said.String(), "done: "))
		f.gone(t)
	})
	t.Run("Ctrl-C", func(t *testing.T) {
		is := is.New(t)
		c, _, errs, _ := begin(t)
		is.NoErr(c.Process.Signal(syscall.SIGINT))
		_ = c.Wait()
		is.Equal(c.ProcessState.ExitCode(), 1)
		is.True(strings.Contains(errs.String(), "\nstopped: 1 steps") && !strings.Contains(errs.String(), "resume"))
		f.gone(t)
	})
	t.Run("the browser is closed", func(t *testing.T) {
		is := is.New(t)
		c, out, errs, m := begin(t)
		for _, pid := range processes(t, "--user-data-dir="+string(f.home)) {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		_, _, code := f.says(t, append(strings.Fields(m[1]), "these")...)
		is.Equal(code, 0)
		_ = c.Wait()
		t.Logf("\n%s", errs)
		is.Equal(c.ProcessState.ExitCode(), 0) // in another one
		is.Equal(out.String(), "The box is ticked.\n")
		f.gone(t)
	})
}
