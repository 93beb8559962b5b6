package vectors_test

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/tests/vectors"
	"github.com/zapvol/bua/tests/vectors/answer"
)

var update = flag.Bool("update", false, "write the answers of the vectors anew")

func TestVectors(t *testing.T) {
	all, err := vectors.Load(".")
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		rewrite(t, all)
		return
	}
	for _, v := range all {
		t.Run(v.File+"/"+v.Says, func(t *testing.T) {
			is := is.New(t)
			got, read := answer.To(v.Door, v.Input())
			if v.None {
				t.Fatal("the vector has no answer: run the test with -update and read the diff")
			}
			is.Equal(short(got), v.Want) // answer
			is.Equal(read, v.Read)       // read or refused
			if read && v.Door != "id" {
				again, _ := answer.To(v.Door, []byte(got))
				is.Equal(again, got) // what was written reads as itself
			}
		})
	}
}

func TestVectors_have_every_action(t *testing.T) {
	all, err := vectors.Load(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range protocol.Kinds() {
		pins := func(v vectors.Vector) bool {
			return v.Door == "action" && v.Read && strings.HasPrefix(v.Want, `{"type":"`+string(k)+`"`)
		}
		if !slices.ContainsFunc(all, pins) {
			t.Errorf("no vector has the action %s: add a pair to action_negotiated.txtar", k)
		}
	}
}

func TestVectors_have_every_error_code(t *testing.T) {
	all, err := vectors.Load(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range protocol.Codes() {
		pins := func(v vectors.Vector) bool { return strings.Contains(v.Want, `"error":{"code":"`+string(c.Code)+`",`) }
		if !slices.ContainsFunc(all, pins) {
			t.Errorf("no vector has the code %s: add a pair to request.txtar", c.Code)
		}
	}
}

func rewrite(t *testing.T, all []vectors.Vector) {
	t.Helper()
	files := map[string][]vectors.Vector{}
	for _, v := range all {
		got, read := answer.To(v.Door, v.Input())
		v.Want, v.Read = short(got), read
		files[v.File] = append(files[v.File], v)
	}
	for f, vs := range files {
		if err := vectors.Save(f, vs); err != nil {
			t.Fatal(err)
		}
	}
}
