package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/runs"
)

// While a run goes on it shows what it has used up: money where the price is known, else
// tokens, with "about" where nobody counts them. What is odd of a model is said once.
func TestProgress_Spent(t *testing.T) {
	is := is.New(t)
	var errs bytes.Buffer
	p := newProgress(&cli{out: &bytes.Buffer{}, err: &errs}, "k3v5q2aa", false)
	for _, u := range []runs.Update{
		{Type: runs.Spent, Used: &runs.Used{Steps: 1, In: 4200, Out: 30}},
		{Type: runs.Spent, Used: &runs.Used{Steps: 2, In: 14_500, CachedIn: 9600, Out: 212, Money: 12_345}},
		{Type: runs.Noticed, Text: "odd"},
		{Type: runs.Spent, Used: &runs.Used{Steps: 3, In: 20_000, Out: 300, Guessed: true}},
		{Type: runs.Noticed, Text: "odd"},
		{Type: runs.Spent, Used: &runs.Used{Steps: 4, In: 30_000, Out: 400, Money: 2_000_000, Guessed: true}},
	} {
		p.show(u, nil)
	}
	is.Equal(errs.String(), strings.Join([]string{
		"      4200 tokens in, 30 out so far",
		"      $0.0123: 14.5k tokens in (9600 cached), 212 out so far",
		"! odd",
		"      about 20.0k tokens in, 300 out so far",
		"      about $2.0000: 30.0k tokens in, 400 out so far",
		"",
	}, "\n"))
	is.Equal(spent(runs.Used{Steps: 4, In: 30_000, Out: 400, Money: 2_000_000, MS: 9000, Guessed: true}), "4 steps, about $2.0000: 30.0k tokens in, 400 out, 9 s")
}
