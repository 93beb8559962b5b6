package main

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/go-json-experiment/json/jsontext"
)

// json prints JSON on one line, or indented.
func (a *cli) json(data []byte, raw bool) {
	v := jsontext.Value(data)
	if !raw {
		_ = v.Indent(jsontext.WithIndent("  "))
	}
	_, _ = fmt.Fprintf(a.out, "%s\n", v)
}

// asJSON prints a value as JSON.
func (a *cli) asJSON(v any) error {
	data, err := json.Marshal(v)
	a.json(data, false)
	return err
}

// columns prints a head and a row for each of a list. Tabs stand between the columns.
func columns[T any](out io.Writer, head string, list []T, row func(T) string) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	if head != "" {
		fmt.Fprintln(w, head)
	}
	for _, v := range list {
		fmt.Fprintln(w, row(v))
	}
	return w.Flush()
}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return plain(s)
}

// plain keeps control characters of a name that a browser gave itself from the
// terminal.
func plain(s string) string {
	out := []rune(s)
	for i, r := range out {
		if r < 0x20 || r >= 0x7f && r <= 0x9f {
			out[i] = '?'
		}
	}
	return string(out)
}
