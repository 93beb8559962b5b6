package start

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/zapvol/bua/build/progress"
)

// element is one row of what extract answers.
type element struct{ UID, Role, Name string }

type page struct {
	Title, Markdown, Text string
	Elements              []element
}

// wanted is the button that the demonstration presses.
const wanted = "Add Darjeeling"

// roundTrip lets the agent open the shop, read it, press a button in it and
// read what changed, and prints each step as it is done. It fails unless the
// page itself saw exactly that click as a person's.
func roundTrip(ctx context.Context, a *agent, s *shop, say *progress.Printer) error {
	step := func(action map[string]any, out any, shown string, told func() string) error {
		took, err := a.do(ctx, action, out)
		if err != nil {
			return fmt.Errorf("%s: %w", shown, err)
		}
		say.Note("agent", "%-42s %8s   %s", shown, progress.Elapsed(took.Round(time.Millisecond)), told())
		return nil
	}
	var opened struct{ TabID int }
	err := step(map[string]any{"type": "open_tab", "url": s.URL}, &opened, "open_tab "+s.URL,
		func() string { return fmt.Sprintf("tab %d", opened.TabID) })
	if err != nil {
		return err
	}
	tab := opened.TabID
	var before page
	err = step(map[string]any{"type": "extract", "tabId": tab}, &before, "extract", func() string {
		return fmt.Sprintf("%q with %d elements: %s", before.Title, len(before.Elements), names(before.Elements))
	})
	if err != nil {
		return err
	}
	button, ok := before.find("button", wanted)
	if !ok {
		return fmt.Errorf("the extract lists no button %q: %s", wanted, names(before.Elements))
	}
	err = step(map[string]any{"type": "click", "tabId": tab, "uid": button.UID}, &struct{}{}, "click "+button.UID+" (button "+button.Name+")",
		func() string { return "done" })
	if err != nil {
		return err
	}
	var after page
	err = step(map[string]any{"type": "extract", "tabId": tab}, &after, "extract", func() string { return after.line("In the basket") })
	if err != nil {
		return err
	}
	if after.line("In the basket: Darjeeling.") == "" {
		return errors.New("the page does not show what the click should have done:\n" + after.Markdown)
	}
	seen, err := s.clicked(ctx)
	if err != nil {
		return err
	}
	if seen.Button != wanted || !seen.Trusted {
		return fmt.Errorf("the page saw a click on %q, trusted: %v", seen.Button, seen.Trusted)
	}
	select {
	case again := <-s.clicks:
		return fmt.Errorf("the page saw a second click, on %q", again.Button)
	default:
	}
	say.Note("page", "saw one click on %q, as trusted as a person's", seen.Button)
	var closed struct{}
	return step(map[string]any{"type": "close_tab", "tabId": tab}, &closed, "close_tab", func() string { return "done" })
}

func (p page) find(role, name string) (element, bool) {
	for _, e := range p.Elements {
		if e.Role == role && e.Name == name {
			return e, true
		}
	}
	return element{}, false
}

// line returns the first line of the page that holds the text.
func (p page) line(part string) string {
	for line := range strings.Lines(p.Markdown + "\n" + p.Text) {
		if strings.Contains(line, part) {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

func names(list []element) string {
	var said []string
	for _, e := range list {
		said = append(said, fmt.Sprintf("%s %s %q", e.UID, e.Role, e.Name))
	}
	return strings.Join(said, ", ")
}
