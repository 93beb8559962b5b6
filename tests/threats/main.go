package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"slices"
	"time"
)

func main() {
	long := flag.Bool("long", false, "run the long form of the rows that have one: hours")
	only := flag.String("only", "", "run only the rows whose id matches this `expression`")
	events := flag.String("events", "", "take from this `file` what the tests have said that ran already (go test -json)")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	pick, err := regexp.Compile(*only)
	if err != nil {
		fmt.Fprintln(os.Stderr, "trust: -only:", err)
		os.Exit(2)
	}
	var ran recorded
	if *events != "" {
		if ran, err = record(*events); err != nil {
			fmt.Fprintln(os.Stderr, "trust: -events:", err)
			os.Exit(2)
		}
	}
	sum := map[state]int{}
	for _, r := range rows() {
		if !pick.MatchString(r.id) {
			continue
		}
		begin := time.Now()
		how, said := r.show(ctx, *long, ran)
		if ctx.Err() != nil {
			fmt.Fprintln(os.Stderr, "trust: interrupted")
			os.Exit(1)
		}
		sum[how]++
		fmt.Printf("%-4s %-5s %-52s %6s\n", r.id, how, r.says, time.Since(begin).Round(100*time.Millisecond))
		for _, line := range said {
			fmt.Println("          " + line)
		}
		if r.not != "" {
			fmt.Println("          not here: " + r.not)
		}
		if r.open != "" {
			fmt.Println("          not defended: " + r.open)
		}
	}
	fmt.Printf("%d green, %d in part, %d red, %d not on this machine\n", sum[green], sum[part], sum[red], sum[none])
	if sum[red] > 0 || len(sum) == 0 {
		os.Exit(1)
	}
}

// show runs a row's tests, up to the first red one, and returns what they
// measured, or why they failed.
func (r row) show(ctx context.Context, long bool, earlier recorded) (state, []string) {
	var said []string
	var ran []state
	for _, p := range r.tests {
		how, lines := p.show(ctx, long, earlier)
		said, ran = append(said, lines...), append(ran, how)
		if how == red {
			break
		}
	}
	return r.worst(ran), said
}

// worst is what becomes of a row whose tests ended like this. What the row
// says that it cannot show keeps it from being green.
func (r row) worst(ran []state) state {
	switch {
	case slices.Contains(ran, red):
		return red
	case !slices.Contains(ran, green) && !slices.Contains(ran, part):
		return none
	case slices.Contains(ran, part) || slices.Contains(ran, none) || r.not != "":
		return part
	}
	return green
}

// show runs one go test, unless it has run already, and judges what it says.
func (p proof) show(ctx context.Context, long bool, earlier recorded) (state, []string) {
	args := p.short
	if long && p.long != nil {
		args = p.long
	}
	under, err := forks(p.pkg)
	if err != nil {
		return red, []string{err.Error()}
	}
	if o := earlier.of(p, args); o != nil && !long {
		return p.judge(o, nil, under)
	}
	c := exec.CommandContext(ctx, "go", append([]string{"test", "-json", "-count=1", "-timeout=3h", "-run", p.run, "./" + p.pkg}, args...)...)
	if long {
		c.Env = append(os.Environ(), "BUA_TRIALS=long")
	}
	r, w := io.Pipe()
	c.Stdout, c.Stderr = w, w
	ended := make(chan error, 1)
	go func() {
		ended <- c.Run()
		_ = w.Close()
	}()
	o, err := listen(r)
	if err != nil {
		return red, []string{err.Error()}
	}
	return p.judge(o, <-ended, under)
}
