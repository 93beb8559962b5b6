package secrets

import (
	"encoding/hex"
	"encoding/json"
	"html"
	"slices"
)

// Shown returns the texts that a picture of a page must not show, folded: the
// values as a person reads them, and as they stand in source text. The page engine
// undoes the percent signs itself.
func Shown(list []Secret) (out []string) {
	for _, s := range list {
		if !Findable(s.Value) {
			continue
		}
		quoted, _ := json.Marshal(s.Value) // of a string there is no error
		written := []string{s.Value, html.EscapeString(s.Value), string(quoted[1 : len(quoted)-1]), hex.EncodeToString([]byte(s.Value))}
		for shift := range 3 {
			for _, inner := range within([]byte(s.Value), shift) {
				written = append(written, string(inner))
			}
		}
		for _, w := range written {
			if folded := string(fold(view{b: []byte(w)}).b); len(folded) >= shortest && !slices.Contains(out, folded) {
				out = append(out, folded)
			}
		}
	}
	return out
}
