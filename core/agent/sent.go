package agent

import (
	"strconv"
	"strings"
)

// reply reads what an act tells of a request, such as POST /orders: 201. Came is the
// status, 0 where there is none yet, and failed says that the connection broke.
func reply(sent string) (method, path string, came int, failed bool) {
	method, rest, _ := strings.Cut(sent, " ")
	i := strings.LastIndex(rest, ": ")
	if i < 0 {
		return method, rest, 0, false
	}
	n, _ := strconv.Atoi(rest[i+2:])
	return method, rest[:i], n, rest[i+2:] == "failed"
}

// telemetry reports whether an address is one to which pages tell what people do there.
func telemetry(path string) bool {
	for word := range strings.FieldsSeq("collect beacon track analytics telemetry metrics log logs event events ping stats rum pixel") {
		for part := range strings.FieldsFuncSeq(strings.ToLower(path), func(r rune) bool { return r == '/' || r == '?' || r == '.' || r == '-' || r == '_' }) {
			if part == word {
				return true
			}
		}
	}
	return false
}
