package vectors_test

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/zapvol/bua/tests/vectors"
)

// corpus returns the committed fuzz inputs of core/protocol as vectors: what
// broke one reader once, or led it down a new path, is worth a try in wasm.
func corpus(t *testing.T) (all []vectors.Vector) {
	t.Helper()
	for target, door := range map[string]string{
		"FuzzDecode": "message", "FuzzDecodeAction": "action", "FuzzDecodeResult": "result", "FuzzRequestID": "id",
	} {
		files, err := filepath.Glob(filepath.Join("../../core/protocol/testdata/fuzz", target, "*"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no corpus of %s", target)
		}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			v := vectors.Vector{File: target, Door: door, Says: filepath.Base(f)}
			for _, line := range strings.Split(string(text), "\n")[1:] {
				arg, isString := strings.CutPrefix(line, "string(")
				arg = strings.TrimSuffix(strings.TrimPrefix(arg, "[]byte("), ")")
				if arg == "" {
					continue
				}
				s, err := strconv.Unquote(arg)
				if err != nil {
					t.Fatalf("%s: %v", f, err)
				}
				if isString {
					v.Door = door + " " + s // the kind of a result
				} else {
					v.Raw = "<<hex " + hex.EncodeToString([]byte(s)) + ">>"
				}
			}
			if strings.ContainsRune(v.Door, '\n') {
				continue // a kind that the runner's line cannot carry
			}
			all = append(all, v)
		}
	}
	return all
}
