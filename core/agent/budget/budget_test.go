package budget_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent/budget"
	"github.com/zapvol/bua/core/agent/chat"
)

// The estimate is within a fifth of a real count, for each text and not only for
// all of them.
func TestTokens(t *testing.T) {
	for _, s := range samples() {
		got := budget.Tokens(s.text)
		off := 100 * (got - s.tokens) / s.tokens
		t.Logf("%-8s %4d estimated, %4d counted, %+d %%", s.script, got, s.tokens, off)
		if off > 20 || off < -20 {
			t.Errorf("%s %.30q: %d estimated, %d counted", s.script, s.text, got, s.tokens)
		}
	}
}

func TestTokens_OfPartsIsAboutThatOfTheWhole(t *testing.T) {
	is := is.New(t)
	is.Equal(budget.Tokens(""), 0)
	text := samples()[0].text
	whole, parts := budget.Tokens(strings.Repeat(text+"\n", 50)), 50*budget.Tokens(text)
	is.True(whole > parts*9/10 && whole < parts*11/10)
}

// turns is a conversation of n turns, each with a call and a result of so many
// characters.
func turns(n, chars int) []chat.Message {
	list := []chat.Message{{Role: chat.RoleUser, Text: "task"}}
	for range n {
		list = append(list, chat.Message{Role: chat.RoleModel, Calls: []chat.Call{{ID: "a", Name: "extract", Arguments: "{}"}}},
			chat.Message{Role: chat.RoleTool, CallID: "a", Text: strings.Repeat("word ", chars/5)})
	}
	return list
}

func TestDue(t *testing.T) {
	for _, row := range []struct {
		sentence       string
		turns, chars   int
		tokens, window int
		due            bool
	}{
		{"a short conversation", 5, 100, 500, 16_384, false},
		{"more than fifty messages", 25, 10, 500, 16_384, true},
		{"fifty messages", 24, 10, 500, 16_384, false},
		{"as many in a window eight times as large", 25, 10, 500, 131_072, false},
		{"eight times as many there", 200, 10, 500, 131_072, true},
		{"ten steps after that in 200,000 tokens", 210, 10, 500, 200_000, false},
		{"a window that is smaller than any", 24, 10, 500, 8_192, false},
		{"three quarters of the window", 5, 100, 12_300, 16_384, true},
		{"a little less", 5, 100, 12_200, 16_384, false},
		{"many characters of few tokens", 20, 4_500, 1_000, 16_384, true},
		{"as many in a large window", 20, 4_500, 25_000, 131_072, false},
		{"eight times as many characters there", 150, 4_500, 90_000, 131_072, true},
		{"seven times as many", 120, 4_500, 90_000, 131_072, false},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is.New(t).Equal(budget.Due(turns(row.turns, row.chars), row.tokens, row.window), row.due)
		})
	}
}

func TestTail(t *testing.T) {
	for _, row := range []struct {
		sentence     string
		turns, chars int
		most, window int
		kept         int // messages
	}{
		{"thirty messages of a large window", 40, 100, 30, 131_072, 30},
		{"what half of a small window holds", 40, 8_000, 30, 16_384, 10},
		{"an odd number begins with the model", 40, 100, 7, 131_072, 6},
		{"a turn that does not fit", 3, 80_000, 30, 16_384, 0},
		{"a conversation that is shorter", 3, 10, 30, 16_384, 6},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			list := turns(row.turns, row.chars)
			from := budget.Tail(list, row.most, row.window)
			is.Equal(len(list)-from, row.kept)
			if from < len(list) {
				is.Equal(list[from].Role, chat.RoleModel)
				// What stays is not due again at once.
				n := 0
				for i := range list[from:] {
					n += budget.Message(&list[from:][i])
				}
				is.True(!budget.Due(list[from:], n, row.window))
			}
		})
	}
}

// How many messages a compaction keeps grows with the window as the bound does.
func TestKept(t *testing.T) {
	is := is.New(t)
	for window, want := range map[int]int{8_192: 30, 16_384: 30, 131_072: 240, 200_000: 360} {
		is.Equal(budget.Kept(window), want)
		list := turns(want, 10)
		is.True(!budget.Due(list[len(list)-want:], 0, window))
	}
}

func TestLimits(t *testing.T) {
	is := is.New(t)
	l := budget.Limits{Steps: 8, Tokens: 100, Money: 50, MS: 1000}
	is.Equal(l.Spent(budget.Used{Steps: 7, In: 90, Money: 49, MS: 999}), budget.None)
	is.Equal(l.Spent(budget.Used{Steps: 8}), budget.StepLimit)
	is.Equal(l.Spent(budget.Used{In: 60, Out: 40}), budget.TokenLimit)
	is.Equal(l.Spent(budget.Used{Money: 50}), budget.MoneyLimit)
	is.Equal(l.Spent(budget.Used{MS: 1000}), budget.TimeLimit)
	is.True(!l.Late(budget.Used{Steps: 5}))
	is.True(l.Late(budget.Used{Steps: 6}))
	is.Equal(budget.Limits{}.Bounded().Steps, 60)
	is.Equal(budget.Limits{Steps: 1}.Bounded().Steps, 5)
	is.Equal(budget.Limits{Steps: 999}.Bounded().Steps, 200)
}

func TestPrice_Cost(t *testing.T) {
	is := is.New(t)
	p := budget.Price{In: 3_000_000, CachedIn: 300_000, WrittenIn: 3_750_000, Out: 15_000_000}
	is.Equal(p.Cost(chat.Usage{In: 1_000_000, Out: 100_000}), int64(4_500_000))
	is.Equal(p.Cost(chat.Usage{In: 1_000_000, CachedIn: 900_000}), int64(570_000))
	is.Equal(p.Cost(chat.Usage{In: 1}), int64(3))
	is.Equal(budget.Price{In: 1, Out: 1}.Cost(chat.Usage{In: 10, CachedIn: 5}), int64(1)) // rounded up
	is.Equal(budget.Price{}.Cost(chat.Usage{In: 10}), int64(0))
}

func TestWindow(t *testing.T) {
	is := is.New(t)
	is.Equal(budget.Window(200_000, false), 200_000)
	is.Equal(budget.Window(0, true), 16_384)
	is.Equal(budget.Window(0, false), 131_072)
}
