package tabstate

import "github.com/zapvol/bua/core/scan"

// members returns the strings of the named members of a JSON object.
func members(data []byte, names ...string) []string {
	out := make([]string, len(names))
	for i, v := range scan.Members(data, names...) {
		out[i] = scan.String(v)
	}
	return out
}

func member(data []byte, path ...string) []byte { return scan.Path(data, path...) }

func text(data []byte, path ...string) string { return scan.String(scan.Path(data, path...)) }

func whole(data []byte, path ...string) int { return scan.Whole(scan.Path(data, path...)) }
