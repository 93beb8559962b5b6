package main

import (
	"testing"

	"github.com/matryer/is"
)

func TestPickOf(t *testing.T) {
	for _, row := range []struct {
		name string
		args []string
		want pick
		bad  bool
	}{
		{"nothing is the default suite", nil, pick{}, false},
		{"everything", []string{"-all"}, pick{all: true}, false},
		{"without a browser", []string{"-quick"}, pick{quick: true}, false},
		{"with two dashes", []string{"--quick"}, pick{quick: true}, false},
		{"one room", []string{"./core/session"}, pick{rooms: []string{"./core/session"}}, false},
		{"some tests of two rooms", []string{"./core/uid", "-run", "TestX", "./tests/actions"}, pick{rooms: []string{"./core/uid", "./tests/actions"}, run: "TestX"}, false},
		{"names that are missing", []string{"-run"}, pick{}, true},
		{"both ends of it", []string{"-all", "-quick"}, pick{}, true},
		{"what it does not know", []string{"-short"}, pick{}, true},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			got, err := pickOf(row.args)
			is.Equal(err != nil, row.bad)
			is.Equal(got, row.want)
		})
	}
}

// Only the default suite and what needs no browser leave tests out by rule: whoever
// picks a room gets all of it.
func TestPick_chosen(t *testing.T) {
	for _, row := range []struct {
		p             pick
		name          string
		chosen, whole bool
	}{
		{pick{}, "default", true, true},
		{pick{quick: true}, "what needs no browser", true, false},
		{pick{all: true}, "all", false, true},
		{pick{rooms: []string{"./core/session"}}, "a room", false, false},
		{pick{run: "TestX"}, "a test", false, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			if row.whole {
				is.Equal(row.p.size(), row.name)
			}
			is.Equal(row.p.chosen(), row.chosen)
			is.Equal(row.p.whole(), row.whole)
		})
	}
}
