package vectors_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/vectors"
	"github.com/zapvol/bua/tests/vectors/answer"
)

const howToRun = "the vectors did not run in wasm. `go run ./build test` does it; by hand: " +
	"BUA_TINYGO=/path/to/tinygo BUA_TINYGO_TARGET=/path/to/target.json TINYGOROOT=/path go test ./tests/vectors (node on PATH)"

// The worker's core is compiled by another compiler, for another word size.
// Whatever it decides differently would be a message that one end accepts and
// the other does not.
func TestVectors_in_wasm_agree_with_native_to_the_byte(t *testing.T) {
	tinygo, target := os.Getenv("BUA_TINYGO"), os.Getenv("BUA_TINYGO_TARGET")
	if tinygo == "" || target == "" {
		t.Skip(howToRun)
	}
	all, err := vectors.Load(".")
	if err != nil {
		t.Fatal(err)
	}
	all = append(all, corpus(t)...)
	answers := inWasm(t, build(t, tinygo, target), all)
	for i, v := range all {
		t.Run(v.File+"/"+v.Says, func(t *testing.T) {
			is := is.New(t)
			text, read := answer.To(v.Door, v.Input())
			want := "0" + text
			if read {
				want = "1" + text
			}
			is.Equal(answers[i], want) // wasm against native
		})
	}
}

// program is what build has compiled, once for all tests.
var program struct {
	once sync.Once
	wasm []byte
}

// build compiles the program as the worker is compiled.
func build(t *testing.T, tinygo, target string) (wasm string) {
	t.Helper()
	wasm = filepath.Join(t.TempDir(), "vectors.wasm")
	program.once.Do(func() {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
		defer cancel()
		cmd := exec.CommandContext(ctx, tinygo, "build", "-target", target, "-opt=z", "-no-debug", "-panic=trap", "-o", wasm, "./wasm")
		out, err := cmd.CombinedOutput()
		if err == nil {
			program.wasm, err = os.ReadFile(wasm)
		}
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	})
	if len(program.wasm) == 0 {
		t.Fatal("it was not compiled: an earlier test says why")
	}
	if err := os.WriteFile(wasm, program.wasm, 0o600); err != nil {
		t.Fatal(err)
	}
	return wasm
}

// inWasm runs every input and returns the answers: 1 or 0, and the text.
func inWasm(t *testing.T, wasm string, all []vectors.Vector) []string {
	t.Helper()
	root := os.Getenv("TINYGOROOT")
	if root == "" {
		out, err := exec.Command(os.Getenv("BUA_TINYGO"), "env", "TINYGOROOT").Output()
		if err != nil {
			t.Fatal(err)
		}
		root = strings.TrimSpace(string(out))
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	var in, out bytes.Buffer
	for _, v := range all {
		in.WriteString(base64.StdEncoding.EncodeToString(append([]byte(v.Door+"\n"), v.Input()...)) + "\n")
	}
	cmd := exec.CommandContext(ctx, "node", "run.mjs", filepath.Join(root, "targets", "wasm_exec.js"), wasm)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = &in, &out, os.Stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("node: %v", err)
	}
	var answers []string
	lines := bufio.NewScanner(&out)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "trap ") {
			answers = append(answers, lines.Text())
			continue
		}
		text, err := base64.StdEncoding.DecodeString(lines.Text())
		if err != nil {
			t.Fatal(err)
		}
		answers = append(answers, string(text))
	}
	if len(answers) != len(all) {
		t.Fatalf("%d inputs, %d answers", len(all), len(answers))
	}
	return answers
}
