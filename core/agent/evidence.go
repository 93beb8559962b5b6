package agent

import (
	"strings"

	"github.com/zapvol/bua/core/scan"
)

// evidence writes done's arguments with each piece of evidence as an object: a text is
// an address, a quote, or behind "gone:" what shows no more. What is not as expected
// stays for the reader to refuse.
func evidence(args []byte) []byte {
	list := members(args)
	for i, x := range list {
		if x.name != "evidence" || x.value == "" {
			continue
		}
		switch x.value[0] {
		case '"':
			list[i].value = "[" + claimOf(x.value) + "]"
		case '[':
			c, out := scan.Cursor{Data: []byte(x.value)}, ""
			c.Eat('[')
			for c.Element() {
				v := string(c.Skip())
				if strings.HasPrefix(v, `"`) {
					v = claimOf(v)
				}
				out += "," + v
			}
			list[i].value = "[" + strings.TrimPrefix(out, ",") + "]"
		default:
			continue
		}
		return join(list)
	}
	return args
}

// claimOf is the claim that a text makes, as JSON.
func claimOf(quoted string) string {
	kind, s := "quote", string(scan.Unquote([]byte(quoted)))
	if gone, ok := strings.CutPrefix(s, "gone:"); ok {
		kind, quoted = "no_text", string(scan.AppendQuote(nil, strings.TrimSpace(gone)))
	} else if strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://") {
		kind = "address"
	}
	return `{"kind":"` + kind + `","value":` + quoted + `}`
}

// join writes an object.
func join(list []member) []byte {
	out := ""
	for _, x := range list {
		out += "," + string(scan.AppendQuote(nil, x.name)) + ":" + x.value
	}
	return []byte("{" + strings.TrimPrefix(out, ",") + "}")
}
