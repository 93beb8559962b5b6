package runs

import (
	"context"
	"strings"
	"testing"

	"github.com/matryer/is"

	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/budget"
	"github.com/zapvol/bua/core/agent/chat"
	coremodel "github.com/zapvol/bua/core/model"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/fakemodel"
)

// written is a mind whose server was started without a reader of its calls: they stand in
// its text.
func written(r chat.Request) fakemodel.Say {
	say := taker(r)
	for _, c := range say.Calls {
		say.Text = "<tool_call>\n{\"name\": \"" + c.Name + "\", \"arguments\": " + c.Arguments + "}\n</tool_call>"
	}
	say.Calls = nil
	return say
}

// TestNoticed: the person is told what is odd about a model and what to do about it, by
// what is in the journal: who looks later is told the same.
func TestNoticed(t *testing.T) {
	cut := func(r chat.Request) fakemodel.Say {
		if len(r.Messages) == 1 {
			return fakemodel.Say{Text: "I will first", Cut: true}
		}
		return taker(r)
	}
	for _, row := range []struct {
		name   string
		traits fakemodel.Traits
		mind   fakemodel.Policy
		says   []string
	}{
		{"nothing", fakemodel.Traits{}, taker, nil},
		{"no usage", fakemodel.Traits{NoUsage: true}, taker, []string{"tells no token counts"}},
		{"calls in its text", fakemodel.Traits{}, written, []string{"llama-server --jinja"}},
		{"an answer that is cut", fakemodel.Traits{}, cut, []string{"was cut"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			s := fakemodel.New(row.traits, row.mind)
			t.Cleanup(s.Close)
			c := client(t, s, coremodel.Completions)
			rs := process(t, alive(2), func(context.Context, string) (runs.Opened, error) {
				return runs.Opened{Model: c, Name: "fake/dear", Window: 128_000, Price: budget.Price{In: 1_000_000, Out: 1_000_000}}, nil
			})
			v := end(t, rs, started(t, rs, takeAll).ID)
			is.Equal(v.Status, core.Done)
			is.Equal(v.Used.Guessed, row.traits.NoUsage)
			if row.traits.NoUsage { // it costs what its tokens are estimated at, a millionth each
				is.Equal(v.Used.Money, int64(v.Used.In+v.Used.Out))
			}
			told := map[string]int{}
			is.NoErr(rs.Watch(t.Context(), "ann", v.ID, 0, func(u runs.Update) error {
				if u.Type == runs.Noticed {
					told[u.Text]++
				}
				return nil
			}))
			is.Equal(len(told), len(row.says))
			for text := range told {
				is.True(strings.Contains(text, row.says[0]))
			}
		})
	}
}
