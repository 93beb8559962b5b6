package runs

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/model"
	"github.com/zapvol/bua/backend/secrets"
	"github.com/zapvol/bua/core/agent/chat"
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
		return runs.Opened{Model: c, Name: config.Provider.Name + "/" + config.Model, Window: 128_000}, err
	}})
	return x
}

// holding empties the shop's list, and holds its next press back.
func (x *terminal) holding() {
	x.shop.mu.Lock()
	defer x.shop.mu.Unlock()
	x.shop.taken, x.shop.order = map[string]int{}, nil
	x.holds.Store(1)
}

// does runs a command that must end so.
func (x *terminal) does(want int, args ...string) (out, errs string) {
	x.t.Helper()
	out, errs, code := x.says("", args...)
	if code != want {
		x.t.Errorf("%q ends with %d: %s", args, code, errs)
	}
	return out, errs
}

// ends is with what a command that was begun ends, the person's Ctrl-C before.
func (x *terminal) ends(c *exec.Cmd, interrupted bool) int {
	x.t.Helper()
	if interrupted {
		if err := c.Process.Signal(os.Interrupt); err != nil {
			x.t.Error(err)
		}
	}
	_ = c.Wait()
	return c.ProcessState.ExitCode()
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
	t.Parallel() // it is mostly waited for
	x := newTerminal(t)
	task := []string{"run", "Take everything at shop.test.", "--url", "https://shop.test/"}
	t.Run("without a model it says in three lines how to get one", func(t *testing.T) {
		is := is.New(t)
		_, errs := x.does(1, task...)
		is.Equal(strings.Count(errs, "\n"), 3)
		is.True(strings.Contains(errs, "ollama") && strings.Contains(errs, "key"))
		is.Equal(x.shop.opens, 0)
	})
	var gate atomic.Pointer[chan struct{}] // before which the model waits
	server := fakemodel.New(fakemodel.Traits{Model: "m", Key: canary}, func(r chat.Request) fakemodel.Say {
		if g := gate.Load(); g != nil {
			wait(t, *g)
		}
		return taker(r)
	})
	t.Cleanup(server.Close)
	t.Run("models", func(t *testing.T) {
		is := is.New(t)
		out, errs, code := x.says(canary+"\n", "models", "add", "mine/m", "--url", server.URL+"/v1", "--like", "openai", "--no-test")
		is.Equal(code, 0)
		is.True(strings.Contains(out, "mine/m is added") && !strings.Contains(out+errs, canary))
		out, _ = x.does(0, "models", "list")
		is.True(strings.Contains(out, "mine/m") && strings.Contains(out, "yes") && !strings.Contains(out, canary))
		out, _ = x.does(0, "models", "test", "--look")
		is.True(strings.Contains(out, "reachable  yes"))
		_, errs = x.does(1, "models", "default", "mine/other")
		is.True(strings.Contains(errs, "was not added"))
		x.does(2, "models", "add", "nonsense")
		out, _ = x.does(0, "models", "caps", "--day", "2", "--run", "0.5")
		is.Equal(out, "a run    $0.5\na day    $2\na month  no bound\n")
		_, errs = x.does(2, "models", "caps", "--month", "-1")
		is.True(strings.Contains(errs, "month"))
		out, _ = x.does(0, "models", "caps", "--day", "0", "--run", "0") // what was refused has changed nothing
		is.Equal(out, "a run    no bound\na day    no bound\na month  no bound\n")
	})
	id := ""
	t.Run("a run, to its end", func(t *testing.T) {
		is := is.New(t)
		out, errs := x.does(0, task...)
		t.Logf("\n%s%s", errs, out)
		is.Equal(out, "Everything is taken.\n")
		is.True(strings.Contains(errs, "click") && strings.Contains(errs, "tokens in"))
		once(t, x.shop, 3)
		id, _, _ = strings.Cut(errs, " ")
	})
	t.Run("list, show, export and replay", func(t *testing.T) {
		is := is.New(t)
		out, _ := x.does(0, "runs", "list")
		is.True(strings.Contains(out, id) && strings.Contains(out, "done"))
		_, shown := x.does(0, "runs", "show", id)
		is.True(strings.Contains(shown, "click"))
		journal, _ := x.does(0, "runs", "export", id)
		is.True(strings.HasPrefix(journal, `{"head":`) && !strings.Contains(journal, canary))
		_, replayed, code := x.says(journal, "runs", "replay", "-")
		is.Equal(code, 0)
		is.Equal(replayed, shown) // the journal is the run
		x.does(0, "runs", "remove", id)
		_, errs := x.does(2, "runs", "show", id)
		is.True(strings.Contains(errs, "no run"))
	})
	t.Run("what it asks is answered from another terminal", func(t *testing.T) {
		is := is.New(t)
		x.holding()
		c, errs := x.begin("bua runs answer", task...)
		is.True(strings.Contains(errs.String(), `Send "Take" on https://shop.test?`))
		once(t, x.shop, 0)
		id, _, _ := strings.Cut(errs.String(), " ")
		_, said := x.does(2, "runs", "answer", id, "perhaps")
		is.True(strings.Contains(said, "yes, once or no"))
		x.does(0, "runs", "answer", id, "yes")
		is.Equal(x.ends(c, false), 0)
		once(t, x.shop, 3)
	})
	for _, asks := range []bool{true, false} {
		t.Run(fmt.Sprintf("Ctrl-C pauses, and resume goes on, while it asks %t", asks), func(t *testing.T) {
			is := is.New(t)
			x.holding()
			let, before, word := make(chan struct{}), len(server.Bodies()), "bua runs answer"
			if !asks {
				gate.Store(&let)
				word = ""
			}
			c, errs := x.begin(word, task...)
			e2e.Await(t, "the model is asked", func() bool { return len(server.Bodies()) > before })
			is.Equal(x.ends(c, true), 4)
			_, id, told := strings.Cut(errs.String(), "bua runs resume ") // nothing else may have been said by then
			is.True(told)
			id, _, _ = strings.Cut(id, "\n")
			close(let)
			gate.Store(nil)
			if asks {
				x.does(0, "runs", "answer", id, "yes")
				time.Sleep(50 * time.Millisecond)
			}
			once(t, x.shop, 0) // paused is paused
			x.holds.Store(0)
			out, _ := x.does(0, "runs", "resume", id)
			is.Equal(out, "Everything is taken.\n")
			once(t, x.shop, 3)
		})
	}
	t.Run("stop", func(t *testing.T) {
		is := is.New(t)
		x.holding()
		c, errs := x.begin("bua runs answer", task...)
		id, _, _ := strings.Cut(errs.String(), " ")
		x.does(0, "runs", "stop", id)
		is.Equal(x.ends(c, false), 1)
		is.True(strings.Contains(errs.String(), "stopped"))
		once(t, x.shop, 0)
	})
	t.Run("schedule", func(t *testing.T) {
		is := is.New(t)
		out, _ := x.does(0, "schedule", "add", "Look at the shop", "--url", "https://shop.test/", "--mode", "ask", "--days", "mon-fri", "--time", "9:00", "--zone", "Europe/Berlin")
		id, rest, _ := strings.Cut(out, " ")
		is.True(strings.HasPrefix(rest, "runs Monday to Friday at 09:00 Europe/Berlin, next at 20"))
		for _, row := range []struct{ verb, id, says, first, state string }{
			{"off", "", "planned tasks are off", "planned tasks are off", "paused (schedule_off)"},
			{"on", "", "planned tasks are on", "JOB ", "pending"},
			{"pause", id, "", "JOB ", "paused"},
			{"resume", id, "", "JOB ", "pending"},
			{"remove", id, "", "nothing is planned", ""},
		} {
			out, _ := x.does(0, slices.DeleteFunc([]string{"schedule", row.verb, row.id}, func(s string) bool { return s == "" })...)
			is.True(strings.HasPrefix(out, row.says))
			out, _ = x.does(0, "schedule", "list")
			is.True(strings.HasPrefix(out, row.first) && strings.Contains(out, row.state))
		}
	})
	t.Run("a wrong command line", func(t *testing.T) {
		for _, line := range [][]string{{"run"}, {"run", "x", "--mode", "god"}, {"run", "x", "--tab", "mine"}, {"run", "x", "--yes-to", "everything"},
			{"run", "x", "--max-cost", "much"}, {"run", "x", "--tab", "3", "--url", "https://a.test"}, {"runs", "show"}, {"runs", "replay", "/dev/null"},
			{"schedule", "add"}, {"schedule", "add", "x"}, {"schedule", "add", "x", "--url", "https://a.test", "--time", "noon"},
			{"schedule", "add", "x", "--url", "https://a.test", "--every", "90s"}, {"schedule", "add", "x", "--url", "https://a.test", "--time", "9:00", "--zone", "Europe/Atlantis"},
			{"schedule", "pause", "nobody"}, {"schedule", "remove"}, {"schedule", "off", "x"}} {
			if _, errs := x.does(2, line...); errs == "" {
				t.Errorf("%q says nothing", line)
			}
		}
	})
	t.Run("a person's notes for a site", func(t *testing.T) {
		is := is.New(t)
		is.NoErr(os.Mkdir(x.home.Path("sites"), 0o700))
		file := x.home.Path("sites/shop.txt")
		is.NoErr(os.WriteFile(file, []byte("name: Shop\nhosts: shop.test\nnonsense\n"), 0o600))
		_, errs := x.does(2, task...)
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
		x.does(0, "models", "remove", "mine")
		_, errs := x.does(1, task...)
		is.New(t).True(strings.Contains(errs, "bua models add"))
	})
}
