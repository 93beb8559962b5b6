package agent_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/budget"
	"github.com/zapvol/bua/core/protocol"
)

// A page that is longer than a result keeps elements to act on, and says what is
// missing. Cut at its end, it had none.
func TestStep_ALongPageKeepsItsElements(t *testing.T) {
	buttons := func(n int) (list []protocol.Element) {
		for i := range n {
			list = append(list, protocol.Element{UID: "e" + strconv.Itoa(i), Role: "button", Name: "Button number " + strconv.Itoa(i) + " of a list that is rather long", Visible: true})
		}
		return list
	}
	text := func(n int) string { return strings.Repeat("One line of a long page.\n", n) }
	for _, row := range []struct {
		sentence string
		page     protocol.ExtractResult
		has      []string
	}{
		{"long text", protocol.ExtractResult{Markdown: "Top.\n" + text(2000), Elements: buttons(3)},
			[]string{"Top.", `e2 button "Button number 2 of`, "the text is cut, 42 KB more: extract with after l2", ", or query"}},
		{"many elements", protocol.ExtractResult{Markdown: "Top.", Elements: buttons(200)},
			[]string{"Top.", `e0 button`, "elements left out", "more elements: extract with after e"}},
		{"both", protocol.ExtractResult{Markdown: "Top.\n" + text(2000), Elements: buttons(200)},
			[]string{"Top.", `e0 button`, "elements left out", "more elements: extract with after e", "the text is cut, "}},
		{"cut by the browser already", protocol.ExtractResult{Markdown: "Top.\n" + text(2000), Elements: buttons(3), Truncated: "markdown is cut, 9 KB more", Omitted: 7},
			[]string{"7 elements left out", "markdown is cut, 9 KB more; the text is cut"}},
		{"cut by the browser at a line", protocol.ExtractResult{Markdown: "Top.\n" + text(2000), Elements: buttons(3), Truncated: "markdown is cut, 9 KB more: go on with after: l2001, or query for words; text is cut"},
			[]string{"markdown is cut, 9 KB more; text is cut; the text is cut, "}},
		{"cut by the browser at a page", protocol.ExtractResult{Markdown: "Top.\n" + text(2000), Elements: buttons(3), Truncated: "17 pages of 36 left: go on with after: p19, or query for words"},
			[]string{"17 pages of 36 left; the text is cut, ", "extract with after l2"}},
		{"other alphabets", protocol.ExtractResult{Markdown: strings.Repeat("三月份的发票", 2000), Elements: buttons(3)},
			[]string{"三月份的发票", `e2 button`, "the text is cut"}},
		{"a long message in a dialog", protocol.ExtractResult{Markdown: text(2000), Elements: buttons(3), Title: strings.Repeat("T", 9000)},
			[]string{"e2 button"}},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			r := with(t, func(*agent.Run) {})
			r.calls("extract", "{}")
			row.page.URL = "https://a.test/"
			r.answers(row.page)
			for _, want := range row.has {
				r.has(want)
			}
			last := one[agent.Ask](r).Request.Messages
			got := last[len(last)-1].Text
			if len(got) > budget.ResultChars || len(got) < budget.ResultChars/2-1000 || strings.Contains(got, "[cut]") {
				t.Errorf("%d bytes: %s", len(got), got)
			}
			if _, at, cut := strings.Cut(got, "extract with after l"); cut {
				n, _ := strconv.Atoi(at[:strings.IndexAny(at, ",")])
				if all := strings.Split(row.page.Markdown, "\n"); len(all) > 1 && strings.Count(got, "One line of a long page.") != n-strings.Count(strings.Join(all[:1], ""), "Top.") {
					t.Errorf("l%d is not the last of %s", n, got)
				}
			}
			if _, id, cut := strings.Cut(got, "extract with after e"); cut {
				n, _ := strconv.Atoi(id[:strings.IndexAny(id, ";\n")])
				if !strings.Contains(got, "\ne"+strconv.Itoa(n)+" button") || strings.Contains(got, "\ne"+strconv.Itoa(n+1)+" button") {
					t.Errorf("e%d is not the last of %s", n, got)
				}
			}
			strict(t, one[agent.Ask](r).Request)
		})
	}
}
