// Package shrink stands between TinyGo and wasm-opt and makes the worker's
// module smaller than TinyGo alone would.
//
// TinyGo has goroutines on wasm by letting wasm-opt's asyncify pass rewrite
// every function that might wait. The pass cannot see that a call through an
// interface never waits, so it rewrites nearly everything. [pure] names what
// never waits: the pass then leaves it alone. What is named there by mistake
// would trap, so [check] looks at who calls whom first.
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
// wasm-opt is.
const variable = "BUA_WASM_OPT"

// pure are patterns of functions that neither wait nor call what waits: whole
// packages without channels, locks and ports, and parts of others. A function
// that waits may never match: its caller would go on before the answer. So
// every pattern is anchored: a package's own functions begin with its path and
// its methods with a parenthesis. One that is not anchored also matches the
// calls through an interface, whose names spell out their signatures
// ("interface:{Run:func:{…core/protocol.Action…").
func pure() []string {
	list := []string{
		// Calls through interfaces whose methods are pure in every type of ours.
		"interface:*core/protocol.codec*", "interface:*core/internal/engine.codec*", "*.Error$invoke", "*.Unwrap$invoke", "*.Now$invoke",
		// A context's lock is never held while anything waits.
		"interface:*Deadline:*.Done$invoke", "interface:*Deadline:*.Err$invoke", "interface:*Deadline:*.Value$invoke",
		"interface:*context.cancel:*.cancel$invoke", "context.*ancel*", "context.Cause", "context.value", "(*context.cancelCtx).cancel", "(*context.cancelCtx).Done",
		"slices.*", "strings.*", "(*strings.Builder)*", "strconv.*", "internal/strconv*", "internal/itoa*", "internal/stringslite*",
		"internal/reflectlite*", "(*internal/reflectlite.*)*", "unicode*", "errors.*", "(*errors.*)*", "bytes.*",
		"(time.Time)*", "(*time.Time)*", "(time.Duration)*", "(*time.Duration)*",
		"runtime.hashmap*", "runtime.alloc*", "runtime.interface*", "runtime.reflect*", "runtime.string*", "runtime.slice*",
		"malloc", "realloc", "calloc", "free",
	}
	const path = "github.com/zapvol/bua/"
	for _, room := range []string{"core/protocol", "core/scan", "core/internal/engine", "core/obstacle", "core/internal/uid", "core/internal/sink", "core/link", "wasm/heap", "core/agent", "core/agent/adapter", "core/agent/budget", "core/agent/chat", "core/agent/loop", "core/agent/redact", "core/agent/risk", "core/agent/schedule", "core/agent/tools", "core/record", "core/tell", "core/steps", "core/internal/tabstate"} {
		list = append(list, path+room+".*", "(*"+path+room+".*)*")
	}
	for _, function := range []string{
		"core/session.Locate", "core/session.parse", "core/session.read", "core/session.Read", "core/session.Append", "core/session.address",
		"core/debugger.translate", "core/debugger.lookup", "core/debugger.keyEvent", "core/debugger.members",
		"core/debugger.unknownKey", "core/debugger.bounds", "core/debugger.inWorld", "core/debugger.uploaded", "core/debugger.parseChord", "core/debugger.chord", "core/debugger.readExtract", "core/debugger.object",
		"core/dispatch.sources", "wasm/chrome.Append", "wasm/chrome.append", "wasm/chrome.Open", "wasm/chrome.Text", "wasm/chrome.Int", "wasm/chrome.Long", "wasm/chrome.Read", "wasm/chrome.read",
		"wasm/worker.Append", "wasm/worker.append", "wasm/worker.read",
	} {
		list = append(list, path+function+"*")
	}
	// These have a lock, which is only held between two lines that do not wait,
	// so on one thread nobody ever waits for it.
	for _, method := range []string{
		"core/downloads.Ring).*", "core/supervisor.Dialogs).*",
		"core/session.Policy).Check", "core/session.Policy).Allow", "core/session.Policy).May", "core/session.Policy).Broken",
		"core/session.Registry).Get", "core/session.Registry).List", "core/session.Registry).encode", "core/session.Registry).save", "core/session.Registry).put",
		"core/session.Registry).Obstacle", "core/session.Registry).LeavePage", "core/session.Registry).Dialog", "core/session.Registry).blockerOf", "core/session.Registry).writeBlocker",
		"core/session.Registry).E*", "core/session.Registry).end", "core/session.Registry).Move", "core/session.Registry).move", "core/session.Registry).Record",
		"core/session.Registry).Block", "core/session.Registry).RecordAnswer", "core/session.Registry).Replace", "core/session.Registry).notify", "core/session.Registry).Load$*",
		"core/session.Registry).save$*", "core/dispatch.Dispatcher).sessionChanged$bound", "core/dispatch.Dispatcher).tabGone", "core/dispatch.Dispatcher).downloadBegan",
		"core/dispatch.Dispatcher).TabNavigated", "core/dispatch.Dispatcher).request", "core/dispatch.Dispatcher).blocked",
		"core/dispatch.Dispatcher).Presence", "core/dispatch.Dispatcher).Stop*", "wasm/worker.Worker).step$1",
		"core/session.object).*", "core/dispatch.Dispatcher).dialogChanged", "core/dispatch.Dispatcher).keepObstacle", "core/debugger.Debugger).Dialog",
		"core/debugger.Debugger).dialogChanged", "core/debugger.Debugger).settleReport*", "core/debugger.run).watchOp", "core/debugger.run).finish", "wasm/worker.Worker).stopTimer",
		"core/session.Writer).Put", "core/session.auditLog).*",
		"core/session.Consent).Check", "core/session.Consent).check", "core/session.Consent).Ask", "core/session.Consent).Answer", "core/session.Consent).Finish",
		"core/session.Consent).save*", "core/session.Consent).questions$*", "core/session.HelpRequests).Load$*", "core/debugger.run).lostTo", "core/session.Consent).notify", "core/session.Consent).encode",
		"core/dispatch.lanes).*", "core/dispatch.uidNumbers).base", "core/dispatch.uidNumbers).owner", "core/dispatch.uidNumbers).given", "core/dispatch.uidNumbers).tabOf", "core/dispatch.commandGate).setOpen",
		"core/dispatch.window).owns", "core/dispatch.window).list", "core/dispatch.window).is", "core/dispatch.window).take",
		"core/dispatch.window).adopt", "core/dispatch.window).closed", "core/dispatch.window).save*", "core/dispatch.window).opening*",
		"core/debugger.Debugger).update*", "core/debugger.run).start", "core/debugger.run).route", "core/debugger.run).mouse", "core/debugger.Debugger).start", "core/dispatch.commandGate).start", "core/dispatch.commandGate).Start", "wasm/chrome.CDP).Start", "core/debugger.Debugger).Event$*", "core/debugger.Debugger).URL", "core/debugger.Debugger).tab",
		"core/debugger.Debugger).dialogClosed", "core/debugger.tab).*",
		"core/debugger.run).navigating*", "core/debugger.run).forgetWorld", "core/debugger.run).openDialog",
		"wasm/chrome.Object).*", "wasm/worker.lane).put", "wasm/chrome.Clock).Now", "wasm/worker.workerPool).run", "wasm/worker.requests).*",
		"core/dispatch.Dispatcher).source", "core/dispatch.Dispatcher).describe", "core/dispatch.Dispatcher).saveDownloads",
	} {
		list = append(list, "(*"+path+method)
	}
	return append(list, "("+path+"wasm/chrome.*Call).question")
}

// Env returns the variables that put this program in wasm-opt's place, for
// the environment of TinyGo.
func Env() ([]string, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	real, err := exec.LookPath("wasm-opt")
	if err != nil {
		return nil, errors.New("wasm-opt is not on PATH: install Debian's package binaryen")
	}
	return []string{"WASMOPT=" + self, variable + "=" + real}, nil
}

// Key changes whenever the module would.
func Key() string { return strings.Join(append(waiting(), again()...), " ") }

// waiting are asyncify's arguments: what never waits, and that nothing waits
// inside the host, whose imports only take messages.
func waiting() []string {
	return []string{"--pass-arg=asyncify-ignore-imports", "--pass-arg=asyncify-removelist@" + strings.Join(pure(), ","), small}
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
	at := slices.Index(args, "--asyncify")
	if at < 0 {
		return call(real, args)
	}
	for i, a := range args {
		if a[0] == '-' || i > 0 && args[i-1] == "--output" {
			continue
		}
		if err := check(real, a); err != nil {
			_, _ = os.Stderr.WriteString(err.Error() + "\n")
			return 1
		}
	}
	args = slices.Insert(slices.Clone(args), at+1, waiting()...)
	if code := call(real, args); code != 0 {
		return code
	}
	out := slices.Index(args, "--output")
	if out < 0 || out+1 == len(args) {
		return 0
	}
	file := args[out+1]
	return call(real, append(again(), file, "--output", file))
}

func call(real string, args []string) int {
	var said bytes.Buffer
	c := exec.Command(real, args...)
	c.Stdout, c.Stderr = os.Stdout, &said
	err := c.Run()
	for line := range strings.Lines(said.String()) {
		if !strings.Contains(line, "non-matching pattern") { // the linker may have dropped all that match
			_, _ = os.Stderr.WriteString(line)
		}
	}
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.ExitCode()
	}
	_, _ = os.Stderr.WriteString(err.Error() + "\n")
	return 1
}
