package session

import (
	"testing"

	"github.com/matryer/is"
)

// A list covers what one of its rules does, whatever their order.
func TestCovered(t *testing.T) {
	is := is.New(t)
	var rules []Rule
	for _, entry := range []string{"z.example", "*.a.example", "=b.example", "*.b.example", "=127.0.0.1", "m.example", "=x.m.example"} {
		r, err := ParseRule(nil, entry)
		is.NoErr(err)
		rules = append(rules, r)
	}
	rules = inOrder(rules)
	for domain, want := range map[string]bool{
		"z.example": true, "w.z.example": true, "a.example": false, "w.a.example": true, "b.example": true, "w.b.example": true, "127.0.0.1": true,
		"x.m.example": true, "y.m.example": true, "example": false, "other.example": false, "za.example": false, Blank: false,
	} {
		is.Equal(covered(domain, rules), want) // domain
		one := false
		for _, r := range rules {
			one = one || r.Match(domain)
		}
		is.Equal(one, want)
	}
	is.True(covered("anything.test", inOrder(append(rules, Rule{kind: ruleAll}))))
	is.True(!covered("anything.test", nil))
}
