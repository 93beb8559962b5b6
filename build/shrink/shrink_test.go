package shrink

import (
	"slices"
	"strings"
	"testing"

	"github.com/matryer/is"
)

func TestPure(t *testing.T) {
	const at = "github.com/zapvol/bua/"
	rows := []struct {
		name, function string
		left           bool
	}{
		{"a function of a pure room", at + "core/internal/sink.Of", true},
		{"a method of a pure type", "(*" + at + "core/dispatch.lanes).end", true},
		{"a method of another room with the wire's types", "(*" + at + "core/dispatch.Dispatcher).Do", false},
		{"a call through an interface whose signature names the wire",
			"interface:{Detach:func:{named:context.Context,basic:int}{named:error},Run:func:{named:" + at + "core/protocol.Action}{named:error}}.Run$invoke", false},
		{"a call through an interface whose signature names a time",
			"interface:{AfterFunc:func:{named:time.Duration},Now:func:{}{named:time.Time}}.AfterFunc$invoke", false},
		{"reading the clock", "interface:{AfterFunc:func:{named:time.Duration},Now:func:{}{named:time.Time}}.Now$invoke", true},
		{"asking the browser", "(*" + at + "wasm/chrome.CDP).Send", false},
		{"a lock", "(*sync.Mutex).Lock", false},
		{"what only the agent's program has", at + "core/agent/risk.Of", false},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			left := slices.ContainsFunc(pure("./wasm"), func(pattern string) bool { return match(pattern, row.function) })
			is.New(t).Equal(left, row.left)
		})
	}
}

// TestCall: wasm-opt is a script that says what asyncify would.
func TestCall(t *testing.T) {
	rows := []struct{ name, script, want string }{
		{"all is well", "exit 0", ""},
		{"a pattern matches nothing", "echo 'warning: Asyncify removelist contained a non-matching pattern: a/b.gone*' >&2", "a/b.gone*"},
		{"the module is broken", "echo 'Fatal: no module' >&2; exit 1", "Fatal: no module"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			err := call("sh", []string{"-c", row.script})
			is.Equal(err == nil, row.want == "")
			if err != nil {
				is.True(strings.Contains(err.Error(), row.want))
			}
		})
	}
}

func TestWaits(t *testing.T) {
	is := is.New(t)
	graph := `digraph call {
  "(*a/b.run).target" -> "(*a/b.run).enter"; // call
  "\28*a/b.run\29.enter" -> "runtime.chanRecv"; // call
  "runtime.chanRecv" -> "internal/task.Pause"; // call
  "a/b.locks" -> "\28*internal/task.Mutex\29.Lock"; // call
  "\28*internal/task.Mutex\29.Lock" -> "internal/task.Pause"; // call
  "a/b.adds" -> "a/b.two"; // call
`
	is.Equal(waits([]byte(graph), []string{"(*a/b.run).t*", "a/b.*"}), []string{
		"(*a/b.run).target calls (*a/b.run).enter calls runtime.chanRecv calls internal/task.Pause"})
	is.True(match("a*c*", "a.b.c.d") && match("a*", "a") && !match("a*c", "a.c.d") && !match("a", "ab"))
}
