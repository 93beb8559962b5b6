// Command build builds bua, tests it and starts it:
//
//	go run ./build <verb>
//
// It decides the order of the steps; how a step is done is in the packages
// below it. It is Go only: no shell script, no make. Product code never
// imports it.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/zapvol/bua/build/command"
	"github.com/zapvol/bua/build/shrink"
)

// verb is one thing the build program can be asked for.
type verb struct {
	name string
	help string
	run  func(ctx context.Context, h *workspace, args []string) error
}

// verbs is a function, because the help text lists them and they print it.
func verbs() []verb {
	return []verb{
		{"all", "build everything: dist/extension (unpacked) and dist/bua (the binary with the extension inside)", all},
		{"gen", "write the codec, the JSON Schema, the TypeScript types and the tables of docs from core/protocol", generate},
		{"wasm", "compile the worker's Go with TinyGo: dist/extension/bua.wasm", wasm},
		{"ui", "bundle the TypeScript and copy what goes with it: dist/extension; --stories also shows every state of popup and options: dist/stories; --pictures draws them all: docs/screens", ui},
		{"budget", "compare the worker with build/budget.json; --update writes what is there now", checkBudget},
		{"start", "build everything and show it at work in a Chromium; --once ends after the round trip, --headless shows no window", runStart},
		{"install", "build everything and install it for you: the program in ~/.local/bin, your browser, your agents; waits for the extension and shows it at work; arguments go on to bua install (--yes)", runInstall},
		{"test", "run the checks and the default suite, real Chromium included; the last line counts them; -quick needs no browser, -all leaves nothing out; ./core/session tests one room whole, -run REGEXP some of its tests", test},
		{"bench", "build everything and compare it with direct CDP; arguments go on to tests/bench (-runs 21, -only wake)", bench},
		{"trust", "build everything and print the table of threats and faults with what was measured; -only REGEXP picks rows, -long takes hours", trust},
		{"faults", "plant one-line faults in a copy, one at a time, and print which test of the default suite catches each; -list tells them, -only REGEXP picks some, -quick needs no browser, -all tries what that suite leaves out too", plantFaults},
		{"apps", "build everything and work in real applications, beside Playwright MCP, judged by their data; -only PATTERN picks tasks", apps},
		{"package", "make a release: the store's zip, .crx, programs, packages, checksums and what else is published; --out FOLDER, -h lists the flags", pack},
		{"docs", "make a static site of the documents, with a search and the reference of the actions: dist/site; --out FOLDER", docs},
		{"lines", "count the lines of program, tests and generated code in each room, and the words of prose; -since COMMIT also says what changed", countLines},
		{"clean", "remove what was built (tools in the cache and node_modules stay)", clean},
		{"help", "print this", help},
	}
}

func main() {
	if real, yes := shrink.Called(); yes {
		os.Exit(shrink.Main(real, os.Args[1:]))
	}
	if command.Reaping() {
		os.Exit(command.Reap(os.Args[1:]))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		if ctx.Err() != nil {
			fmt.Fprintln(os.Stderr, "build: interrupted")
		} else if !errors.Is(err, errSaid) {
			fmt.Fprintln(os.Stderr, "build: "+err.Error())
		}
		stop()
		os.Exit(1)
	}
}

// errSaid is a failure that has been told in full already.
var errSaid = errors.New("failed")

func run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		usage(os.Stderr)
		return errSaid
	}
	name := strings.TrimLeft(args[0], "-")
	if name == "h" {
		name = "help"
	}
	for _, v := range verbs() {
		if v.name == name {
			h, err := open()
			if err != nil {
				return err
			}
			if v.name != "help" {
				if h.unlock, err = h.lock(); err != nil {
					return err
				}
			}
			return v.run(ctx, h, args[1:])
		}
	}
	usage(os.Stderr)
	return fmt.Errorf("there is no verb %q", args[0])
}

func help(context.Context, *workspace, []string) error {
	usage(os.Stdout)
	return nil
}

func usage(w io.Writer) {
	fmt.Fprintln(w, "usage: go run ./build <verb>")
	fmt.Fprintln(w)
	for _, v := range verbs() {
		fmt.Fprintf(w, "  %-8s %s\n", v.name, v.help)
	}
	fmt.Fprintln(w)
	fmt.Fprintln(w, "`go run ./build start` shows bua at work, `go run ./build install` installs it, `go run ./build test` tests it.")
	fmt.Fprintln(w, "Missing tools are installed; where that is not allowed, the build says what to type.")
}

// findRoot goes up from the current folder to the module's root.
func findRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for d := dir; ; d = filepath.Dir(d) {
		text, err := os.ReadFile(filepath.Join(d, "go.mod"))
		if err == nil && strings.HasPrefix(string(text), "module github.com/zapvol/bua\n") {
			return d, nil
		}
		if d == filepath.Dir(d) {
			return "", fmt.Errorf("%s is not inside bua's source tree: change into it and run go run ./build again", dir)
		}
	}
}
