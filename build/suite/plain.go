package suite

import (
	"bufio"
	"io"
	"regexp"
	"strings"
)

// TinyGo's testing package prints a sub-test's result as it ends, before its
// parent's, where Go's test2json does not look for it. So its verbose text is
// read here.
var (
	ran   = regexp.MustCompile(`^\s*=== RUN\s+(\S.*)$`)
	ended = regexp.MustCompile(`^\s*--- (PASS|FAIL|SKIP): (\S.*?)(?: \([\d.]+s\))?$`)
)

// plain consumes the verbose output of one package's test program.
func (r *reader) plain(pkg string, in io.Reader) error {
	lines := bufio.NewReader(in)
	current := ""
	for {
		line, err := lines.ReadString('\n')
		text := strings.TrimRight(line, "\r\n")
		switch m, e := ran.FindStringSubmatch(text), ended.FindStringSubmatch(text); {
		case m != nil:
			current = m[1]
			r.take(event{Action: "run", Package: pkg, Test: current})
		case e != nil:
			r.take(event{Action: "output", Package: pkg, Test: e[2], Output: line})
			r.take(event{Action: strings.ToLower(e[1]), Package: pkg, Test: e[2]})
			current = above(e[2])
		case line != "":
			r.take(event{Action: "output", Package: pkg, Test: current, Output: line})
		}
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}
