package tell

import "strings"

// signs are pieces of text to look for, by their first byte: all in one pass,
// because one pass for each was half of what an answer cost.
type signs [256][]string

func newSigns(list ...string) *signs {
	s := new(signs)
	for _, sign := range list {
		s[sign[0]] = append(s[sign[0]], sign)
	}
	return s
}

// in reports whether text holds one of them.
func (s *signs) in(text string) bool {
	for i := range len(text) {
		for _, sign := range s[text[i]] {
			if strings.HasPrefix(text[i:], sign) {
				return true
			}
		}
	}
	return false
}
