package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"strings"
	"time"
)

func main() {
	long := flag.Bool("long", false, "run the long form of the rows that have one: hours")
	only := flag.String("only", "", "run only the rows whose id matches this `expression`")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	pick, err := regexp.Compile(*only)
	if err != nil {
		fmt.Fprintln(os.Stderr, "trust: -only:", err)
		os.Exit(2)
	}
	var sum struct{ green, red, not int }
	for _, r := range rows() {
		if !pick.MatchString(r.id) {
			continue
		}
		begin := time.Now()
		said, failed := r.show(ctx, *long)
		if ctx.Err() != nil {
			fmt.Fprintln(os.Stderr, "trust: interrupted")
			os.Exit(1)
		}
		state := "green"
		switch {
		case failed:
			state = "RED"
			sum.red++
		case len(r.tests) == 0:
			state = "not"
			sum.not++
		default:
			sum.green++
		}
		fmt.Printf("%-4s %-5s %-52s %6s\n", r.id, state, r.says, time.Since(begin).Round(100*time.Millisecond))
		for _, line := range said {
			fmt.Println("          " + line)
		}
		if r.not != "" {
			fmt.Println("          not here: " + r.not)
		}
	}
	fmt.Printf("%d green, %d red, %d not on this machine\n", sum.green, sum.red, sum.not)
	if sum.red > 0 {
		os.Exit(1)
	}
}

// figure is a line that a test logs on purpose.
var figure = regexp.MustCompile(`(?m)^\s+\w+_test\.go:\d+: (.*\d.*)$`)

// executions are what Go's fuzzer counts.
var executions = regexp.MustCompile(`execs: (\d+)`)

// show runs a row's tests and returns what they measured, or why they failed.
func (r row) show(ctx context.Context, long bool) (said []string, failed bool) {
	for _, p := range r.tests {
		args := p.short
		if long && p.long != nil {
			args = p.long
		}
		c := exec.CommandContext(ctx, "go", append([]string{"test", "-count=1", "-timeout=3h", "-v", "-run", p.run, "./" + p.pkg}, args...)...)
		out, err := c.CombinedOutput()
		text := string(out)
		switch {
		case err != nil:
			return append(said, p.pkg+" "+p.run+" failed:\n"+tail(text, 30)), true
		case !strings.Contains(text, "--- PASS") && strings.Contains(text, "--- SKIP"):
			said = append(said, p.pkg+" "+p.run+" was skipped: "+firstFigure(text))
		case !strings.Contains(text, "--- PASS"):
			return append(said, p.pkg+" has no test "+p.run), true
		default:
			if all := executions.FindAllStringSubmatch(text, -1); len(all) > 0 {
				said = append(said, strings.Trim(p.run, "^$")+": "+all[len(all)-1][1]+" executions")
			}
			for _, m := range figure.FindAllStringSubmatch(text, 6) {
				said = append(said, strings.TrimSpace(m[1]))
			}
		}
	}
	return said, false
}

func firstFigure(text string) string {
	if m := regexp.MustCompile(`(?m)^\s+\w+_test\.go:\d+: (.*)$`).FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return "it says not why"
}

func tail(text string, lines int) string {
	all := bytes.Split([]byte(strings.TrimSpace(text)), []byte("\n"))
	return string(bytes.Join(all[max(0, len(all)-lines):], []byte("\n")))
}
