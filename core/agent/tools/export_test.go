package tools

import "strings"

// Faults are names in the tiers that the table has not got.
func Faults() (list []string) {
	for _, row := range append(strings.Split(compact, "\n"), strings.Split(mid, "\n")...) {
		f := strings.Fields(row)
		s := Schema(f[0])
		if s == "" {
			list = append(list, f[0])
		}
		for _, m := range f[1:] {
			if !strings.Contains(s, `"`+m+`":`) {
				list = append(list, f[0]+"."+m)
			}
		}
	}
	return list
}
