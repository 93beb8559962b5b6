// Package shrink stands between TinyGo and wasm-opt and makes the worker's
// module smaller than TinyGo alone would.
//
// TinyGo has goroutines on wasm by letting wasm-opt's asyncify pass rewrite
// every function that might wait. The pass cannot see that a call of a value
// never waits, so it rewrites half of them. [pure] names what never waits: the
// pass then leaves it and its callers alone. What is named there by mistake
// would trap, so [check] looks at who calls whom first; a pattern that matches
// nothing is refused. ADR 0254 says why it is asyncify.
//
// TinyGo starts whatever the variable WASMOPT names; [Env] makes that the
// build program itself, and [Main] is what it then does.
package shrink

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// variable tells the build program that TinyGo started it, and where the real
// wasm-opt is; program, which package is compiled; other, that the compiler is not the
// pinned one, which may keep other functions.
const (
	variable = "BUA_WASM_OPT"
	program  = "BUA_WASM_PROGRAM"
	other    = "BUA_WASM_OTHER"
)

// always are patterns of functions of every program that neither wait nor call what
// waits, although asyncify cannot see it: they call a value, or take a lock that is only
// held between two lines that do not wait. What calls them needs no pattern. A function
// that waits may never match: its caller would go on before the answer. So every pattern
// is anchored: a package's own functions begin with its path and its methods with a
// parenthesis. One that is not anchored also matches the calls through an interface,
// whose names spell out their signatures
// ("interface:{Run:func:{…core/protocol.Action…").
var always = []string{
	"slices.*", "strings.*", "runtime.hashmap*", "*.Now$invoke",
	// A context's lock is never held while anything waits.
	"interface:*Deadline:*.Err$invoke", "context.*ancel*", "context.Cause", "(*context.cancelCtx).cancel", "(*context.cancelCtx).Done",
}

// path stands before the patterns of [own], behind the parenthesis of a method.
const path = "github.com/zapvol/bua/"

// own are those of one program.
var own = map[string][]string{
	"./wasm": {
		"core/internal/sink.*", "(*core/internal/tabstate.*)*", "core/session.read*",
		"(*core/session.Registry).notify", "(*core/session.Registry).Load$*", "(*core/session.Registry).save$*", "(*core/session.HelpRequests).Load$*", "(*core/session.Consent).check", "(*core/session.auditLog).*",
		"(*core/dispatch.Dispatcher).sessionChanged$bound", "(*core/dispatch.Dispatcher).tabGone", "(*core/dispatch.lanes).*",
		"(*core/debugger.Debugger).update*", "(*core/debugger.Debugger).dialogClosed", "(*core/debugger.Debugger).Event$*", "(*core/debugger.run).finish",
		"(*wasm/worker.Worker).step$1", "(*wasm/worker.Worker).stopTimer", "(*wasm/worker.lane).put", "(*wasm/worker.workerPool).run", "(*wasm/chrome.Clock).Now",
	},
	"./wasm/agent": {"core/agent/risk.*", "core/agent/tools.*", "(*core/record.*)*", "(*core/tell.*)*"},
}

// pure are the patterns of a program.
func pure(pkg string) []string {
	list := slices.Clone(always)
	for _, p := range own[pkg] {
		if method, ok := strings.CutPrefix(p, "(*"); ok {
			p = "(*" + path + method
		} else {
			p = path + p
		}
		list = append(list, p)
	}
	return list
}

// Env returns the variables that put this program in wasm-opt's place, for
// the environment of TinyGo when it compiles a package; pinned says that it is the
// compiler that the patterns were chosen with.
func Env(pkg string, pinned bool) ([]string, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	real, err := exec.LookPath("wasm-opt")
	if err != nil {
		return nil, errors.New("wasm-opt is not on PATH: install Debian's package binaryen")
	}
	env := []string{"WASMOPT=" + self, variable + "=" + real, program + "=" + pkg}
	if !pinned {
		env = append(env, other+"=yes")
	}
	return env, nil
}

// Key changes whenever the module of a package would.
func Key(pkg string) string { return strings.Join(append(waiting(pure(pkg)), again()...), " ") }

// waiting are asyncify's arguments: what never waits, and that nothing waits
// inside the host, whose imports only take messages.
func waiting(patterns []string) []string {
	return []string{"--pass-arg=asyncify-ignore-imports", "--pass-arg=asyncify-removelist@" + strings.Join(patterns, ","), small}
}

// small keeps large functions apart that have one caller only. The browser
// compiles a function when it is first called, all of it: what is seldom
// needed must not be inside what every wake-up needs.
const small = "--one-caller-inline-max-function-size=100"

// again is the pass over the result: what asyncify wrote has much in common.
func again() []string {
	return []string{small, "-Oz", "--merge-similar-functions", "--code-folding", "--strip-debug", "--strip-producers", "-Oz"}
}

// Called reports whether TinyGo started this process as its wasm-opt, and
// where the real one is.
func Called() (real string, yes bool) {
	real = os.Getenv(variable)
	return real, real != ""
}

// Main runs the real wasm-opt with TinyGo's arguments and ours, and returns
// the exit code.
func Main(real string, args []string) int {
	if err := run(real, args); err != nil {
		_, _ = os.Stderr.WriteString(err.Error() + "\n")
		return 1
	}
	return 0
}

func run(real string, args []string) error {
	at := slices.Index(args, "--asyncify")
	out := slices.Index(args, "--output") + 1
	if at < 0 || out == 0 || out == len(args) {
		return call(real, args)
	}
	patterns := pure(os.Getenv(program))
	for i, a := range args {
		if a[0] != '-' && i != out {
			if err := check(real, a, patterns); err != nil {
				return err
			}
		}
	}
	if err := call(real, slices.Insert(slices.Clone(args), at+1, waiting(patterns)...)); err != nil {
		return err
	}
	return call(real, append(again(), args[out], "--output", args[out]))
}

// nothing is what asyncify says of a pattern that matches no function.
const nothing = "non-matching pattern: "

// call runs wasm-opt, and refuses a list with what is not in the program: a function that
// was given another name would wait again, unseen.
func call(real string, args []string) error {
	var said bytes.Buffer
	c := exec.Command(real, args...)
	c.Stdout, c.Stderr = os.Stdout, &said
	if err := c.Run(); err != nil {
		return errors.New(said.String() + err.Error())
	}
	if strings.Contains(said.String(), nothing) && os.Getenv(other) == "" {
		return errors.New("build/shrink lists what the program does not have; remove it, or give its new name:\n" + said.String())
	}
	_, err := said.WriteTo(os.Stderr)
	return err
}
