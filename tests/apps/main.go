package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"
)

// drivers are those of the table, in its order.
var drivers = []string{"direct", "extension", "peer"}

// setting is what the program was started with.
type setting struct {
	binary, modules, debian, log string
	only                         *regexp.Regexp
	drivers                      []string
}

func main() {
	var s setting
	flag.StringVar(&s.binary, "bua", "dist/bua", "the built `binary`")
	flag.StringVar(&s.modules, "modules", "", "`folder` with the npm modules")
	flag.StringVar(&s.debian, "debian", "", "`folder` with the unpacked Debian packages")
	flag.StringVar(&s.log, "log", "", "`folder` for everything that was said; none without it")
	only := flag.String("only", "", "work only at the tasks whose \"application/task\" matches this `pattern`, and at the first of their applications")
	by := flag.String("drivers", strings.Join(drivers, ","), "the drivers to use")
	hand := flag.Bool("by-hand", false, "work at nothing: bring the applications up, print tasks in words, and judge them")
	paint := flag.Bool("paint", false, "work at nothing: time each application's first page without and with the engine")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var err error
	if s.only, err = regexp.Compile(*only); err == nil {
		s.drivers = strings.Split(*by, ",")
		switch {
		case *hand:
			err = s.byHand(ctx)
		case *paint:
			err = s.paint(ctx)
		default:
			err = s.run(ctx)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "apps:", err)
		os.Exit(1)
	}
}

// outcome is how a task went with one driver.
type outcome struct {
	err   error
	bytes int
	took  time.Duration
}

func (s *setting) run(ctx context.Context) error {
	if err := s.absolute(); err != nil {
		return err
	}
	all := map[string]outcome{}
	apps := applications()
	for _, app := range apps {
		var tasks []task
		for i, t := range app.tasks {
			if s.only.MatchString(app.name + "/" + t.name) {
				if i > 0 && len(tasks) == 0 {
					tasks = app.tasks[:1:1] // it may log in
				}
				tasks = append(tasks, t)
			}
		}
		if len(tasks) == 0 {
			continue
		}
		for _, by := range s.drivers {
			if err := s.app(ctx, app, tasks, by, all); err != nil {
				return fmt.Errorf("%s by %s: %w", app.name, by, err)
			}
		}
		s.rows(app, tasks, all)
	}
	s.sums(all)
	return nil
}

// app works at the tasks of one application with one driver, both fresh.
func (s *setting) app(ctx context.Context, app application, tasks []task, by string, all map[string]outcome) error {
	log, done, err := s.logOf(app.name + "-" + by)
	if err != nil {
		return err
	}
	defer done()
	p, gone, err := s.place(ctx, app, log)
	if err != nil {
		return err
	}
	defer gone()
	d, err := s.driver(ctx, log, filepath.Dir(p.dir), by)
	if err != nil {
		return err
	}
	defer d.close()
	for _, t := range tasks {
		fmt.Fprintf(log, "==== %s\n", t.name)
		before, start := d.bytes(), time.Now()
		err := solve(ctx, p, d, t)
		fmt.Fprintf(log, "==== %s: %v\n", t.name, err)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		all[app.name+"/"+t.name+"/"+by] = outcome{err, d.bytes() - before, time.Since(start)}
	}
	return nil
}

// solve does a task and has the application's data judge it. What a step could
// not do is told with it, and is no verdict.
func solve(ctx context.Context, p *place, d driver, t task) error {
	ctx, cancel := context.WithTimeout(ctx, 90*time.Second)
	defer cancel()
	if err := d.open(ctx, p.url(t.path)); err != nil {
		return err
	}
	steps := slices.Clone(t.steps)
	for i, s := range steps {
		switch s.kind {
		case upload:
			if err := p.write(s.text, "it is me"); err != nil {
				return err
			}
			steps[i].text = p.file(s.text)
		case take:
			if err := p.write("got/.keep", ""); err != nil {
				return err
			}
			steps[i].text = p.file("got/" + s.text)
		}
	}
	worked := work(ctx, d, steps)
	if err := t.judge(ctx, p); err != nil {
		return errors.Join(worked, err)
	}
	return nil
}

func (s *setting) driver(ctx context.Context, log io.Writer, dir, by string) (driver, error) {
	if by == "peer" {
		return newPeer(ctx, log, dir, s.modules)
	}
	return newBua(ctx, log, dir, s.binary, by)
}

func (s *setting) logOf(name string) (io.Writer, func(), error) {
	if s.log == "" {
		return io.Discard, func() {}, nil
	}
	if err := os.MkdirAll(s.log, 0o755); err != nil {
		return nil, nil, err
	}
	f, err := os.Create(filepath.Join(s.log, name+".log"))
	return f, func() { _ = f.Close() }, err
}

// rows prints the rows of an application.
func (s *setting) rows(app application, tasks []task, all map[string]outcome) {
	for _, t := range tasks {
		fmt.Printf("%-12s %-30s", app.name, t.name)
		for _, by := range s.drivers {
			o := all[app.name+"/"+t.name+"/"+by]
			verdict := "ok"
			if o.err != nil {
				verdict = "failed"
			}
			fmt.Printf("  %-9s %-6s %7d B %5.1f s", by, verdict, o.bytes, o.took.Seconds())
		}
		fmt.Println()
		for _, by := range s.drivers {
			if err := all[app.name+"/"+t.name+"/"+by].err; err != nil {
				fmt.Printf("    %s: %s\n", by, strings.ReplaceAll(err.Error(), "\n", "\n        "))
			}
		}
	}
}

// sums prints what each driver solved, and what its agent was given for that.
func (s *setting) sums(all map[string]outcome) {
	for _, by := range s.drivers {
		n, ok, bytes := 0, 0, 0
		for k, o := range all {
			if strings.HasSuffix(k, "/"+by) {
				n, bytes = n+1, bytes+o.bytes
				if o.err == nil {
					ok++
				}
			}
		}
		fmt.Printf("%s: %d of %d tasks, %d bytes\n", by, ok, n, bytes)
	}
}
