//go:build !tinygo

package budget_test

import (
	"testing"

	"github.com/matryer/is"
	"github.com/tiktoken-go/tokenizer"
)

// The counts of the samples are those of a real vocabulary.
func TestSamples(t *testing.T) {
	is := is.New(t)
	enc, err := tokenizer.Get(tokenizer.O200kBase)
	is.NoErr(err)
	for _, s := range samples() {
		n, err := enc.Count(s.text)
		is.NoErr(err)
		if n != s.tokens {
			t.Errorf("%s %.20q has %d tokens, not %d", s.script, s.text, n, s.tokens)
		}
	}
}
