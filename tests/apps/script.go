package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"time"
)

// driver is one way into a browser, as its agent has it.
type driver interface {
	// open shows a page in a new tab.
	open(ctx context.Context, url string) error
	// read returns what is shown, and the elements in it.
	read(ctx context.Context) (string, []line, error)
	// find looks again for words that read did not show.
	find(ctx context.Context, words string) ([]line, error)
	// act does something to an element: its kind is that of the step.
	act(ctx context.Context, s step, at, to line) error
	// bytes counts what the agent was given.
	bytes() int
	close()
}

// kind is what a step does.
type kind string

const (
	click  kind = "click"
	double kind = "double click"
	right  kind = "right click"
	hover  kind = "hover"
	fill   kind = "fill"    // replaces what a field holds
	insert kind = "insert"  // types where the caret is, in an editor
	choose kind = "choose"  // an option of a select
	tick   kind = "tick"    // a checkbox
	press  kind = "press"   // a key, on what has the focus
	drag   kind = "drag"    // onto another element
	upload kind = "upload"  // a file of the disk
	see    kind = "see"     // wait until the reading shows it
	answer kind = "answer"  // a dialog of the page
	decide kind = "dismiss" // a dialog of the page
	take   kind = "take"    // the file that was downloaded, by the end of its name
)

// step is one thing that the script does.
type step struct {
	kind kind
	at   target
	to   target // of a drag
	text string
}

func (s step) aimed() bool {
	return !slices.Contains([]kind{press, see, answer, decide, take}, s.kind)
}

// points reports whether a mouse does it, to whatever is there.
func (s step) points() bool {
	return s.kind == click || s.kind == double || s.kind == right || s.kind == hover || s.kind == drag
}

func (s step) String() string {
	switch {
	case s.kind == drag:
		return fmt.Sprintf("%s %v to %v", s.kind, s.at, s.to)
	case s.aimed():
		return fmt.Sprintf("%s %v %q", s.kind, s.at, s.text)
	}
	return fmt.Sprintf("%s %q", s.kind, s.text)
}

// on is a step at an element of a role, of several separated by |, whose name
// matches.
func on(k kind, role, name string, text ...string) step {
	s := step{kind: k, at: want(role, name)}
	if len(text) > 0 {
		s.text = text[0]
	}
	return s
}

func key(name string) step { return step{kind: press, text: name} }

// keys types letters into what has the focus, and Enter.
func keys(text string) (steps []step) {
	for _, r := range text {
		steps = append(steps, key(string(r)))
	}
	return append(steps, key("Enter"))
}

func shows(pattern string) step { return step{kind: see, text: pattern} }

func drop(role, name, toRole, toName string) step {
	return step{kind: drag, at: want(role, name), to: want(toRole, toName)}
}

func want(role, name string) target { return target{role: role, name: regexp.MustCompile(name)} }

// patience is how long an element is looked for.
const patience = 8 * time.Second

var errNotShown = errors.New("not shown")

// work does the steps one after another; the first that fails ends it.
func work(ctx context.Context, d driver, steps []step) error {
	for i, s := range steps {
		if err := do(ctx, d, s); err != nil {
			return fmt.Errorf("step %d, %v: %w", i+1, s, err)
		}
	}
	return nil
}

func do(ctx context.Context, d driver, s step) error {
	if s.kind == see {
		return await(ctx, d, regexp.MustCompile(s.text))
	}
	if !s.aimed() {
		return d.act(ctx, s, line{}, line{})
	}
	var err error
	for range 3 { // what has moved meanwhile is read again, by every driver alike
		var at, to line
		if at, err = look(ctx, d, s.at, s.points()); err != nil {
			return err
		}
		if s.kind == drag {
			if to, err = look(ctx, d, s.to, true); err != nil {
				return err
			}
		}
		if err = d.act(ctx, s, at, to); err == nil {
			return nil
		}
	}
	return err
}

// look reads until the element is shown: by role and name, then by a search for
// its words, then, for what only points, by its name alone.
func look(ctx context.Context, d driver, t target, points bool) (line, error) {
	until := time.Now().Add(patience)
	for round := 0; ; round++ {
		_, lines, err := d.read(ctx)
		if err != nil {
			return line{}, err
		}
		if l, ok := t.pick(lines, false); ok {
			return l, nil
		}
		if round > 0 {
			found, err := d.find(ctx, t.words())
			if err != nil {
				return line{}, err
			}
			for _, loose := range []bool{false, points} {
				for _, from := range [][]line{found, lines} {
					if l, ok := t.pick(from, loose); ok {
						return l, nil
					}
				}
			}
		}
		if time.Now().After(until) {
			return line{}, errNotShown
		}
		pause(ctx)
	}
}

func await(ctx context.Context, d driver, pattern *regexp.Regexp) error {
	until := time.Now().Add(patience)
	for {
		said, _, err := d.read(ctx)
		if err != nil {
			return err
		}
		if pattern.MatchString(said) {
			return nil
		}
		if time.Now().After(until) {
			return errNotShown
		}
		pause(ctx)
	}
}

// pause lets an application go on before it is looked at again.
func pause(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(700 * time.Millisecond):
	}
}
