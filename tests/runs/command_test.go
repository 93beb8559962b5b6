package runs

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/model"
	"github.com/zapvol/bua/backend/secrets"
	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/e2e"
	"github.com/zapvol/bua/tests/fakemodel"
)

// terminal is a person's: the built command on a backend with the shop for a browser,
// whose models are those that the person adds.
type terminal struct {
	t      *testing.T
	binary string
	home   app.Home
	shop   *shop
	holds  *atomic.Int32
}

func newTerminal(t *testing.T) *terminal {
	t.Helper()
	x := &terminal{t: t, binary: e2e.Binary(t), home: app.Home(t.TempDir()), shop: newShop(3), holds: &atomic.Int32{}}
	e2e.Backend(t, app.Options{Home: x.home, Bridge: counter{shop: x.shop, holds: x.holds}, Models: func(_ context.Context, name string) (runs.Opened, error) {
		config, err := x.home.Models().Config(name)
		if err != nil {
			return runs.Opened{}, err
		}
		c, err := model.New(config)
		if err != nil {
			return runs.Opened{}, err
		}
		return runs.Opened{Model: c, Name: c.Name(), Window: 128_000}, nil
	}})
	return x
}

// says runs a command.
func (x *terminal) says(in string, args ...string) (out, errs string, code int) {
	x.t.Helper()
	return e2e.Command(x.t, x.binary, x.home, in, args...)
}

// begin starts a command and returns once it has said a word.
func (x *terminal) begin(word string, args ...string) (c *exec.Cmd, errs *coretest.Output) {
	x.t.Helper()
	c = exec.CommandContext(x.t.Context(), x.binary, append([]string{"--config-dir", string(x.home)}, args...)...)
	errs = &coretest.Output{}
	c.Stderr = errs
	if err := c.Start(); err != nil {
		x.t.Fatal(err)
	}
	e2e.Await(x.t, "it says "+word, func() bool { return strings.Contains(errs.String(), word) })
	return c, errs
}

// TestTerminal: all of it as a person types it.
func TestTerminal(t *testing.T) {
	x := newTerminal(t)
	task := []string{"run", "Take everything at shop.test.", "--url", "https://shop.test/"}
	t.Run("without a model it says in three lines how to get one", func(t *testing.T) {
		is := is.New(t)
		_, errs, code := x.says("", task...)
		is.Equal(code, 1)
		is.Equal(strings.Count(errs, "\n"), 3)
		is.True(strings.Contains(errs, "ollama") && strings.Contains(errs, "key"))
		is.Equal(x.shop.opens, 0)
	})
	server := fakemodel.New(fakemodel.Traits{Model: "m", Key: canary}, taker)
	t.Cleanup(server.Close)
	t.Run("models", func(t *testing.T) {
		is := is.New(t)
		out, errs, code := x.says(canary+"\n", "models", "add", "mine/m", "--url", server.URL+"/v1", "--like", "openai", "--no-test")
		is.Equal(code, 0)
		is.True(strings.Contains(out, "mine/m is added") && !strings.Contains(out+errs, canary))
		out, _, code = x.says("", "models", "list")
		is.Equal(code, 0)
		is.True(strings.Contains(out, "mine/m") && strings.Contains(out, "yes") && !strings.Contains(out, canary))
		out, _, code = x.says("", "models", "test", "--look")
		is.Equal(code, 0)
		is.True(strings.Contains(out, "reachable  yes"))
		_, errs, code = x.says("", "models", "default", "mine/other")
		is.Equal(code, 1)
		is.True(strings.Contains(errs, "was not added"))
		_, _, code = x.says("", "models", "add", "nonsense")
		is.Equal(code, 2)
		out, _, code = x.says("", "models", "caps", "--day", "2", "--run", "0.5")
		is.Equal(code, 0)
		is.Equal(out, "a run    $0.5\na day    $2\na month  no bound\n")
		_, errs, code = x.says("", "models", "caps", "--month", "-1")
		is.Equal(code, 2)
		is.True(strings.Contains(errs, "month"))
		out, _, code = x.says("", "models", "caps", "--day", "0", "--run", "0") // what was refused has changed nothing
		is.Equal(code, 0)
		is.Equal(out, "a run    no bound\na day    no bound\na month  no bound\n")
	})
	id := ""
	t.Run("a run, to its end", func(t *testing.T) {
		is := is.New(t)
		out, errs, code := x.says("", task...)
		t.Logf("\n%s%s", errs, out)
		is.Equal(code, 0)
		is.Equal(out, "Everything is taken.\n")
		is.True(strings.Contains(errs, "click") && strings.Contains(errs, "tokens in"))
		is.Equal(len(x.shop.order), 3)
		id, _, _ = strings.Cut(errs, " ")
	})
	t.Run("list, show, export and replay", func(t *testing.T) {
		is := is.New(t)
		out, _, _ := x.says("", "runs", "list")
		is.True(strings.Contains(out, id) && strings.Contains(out, "done"))
		_, shown, code := x.says("", "runs", "show", id)
		is.Equal(code, 0)
		journal, _, code := x.says("", "runs", "export", id)
		is.Equal(code, 0)
		is.True(strings.HasPrefix(journal, `{"head":`) && !strings.Contains(journal, canary))
		_, replayed, code := x.says(journal, "runs", "replay", "-")
		is.Equal(code, 0)
		is.Equal(replayed, shown) // the journal is the run
		_, _, code = x.says("", "runs", "remove", id)
		is.Equal(code, 0)
		_, errs, code := x.says("", "runs", "show", id)
		is.Equal(code, 2)
		is.True(strings.Contains(errs, "no run"))
	})
	t.Run("what it asks is answered from another terminal", func(t *testing.T) {
		is := is.New(t)
		x.shop.mu.Lock()
		x.shop.taken, x.shop.order = map[string]int{}, nil
		x.shop.mu.Unlock()
		x.holds.Store(1)
		c, errs := x.begin("bua runs answer", task...)
		is.True(strings.Contains(errs.String(), `Send "Take" on https://shop.test?`))
		is.Equal(len(x.shop.order), 0)
		id, _, _ := strings.Cut(errs.String(), " ")
		_, said, code := x.says("", "runs", "answer", id, "perhaps")
		is.Equal(code, 2)
		is.True(strings.Contains(said, "yes, once or no"))
		_, _, code = x.says("", "runs", "answer", id, "yes")
		is.Equal(code, 0)
		_ = c.Wait()
		is.Equal(c.ProcessState.ExitCode(), 0)
		is.Equal(len(x.shop.order), 3)
	})
	t.Run("Ctrl-C pauses, and resume goes on", func(t *testing.T) {
		is := is.New(t)
		x.shop.mu.Lock()
		x.shop.taken, x.shop.order = map[string]int{}, nil
		x.shop.mu.Unlock()
		x.holds.Store(1) // so that it waits somewhere
		c, errs := x.begin("bua runs answer", task...)
		is.NoErr(c.Process.Signal(os.Interrupt))
		_ = c.Wait()
		is.Equal(c.ProcessState.ExitCode(), 4)
		id, _, _ := strings.Cut(errs.String(), " ")
		is.True(strings.Contains(errs.String(), "bua runs resume "+id))
		_, _, code := x.says("", "runs", "answer", id, "yes")
		is.Equal(code, 0)
		time.Sleep(50 * time.Millisecond)
		is.Equal(len(x.shop.order), 0) // paused is paused
		out, _, code := x.says("", "runs", "resume", id)
		is.Equal(code, 0)
		is.Equal(out, "Everything is taken.\n")
		is.Equal(len(x.shop.order), 3)
	})
	t.Run("stop", func(t *testing.T) {
		is := is.New(t)
		x.shop.mu.Lock()
		x.shop.taken, x.shop.order = map[string]int{}, nil
		x.shop.mu.Unlock()
		x.holds.Store(1)
		c, errs := x.begin("bua runs answer", task...)
		id, _, _ := strings.Cut(errs.String(), " ")
		_, _, code := x.says("", "runs", "stop", id)
		is.Equal(code, 0)
		_ = c.Wait()
		is.Equal(c.ProcessState.ExitCode(), 1)
		is.True(strings.Contains(errs.String(), "stopped"))
		is.Equal(len(x.shop.order), 0)
	})
	t.Run("schedule", func(t *testing.T) {
		is := is.New(t)
		out, _, code := x.says("", "schedule", "add", "Look at the shop", "--url", "https://shop.test/", "--mode", "ask", "--days", "mon-fri", "--time", "9:00", "--zone", "Europe/Berlin")
		is.Equal(code, 0)
		id, rest, _ := strings.Cut(out, " ")
		is.True(strings.HasPrefix(rest, "runs Monday to Friday at 09:00 Europe/Berlin, next at 20"))
		list := func(want string) {
			t.Helper()
			out, _, code := x.says("", "schedule", "list")
			is.Equal(code, 0)
			is.True(strings.Contains(out, want))
		}
		list("pending")
		for _, row := range []struct{ verb, says, first, state string }{
			{"off", "planned tasks are off", "planned tasks are off", "paused (schedule_off)"},
			{"on", "planned tasks are on", "JOB ", "pending"},
		} {
			out, _, code := x.says("", "schedule", row.verb)
			is.Equal(code, 0)
			is.True(strings.HasPrefix(out, row.says))
			out, _, _ = x.says("", "schedule", "list")
			is.True(strings.HasPrefix(out, row.first))
			is.True(strings.Contains(out, row.state))
		}
		for _, verb := range []string{"pause", "resume", "remove"} {
			_, _, code := x.says("", "schedule", verb, id)
			is.Equal(code, 0)
			list(map[string]string{"pause": "paused", "resume": "pending", "remove": "nothing is planned"}[verb])
		}
		for _, line := range [][]string{{"add"}, {"add", "x"}, {"add", "x", "--url", "https://a.test", "--time", "noon"}, {"add", "x", "--url", "https://a.test", "--every", "90s"},
			{"add", "x", "--url", "https://a.test", "--time", "9:00", "--zone", "Europe/Atlantis"}, {"pause", "nobody"}, {"remove"}, {"off", "x"}} {
			_, errs, code := x.says("", append([]string{"schedule"}, line...)...)
			is.Equal(code, 2)
			is.True(errs != "")
		}
	})
	t.Run("a wrong command line", func(t *testing.T) {
		for _, line := range [][]string{{"run"}, {"run", "x", "--mode", "god"}, {"run", "x", "--tab", "mine"}, {"run", "x", "--yes-to", "everything"},
			{"run", "x", "--max-cost", "much"}, {"run", "x", "--tab", "3", "--url", "https://a.test"}, {"runs", "show"}, {"runs", "replay", "/dev/null"}} {
			is := is.New(t)
			_, errs, code := x.says("", line...)
			is.Equal(code, 2)
			is.True(errs != "")
		}
	})
	t.Run("a person's notes for a site", func(t *testing.T) {
		is := is.New(t)
		is.NoErr(os.Mkdir(x.home.Path("sites"), 0o700))
		file := x.home.Path("sites/shop.txt")
		is.NoErr(os.WriteFile(file, []byte("name: Shop\nhosts: shop.test\nnonsense\n"), 0o600))
		_, errs, code := x.says("", task...)
		is.Equal(code, 2)
		is.True(strings.Contains(errs, "shop.txt") && strings.Contains(errs, "3"))
		is.NoErr(os.WriteFile(file, []byte("name: Shop\nhosts: shop.test\n- The tea is on the left.\n"), 0o600))
		before := len(server.Bodies())
		x.says("", append(task, "--mode", "ask", "--max-steps", "5")...)
		is.True(strings.Contains(server.Bodies()[before], "The tea is on the left."))
	})
	t.Run("a person's secrets, by their names", func(t *testing.T) {
		is := is.New(t)
		v := secrets.Vault{File: x.home.Path("secrets.json")}
		for name, origin := range map[string]string{"tea-login": "https://shop.test", "bank": "https://bank.test"} {
			_, err := v.Set(secrets.Secret{Entry: secrets.Entry{User: app.Local, Name: name, Origins: []string{origin}}, Value: canary})
			is.NoErr(err)
		}
		before := len(server.Bodies())
		x.says("", append(task, "--max-steps", "5")...)
		is.True(strings.Contains(server.Bodies()[before], "not text): tea-login"))
		is.True(!strings.Contains(server.Bodies()[before], "bank") && !strings.Contains(server.Bodies()[before], canary))
	})
	t.Run("a model that is removed", func(t *testing.T) {
		is := is.New(t)
		_, _, code := x.says("", "models", "remove", "mine")
		is.Equal(code, 0)
		_, errs, code := x.says("", task...)
		is.Equal(code, 1)
		is.True(strings.Contains(errs, "bua models add"))
	})
}
