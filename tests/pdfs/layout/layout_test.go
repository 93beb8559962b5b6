package layout

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/matryer/is"
)

// item is a piece of text where it stands; a letter is half as wide as its size.
type item struct {
	S    string  `json:"s"`
	X    float64 `json:"x"`
	Y    float64 `json:"y"`
	W    float64 `json:"w"`
	Size float64 `json:"size"`
	Href string  `json:"href,omitempty"`
}

// items reads rows of "x y size text"; text may end in " -> address".
func items(t *testing.T, rows string) (list []item) {
	t.Helper()
	for row := range strings.SplitSeq(strings.TrimSpace(rows), "\n") {
		f := strings.SplitN(strings.TrimSpace(row), " ", 4)
		var n [3]float64
		for i := range n {
			var err error
			if n[i], err = strconv.ParseFloat(f[i], 64); err != nil {
				t.Fatal(err)
			}
		}
		text, href, _ := strings.Cut(f[3], " -> ")
		list = append(list, item{text, n[0], n[1], float64(len([]rune(text))) * n[2] / 2, n[2], href})
	}
	return list
}

// TestLayout: pieces of text and where they stand, and the Markdown of their page.
func TestLayout(t *testing.T) {
	column := func(x, y int, words ...string) string {
		var b strings.Builder
		for i, w := range words {
			fmt.Fprintf(&b, "%d %d 10 %s\n", x, y+12*i, w)
		}
		return b.String()
	}
	for _, row := range []struct {
		name, items string
		known       []string
		want        string
	}{
		{"headings by their size, and a paragraph of lines", "50 50 20 Report\n50 80 14 First part\n50 100 10 The first line of a paragraph\n50 112 10 and the second one of it.\n50 140 10 Another.", nil,
			"### Report\n\n#### First part\n\nThe first line of a paragraph and the second one of it.\n\nAnother."},
		{"an indented line begins a paragraph", "50 50 10 The end of one paragraph here\n60 62 10 The begin of another one\n50 74 10 and what follows.", nil,
			"The end of one paragraph here\n\nThe begin of another one and what follows."},
		{"lines that end early are lines", "50 50 10 Northwind Traders and their sons\n50 62 10 Port\n50 74 10 Harbour Street 12", nil, "Northwind Traders and their sons Port\nHarbour Street 12"},
		{"a hyphen stays", "50 50 10 A line that ends with well-\n50 62 10 known words", nil, "A line that ends with well-known words"},
		{"one goes where the document has the word without it", "50 50 10 A line that ends with exam-\n50 62 10 ples of it", []string{"examples"}, "A line that ends with examples of it"},
		{"a table", "50 50 10 Item\n150 50 10 Quantity\n250 50 10 Price\n50 70 10 Oak table\n150 70 10 2\n250 70 10 310.00\n50 90 10 Chair\n150 90 10 8\n250 90 10 95.50", nil,
			"| Item | Quantity | Price |\n|---|---|---|\n| Oak table | 2 | 310.00 |\n| Chair | 8 | 95.50 |"},
		{"a cell of two lines, a row without its first cell, and a bar", "50 50 10 Item\n150 50 10 About\n350 50 10 Total\n50 70 10 A|1\n150 70 10 a long description that\n150 82 10 goes on\n350 70 10 5\n350 110 10 5", nil,
			"| Item | About | Total |\n|---|---|---|\n| A\\|1 | a long description that goes on | 5 |\n|  |  | 5 |"},
		{"a row whose cells stand at several heights", "50 50 10 Item\n150 50 10 About\n350 50 10 Total\n150 70 10 first line\n50 76 10 A1\n350 76 10 5\n150 82 10 second line\n50 110 10 B\n150 110 10 x\n350 110 10 6", nil,
			"| Item | About | Total |\n|---|---|---|\n| A1 | first line second line | 5 |\n| B | x | 6 |"},
		{"two columns of text are read one after the other", column(50, 50, "The left column has a first line", "and it has a second line of text", "and it has a third line as well", "and this is the end of the left.") +
			column(300, 50, "The right column has a first one", "and it has a second line of text", "and it has a third line as well", "and this is the end of the page."), nil,
			"The left column has a first line and it has a second line of text and it has a third line as well and this is the end of the left.\n\nThe right column has a first one and it has a second line of text and it has a third line as well and this is the end of the page."},
		{"words that were moved apart are a line", "50 50 10 one\n90 50 10 two\n130 50 10 six\n170 50 10 ten", nil, "one two six ten"},
		{"a list", "50 50 10 •\n65 50 10 the first point\n50 62 10 •\n65 62 10 the second one\n65 74 10 goes on", nil, "- the first point\n- the second one goes on"},
		{"a table of contents", "50 50 10 1 Begin\n100 50 10 . . . . . . . .\n200 50 10 1\n50 62 10 2 End\n100 62 10 . . . . . . . .\n200 62 10 9", nil, "1 Begin … 1\n2 End … 9"},
		{"a link", "50 50 10 See\n70 50 10 the page -> https://a.test/x\n112 50 10 for more.", nil, "See [the page](https://a.test/x) for more."},
		{"what is a little higher and smaller", "50 50 10 E=mc\n70 46 6 2\n80 50 10 holds", nil, "E=mc2 holds"},
		{"what was drawn twice", "50 50 10 Bold\n50.3 50 10 Bold", nil, "Bold"},
		{"text that looks like Markdown", "50 50 10 # no heading", nil, "\\# no heading"},
	} {
		t.Run(row.name, func(t *testing.T) {
			var blocks []string
			layout(t, &blocks, items(t, row.items), row.known)
			is.New(t).Equal(strings.Join(blocks, "\n\n"), row.want)
		})
	}
}

// layout runs blocksOf of page/pdf in Node.
func layout(t *testing.T, out any, list []item, known []string) {
	t.Helper()
	r := api.Build(api.BuildOptions{EntryPoints: []string{"../../../page/pdf/layout.ts"}, Bundle: true, Format: api.FormatIIFE, GlobalName: "layout"})
	if len(r.Errors) > 0 {
		t.Fatal(r.Errors[0].Text)
	}
	input, err := json.Marshal([]any{list, known})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "node", "-")
	cmd.Stdin = strings.NewReader(fmt.Sprintf("%s\nconst [items, known] = %s;process.stdout.write(JSON.stringify(layout.blocksOf([items], 10, (w) => (known ?? []).includes(w))))", r.OutputFiles[0].Contents, input))
	text, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, out); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}
