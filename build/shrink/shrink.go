// Package shrink stands between TinyGo and wasm-opt and makes the worker's
// module smaller than TinyGo alone would.
//
// TinyGo has goroutines on wasm by letting wasm-opt's asyncify pass rewrite
// every function that might wait. The pass cannot see that a call through an
// interface never waits, so it rewrites nearly everything. [pure] names what
// never waits: the pass then leaves it alone.
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
// that waits may never match: its caller would go on before the answer.
func pure() []string {
	var out []string
	// A pattern begins where a function's own name begins: what TinyGo makes for calls through an interface is named
	// after all types in it, and there a room's name says nothing about what waits.
	for _, room := range []string{"core/protocol", "core/scan", "core/obstacle", "core/uid", "core/link",
		"core/session.Locate", "core/session.parse", "core/session.address",
		"core/debugger.translate", "core/debugger.lookup", "core/debugger.keyEvent",
		"core/debugger.members", "core/debugger.unknownKey", "core/debugger.readExtract", "core/debugger.object",
		"wasm/chrome.question", "wasm/chrome.Members", "wasm/chrome.ReadTab",
	} {
		out = append(out, "github.com/zapvol/bua/"+room+"*", "(*github.com/zapvol/bua/"+room+"*)*")
	}
	return append(out,
		"slices.*", "strings.*", "*strings.Builder*", "strconv.*", "internal/strconv*", "internal/itoa*", "internal/stringslite*",
		"*reflectlite*", "unicode*", "errors.*", "bytes.*", "time.Time*", "(time.Time)*", "time.Duration*", "(time.Duration)*", "*.Error$invoke", "*fields$invoke",
		"runtime.hashmap*", "runtime.alloc*", "runtime.interface*", "runtime.reflect*", "runtime.string*", "runtime.slice*",
		"runtime.growHeap", "runtime.markRoot*", "malloc", "realloc", "calloc", "free",
	)
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
func Key() string { return strings.Join(pure(), ",") }

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
	args = slices.Insert(slices.Clone(args), at+1, "--pass-arg=asyncify-removelist@"+Key())
	if code := call(real, args); code != 0 {
		return code
	}
	out := slices.Index(args, "--output")
	if out < 0 || out+1 == len(args) {
		return 0
	}
	// Once more over the result: what asyncify wrote has much in common.
	file := args[out+1]
	return call(real, []string{"-Oz", "--merge-similar-functions", "--code-folding", "--strip-debug", "--strip-producers", file, "--output", file})
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
