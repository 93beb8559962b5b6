package main

import (
	"strings"
	"testing"

	"github.com/matryer/is"
)

// lines makes events of a package: "TestA pass".
func lines(pkg string, said ...string) string {
	var b strings.Builder
	for _, s := range said {
		test, action, ok := strings.Cut(s, " ")
		if !ok {
			test, action = "", s
		}
		b.WriteString(`{"Package":"` + module + pkg + `","Test":"` + test + `","Action":"` + action + `"}` + "\n")
	}
	return b.String()
}

func TestRecorded(t *testing.T) {
	for _, row := range []struct {
		name, run string
		said      []string
		args      []string
		want      state // "" when it has to run
	}{
		{"a test that passed", "TestA", []string{"TestA run", "TestA pass", "pass"}, nil, green},
		{"one that failed", "TestA", []string{"TestA run", "TestA fail", "fail"}, nil, red},
		{"one that failed and passed alone", "TestA", []string{"TestA run", "TestA fail", "fail", "TestA run", "TestA pass", "pass"}, nil, green},
		{"a failure beside it", "TestA$", []string{"TestA run", "TestA pass", "TestB run", "TestB fail", "fail"}, nil, green},
		{"a failure beside it, below one test", "TestA/x", []string{"TestA run", "TestA/x run", "TestA/x pass", "TestA/y run", "TestA/y fail", "TestA fail", "fail"}, nil, green},
		{"a failure of its own", "TestA/x", []string{"TestA run", "TestA/x run", "TestA/x fail", "TestA fail", "fail"}, nil, red},
		{"a package that broke", "TestA", []string{"TestA run", "TestA pass", "fail"}, nil, red},
		{"one that never ended", "TestA", []string{"TestA run", "fail"}, nil, red},
		{"a test that is not there", "TestC", []string{"TestA run", "TestA pass", "pass"}, nil, ""},
		{"arguments of its own", "TestA", []string{"TestA run", "TestA pass", "pass"}, []string{"-trials", "9"}, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			all, err := readRecorded(strings.NewReader(lines("a", row.said...)))
			is.NoErr(err)
			p := in("a", row.run)
			o := all.of(p, row.args)
			if row.want == "" {
				is.Equal(o, nil)
				return
			}
			how, _ := p.judge(o, nil, nil)
			is.Equal(how, row.want)
		})
	}
	is.New(t).Equal(recorded(nil).of(in("a", "TestA"), nil), nil)
}
