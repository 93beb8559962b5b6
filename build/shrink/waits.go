package shrink

import (
	"bufio"
	"bytes"
	"errors"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// pause is where every goroutine that waits ends up.
const pause = "internal/task.Pause"

// never are calls that could wait and do not where they stand.
var never = [][2]string{
	{"(*internal/task.Mutex).Lock", pause},                   // see always: its locks are held by one that does not wait
	{"context.*ithCancel", "runtime.chanSelect"},             // with a default
	{"*wasm/worker.lane).put", "runtime.chanSelect"},         // with a default
	{"*wasm/worker.workerPool).run", "runtime.chanSend"},     // there is room
	{"interface:*Deadline:*.Err$invoke", "runtime.chanRecv"}, // a context that has ended closes its channel in the same turn
}

var edge = regexp.MustCompile(`^\s*"(.*)" -> "(.*)"; // call$`)

// check refuses a list of pure functions with one in it that waits, which would
// trap in the worker. It sees direct calls, and those through interfaces, which
// TinyGo makes direct ones; not those of function values.
func check(real, module string, patterns []string) error {
	graph, err := exec.Command(real, module, "--print-call-graph", "--output", "/dev/null").Output()
	if err != nil {
		return errors.New("wasm-opt could not read the calls of " + module + ": " + err.Error())
	}
	if !bytes.Contains(graph, []byte(`-> "`+pause+`"; // call`)) {
		return errors.New("wasm-opt told of no calls, so what waits in " + module + " is not known")
	}
	if found := waits(graph, patterns); len(found) > 0 {
		return errors.New("build/shrink lists functions that wait:\n" + strings.Join(found, "\n"))
	}
	return nil
}

// waits returns a path to [pause] for each function of a call graph that
// matches a pattern and has one.
func waits(graph []byte, patterns []string) (found []string) {
	callers := map[string][]string{}
	for s := bufio.NewScanner(bytes.NewReader(graph)); s.Scan(); {
		if m := edge.FindStringSubmatch(s.Text()); m != nil {
			from, to := unescape(m[1]), unescape(m[2])
			if !slices.ContainsFunc(never, func(n [2]string) bool { return match(n[0], from) && n[1] == to }) {
				callers[to] = append(callers[to], from)
			}
		}
	}
	next := map[string]string{pause: ""}
	for queue := []string{pause}; len(queue) > 0; queue = queue[1:] {
		for _, from := range callers[queue[0]] {
			if _, seen := next[from]; !seen {
				next[from] = queue[0]
				queue = append(queue, from)
			}
		}
	}
	for name, to := range next {
		if slices.ContainsFunc(patterns, func(p string) bool { return match(p, name) }) {
			path := name
			for ; to != ""; to = next[to] {
				path += " calls " + to
			}
			found = append(found, path)
		}
	}
	slices.Sort(found)
	return found
}

// match is asyncify's matching: * stands for any text.
func match(pattern, name string) bool {
	parts := strings.Split(pattern, "*")
	if !strings.HasPrefix(name, parts[0]) {
		return false
	}
	name = name[len(parts[0]):]
	for i, part := range parts[1:] {
		if i == len(parts)-2 {
			return strings.HasSuffix(name, part)
		}
		_, after, ok := strings.Cut(name, part)
		if !ok {
			return false
		}
		name = after
	}
	return len(parts) > 1 || name == ""
}

// unescape reads a name of a module's text form.
func unescape(s string) string {
	out := []byte{}
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+2 < len(s) {
			if b, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				out = append(out, byte(b))
				i += 2
				continue
			}
		}
		out = append(out, s[i])
	}
	return string(out)
}
