package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/runs"
)

// progress shows what happens in a run, a line for each thing.
type progress struct {
	a       *cli
	id      string
	json    bool
	entry   int
	step    int
	status  core.Status
	code    string
	summary string
	model   string
	used    runs.Used
	// calls are what was asked for, by its id; elements what was read, by uid.
	calls, elements map[string]string
	noticed         map[string]bool
	asked           int
	begun           bool
}

func newProgress(a *cli, id string, asJSON bool) *progress {
	return &progress{a: a, id: id, json: asJSON, calls: map[string]string{}, elements: map[string]string{}, noticed: map[string]bool{}}
}

// show prints one update.
func (p *progress) show(u runs.Update, data json.RawMessage) {
	p.entry = max(p.entry, u.Entry)
	if p.json && (u.Type != runs.Began || !p.begun) {
		p.a.json(data, true)
	}
	switch u.Type {
	case runs.Began:
		p.stands(u.Run)
		if !p.begun {
			p.line("%s  %s with %s%s", p.id, map[core.Mode]string{core.ModeAsk: "only reads", core.ModeAct: "acts"}[u.Run.Mode], plain(u.Run.Model), where(u.Run))
		}
		p.begun = true
	case runs.Says:
		p.line("      %s", short(u.Text, 300))
	case runs.Calls:
		p.calls[u.Call] = u.Name
		if u.Name != "done" { // what it says is told at the end
			p.calls[u.Call] += " " + p.arguments(u.Arguments)
		}
	case runs.Results:
		p.reads(u.Text)
		mark := " "
		if u.Failed {
			mark = "!"
		}
		p.line("%s %3d %-44s %s", mark, p.step, short(p.calls[u.Call], 44), short(gist(u.Text), 90))
	case runs.Spent:
		p.used, p.step = *u.Used, u.Used.Steps
		p.line("      %s so far", paid(p.used))
	case runs.Noticed:
		if !p.noticed[u.Text] {
			p.line("! %s", plain(u.Text))
		}
		p.noticed[u.Text] = true
	case runs.Person:
		p.line("  you: %s%s", short(u.Text, 200), covers(u))
	case runs.Allowed:
		p.line("  under your yes to: %s", plain(u.Question.Text))
	case runs.Shortened:
		p.line("      the conversation was shortened: the model knows what went before in brief")
	case runs.Retrying:
		p.line("! the model: %s", plain(u.Text))
	case runs.Troubled:
		if u.Text != "" {
			p.line("! %s", plain(u.Text))
		}
	case runs.Asks:
		q := u.Question
		p.line("? %s", plain(q.Text))
		if q.Covers != "" {
			p.line("  yes allows %s%s", plain(q.Covers), map[bool]string{false: "; once, this act alone"}[q.Single])
		}
		if q.To != "" {
			p.line("  it goes to %s", plain(q.To))
		}
		if q.Leaves != "" {
			p.line("  this would be sent:\n    %s", strings.ReplaceAll(lines(q.Leaves), "\n", "\n    "))
		}
	case runs.Status:
		p.status, p.code, p.summary = u.Status, u.Code, u.Summary
		if !runs.Ended(u.Status) && u.Status != core.Running {
			p.line("  %s", because(waiting(u.Status), u.Code, u.Summary))
			if u.Code == string(runs.CodeTakenOver) {
				p.line("! paused: you typed or clicked in its tab; go on: bua runs resume %s", p.id+p.a.elsewhere())
			}
		}
	}
}

// covers says what a yes has allowed.
func covers(u runs.Update) string {
	switch {
	case u.Question == nil || u.Text == "no":
		return ""
	case u.Text == "once":
		return ", this act alone"
	}
	return ", " + plain(u.Question.Covers)
}

// stands takes how the run stands.
func (p *progress) stands(v *runs.View) {
	p.status, p.code, p.summary, p.used, p.model = v.Status, v.Code, v.Summary, v.Used, v.Model
}

func (p *progress) line(format string, args ...any) {
	if !p.json {
		fmt.Fprintf(p.a.err, format+"\n", args...)
	}
}

func where(v *runs.View) string {
	if v.Tab == 0 {
		return ""
	}
	return fmt.Sprintf(", in tab %d %s", v.Tab, plain(v.URL))
}

// waiting says what a run waits for.
func waiting(s core.Status) string {
	switch s {
	case core.WaitingPerson:
		return "it waits for you"
	case core.WaitingTab:
		return "it waits for the browser"
	case core.Scheduled:
		return "it waits for its time"
	}
	return string(s)
}

// because adds why to what a run waits for, where it is told in words.
func because(what, code, why string) string {
	if why == "" || code == string(runs.CodeTakenOver) {
		return what
	}
	return what + ": " + plain(why)
}

// end prints how the run ended, and is the command's error when it is not done.
func (p *progress) end() error {
	if !p.json {
		fmt.Fprintf(p.a.err, "\n%s: %s\n", ending(p.status, p.code), spent(p.used))
		if p.summary != "" {
			fmt.Fprintln(p.a.out, lines(p.summary))
		}
		if help := remedy(p.code, p.model); help != "" {
			fmt.Fprintln(p.a.err, "  "+help)
		}
	}
	if p.status == core.Done {
		return nil
	}
	return &saidError{errors.New(string(p.status))}
}

// ending says how a run ended.
func ending(s core.Status, code string) string {
	switch s {
	case core.Done:
		return "done"
	case core.NotVerified:
		return "not verified: what it named to show that it is done was not accepted; look whether it is"
	case core.Ended:
		return "stopped"
	case core.Unknown:
		return "unknown: look whether the last act happened (" + code + ")"
	}
	return "failed (" + code + ")"
}

// spent says what a run has used up.
func spent(u runs.Used) string {
	return fmt.Sprintf("%d steps, %s, %.0f s", u.Steps, paid(u), float64(u.MS)/1000)
}

// paid is what models had to read and write, and the money where the price is known.
func paid(u runs.Used) string {
	text := ""
	if u.Guessed {
		text = "about "
	}
	if u.Money > 0 {
		text += fmt.Sprintf("$%.4f: ", float64(u.Money)/1e6)
	}
	cached := ""
	if u.CachedIn > 0 {
		cached = " (" + thousands(u.CachedIn) + " cached)"
	}
	return text + fmt.Sprintf("%s tokens in%s, %s out", thousands(u.In), cached, thousands(u.Out))
}

func thousands(n int) string {
	if n < 10_000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%.1fk", float64(n)/1000)
}

// arguments are a call's arguments on one line: an element as it was last read, the
// rest by their names.
func (p *progress) arguments(text string) string {
	var m map[string]any
	if json.Unmarshal([]byte(text), &m) != nil {
		return text
	}
	var list []string
	if uid, ok := m["uid"].(string); ok {
		list = append(list, strings.TrimSpace(uid+" "+p.elements[uid]))
		delete(m, "uid")
	}
	for _, name := range slices.Sorted(maps.Keys(m)) {
		value, ok := m[name].(string)
		if !ok {
			data, _ := json.Marshal(m[name]) // it was JSON
			value = string(data)
		}
		list = append(list, name+"="+value)
	}
	return strings.Join(list, " ")
}

// reads keeps what a result calls elements.
func (p *progress) reads(text string) {
	for line := range strings.Lines(text) {
		if uid, rest, ok := strings.Cut(strings.TrimSpace(line), " "); ok && len(uid) > 1 && uid[0] == 'e' && strings.Trim(uid[1:], "0123456789") == "" {
			p.elements[uid] = short(rest, 40)
		}
	}
}

// gist is what a result says first: of an act what came of it, of a reading its page.
func gist(text string) string {
	var list []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "<") || strings.HasPrefix(line, "snapshot ") {
			continue
		}
		if list = append(list, line); list[0] != "ok" || len(list) == 3 {
			break
		}
	}
	return strings.Join(list, "; ")
}

// short is a text on one line, with at most so many characters.
func short(text string, most int) string {
	text = plain(strings.Join(strings.Fields(text), " "))
	if list := []rune(text); len(list) > most {
		return string(list[:most-1]) + "…"
	}
	return text
}

// lines is plain for a text of several lines.
func lines(text string) string {
	list := strings.Split(text, "\n")
	for i := range list {
		list[i] = plain(list[i])
	}
	return strings.Join(list, "\n")
}

// asks reports whether a person sits here who can be asked this, the first time.
func (p *progress) asks(q *runs.Question) bool {
	if p.asked == q.ID {
		return false
	}
	p.asked = q.ID
	if _, ok := p.a.terminal(); ok {
		return true
	}
	answer := "TEXT"
	switch {
	case q.Single:
		answer = "yes|no"
	case q.Sink != "":
		answer = "yes|once|no"
	}
	p.line("  answer it with: bua runs answer %s %s", p.id+p.a.elsewhere(), answer)
	return false
}
