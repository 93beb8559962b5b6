package uid_test

import (
	"testing"

	"github.com/matryer/is"
	"github.com/zapvol/bua/core/internal/uid"
	"github.com/zapvol/bua/core/protocol"
)

func TestCheck(t *testing.T) {
	for _, row := range []struct {
		name, uid string
		next      int
		ok        bool
	}{
		{"a number that was given", "e6", 7, true},
		{"the first one", "e0", 1, true},
		{"the first free number", "e7", 7, false},
		{"nothing given yet", "e0", 0, false},
		{"no number", "e", 7, false},
		{"another letter", "f1", 7, false},
		{"a leading zero", "e01", 7, false},
		{"a sign", "e-1", 7, false},
		{"a plus", "e+1", 7, false},
		{"a space", "e1 ", 7, false},
		{"more than an int holds", "e99999999999999999999", 7, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			err := uid.Check(row.uid, row.next)
			is.Equal(err == nil, row.ok)
			if !row.ok {
				is.Equal(protocol.CodeOf(err), protocol.CodeElementStale)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	f.Add("e7")
	f.Add("e007")
	f.Fuzz(func(t *testing.T, s string) {
		if n, ok := uid.Parse(s); ok && uid.Format(n) != s {
			t.Fatalf("%q is %d, which is written %q", s, n, uid.Format(n))
		}
	})
}
