package vectors_test

import (
	"encoding/hex"
	"flag"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/vectors"
	"github.com/zapvol/bua/tests/vectors/answer"
)

var mutants = flag.Int("mutants", size.Trials(5_000), "how many broken vectors both compilers' readers are given")

// tokens are what a reader looks for: one in the wrong place leads it further
// than a byte by chance does.
var tokens = []string{`{`, `}`, `[`, `]`, `,`, `:`, `"`, `\`, `\u0000`, `\ud800`, `\ud83d\ude00`, "\xff", "\xc3", "é", "\x00", "null", "true",
	"0", "-1", "-0", "1e3", "1E400", "0.5", "9007199254740993", "4294967296", "2147483648", `"tabId":7`, `"type":"click"`, `"frameId":""`, " ", "\n"}

// mutate breaks a text in one or two places.
func mutate(r *rand.Rand, text, other []byte) []byte {
	out := append([]byte(nil), text...)
	for range 1 + r.IntN(2) {
		at := r.IntN(len(out) + 1)
		to := min(len(out), at+1+r.IntN(8))
		switch r.IntN(7) {
		case 0: // another byte
			if at < len(out) {
				out[at] = byte(r.Uint32())
			}
		case 1: // a piece less
			out = append(out[:at:at], out[to:]...)
		case 2: // a piece twice
			out = append(out[:to:to], out[at:]...)
		case 3: // cut off
			out = out[:at]
		case 4: // goes on as another
			out = append(out[:at:at], other[min(at, len(other)):]...)
		default:
			word := tokens[r.IntN(len(tokens))]
			out = append(out[:at:at], append([]byte(word), out[at:]...)...)
		}
	}
	return out
}

// Broken and half-broken messages by the thousand: the worker's reader and the
// backend's accept the same ones, read the same out of them, and refuse the
// others in the same words.
func TestVectors_broken_agree_in_wasm_and_native(t *testing.T) {
	tinygo, target := os.Getenv("BUA_TINYGO"), os.Getenv("BUA_TINYGO_TARGET")
	if tinygo == "" || target == "" {
		t.Skip(howToRun)
	}
	all, err := vectors.Load(".")
	if err != nil {
		t.Fatal(err)
	}
	all = append(all, corpus(t)...)
	var start []vectors.Vector
	for _, v := range all {
		if len(v.Input()) <= 4<<10 { // the long ones are for limits, and slow
			start = append(start, v)
		}
	}
	wasm := build(t, tinygo, target)
	r := rand.New(rand.NewPCG(1, uint64(*mutants)))
	read, seen := 0, map[string]bool{}
	for len(seen) < *mutants {
		var batch []vectors.Vector
		for len(batch) < 5_000 && len(seen) < *mutants {
			v := start[r.IntN(len(start))]
			data := mutate(r, v.Input(), start[r.IntN(len(start))].Input())
			if key := v.Door + "\n" + string(data); !seen[key] {
				seen[key] = true
				batch = append(batch, vectors.Vector{Door: v.Door, Raw: "<<hex " + hex.EncodeToString(data) + ">>"})
			}
		}
		for i, got := range inWasm(t, wasm, batch) {
			v := batch[i]
			text, ok := answer.To(v.Door, v.Input())
			want := strconv.Itoa(map[bool]int{true: 1}[ok]) + text
			if ok {
				read++
			}
			if got != want {
				t.Fatalf("%s %q\nwasm   %s\nnative %s", v.Door, v.Input(), got, want)
			}
		}
	}
	t.Logf("%d different inputs, of which %d are read: no difference", len(seen), read)
	if read*20 < len(seen) {
		t.Error("hardly any is read: the mutations are too coarse")
	}
}
