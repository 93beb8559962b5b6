package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/matryer/is"

	core "github.com/zapvol/bua/core/agent"
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

// A run that a model's fault has ended is told with the command that helps, which its sentence
// does not name.
func TestProgress_Remedy(t *testing.T) {
	for _, row := range []struct{ code, model, says string }{
		{"model_key", "openai/gpt-5", "\n  bua models remove openai forgets a key that is stored; bua models add openai/gpt-5 asks for one\n"},
		{"model_unknown", "openai/gpt-5", "\n  bua models test openai/gpt-5 shows what there is\n"},
		{"model_unreachable", "", "\n  bua models list shows which servers were found on this machine\n"},
		{"model_nonsense", "", "\n  bua models add PROVIDER/MODEL --url ADDRESS changes the address\n"},
		{"no_call", "openai/gpt-5", "\n  bua run --model takes another model; bua models list shows those that you have\n"},
		{"model_busy", "openai/gpt-5", "s\n"},
	} {
		t.Run(row.code, func(t *testing.T) {
			is := is.New(t)
			var errs bytes.Buffer
			p := newProgress(&cli{out: &bytes.Buffer{}, err: &errs}, "k3v5q2aa", false)
			p.stands(&runs.View{Status: core.Failed, Code: row.code, Model: row.model})
			is.True(p.end() != nil)
			is.True(strings.HasSuffix(errs.String(), row.says))
		})
	}
}
