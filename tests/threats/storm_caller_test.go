package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/zapvol/bua/backend/pool"
	"github.com/zapvol/bua/core/protocol"
)

// caller asks for one thing after another in a tab of its own.
type caller struct {
	s      *stormRun
	name   string
	random *rand.Rand
	tab    int // 0 while it has none
	odd    int // answers in a row that were no success
	n      int
}

// An effect that a page or its server counts, under the trial's id.
var stormDeeds = []string{"click", "type", "press_key", "check", "select_option", "fill_form", "drag", "upload_file", "evaluate", "open_tab", "navigate"}

var stormReads = []string{"extract", "screenshot", "scroll", "hover", "wait_for", "find", "frames", "console", "get_tabs", "reload", "back", "forward", "dialog", "downloads"}

// work goes on until ctx ends.
func (c *caller) work(ctx context.Context) {
	for ctx.Err() == nil {
		all := append(stormDeeds, stormReads...)
		c.round(all[c.random.IntN(len(all))])
	}
}

// round carries out one action of a kind, after all that it needs, and reports
// whether that was a success.
func (c *caller) round(kind string) bool {
	c.n++
	id := fmt.Sprint(c.name, "-", c.n)
	if c.tab == 0 && !c.open() {
		return false
	}
	key := string("abcdefghijklmnopqrstuvwxyz0123456789"[c.n%36])
	got := c.act("evaluate", map[string]any{"expression": fmt.Sprintf("return arm(%q, %q, %q)", kind, id, key), "tabId": c.tab})
	switch {
	case got.code == protocol.CodeTabNotFound:
		c.tab = 0
		return false
	case got.code == protocol.CodeInvalidAction, got.code == protocol.CodeInternal && got.outcome == protocol.ErrorNotDone, got.code != "" && c.odd > 3:
		// Another page, or none that answers, as one that crashed.
		got = c.act("navigate", map[string]any{"url": c.home(), "tabId": c.tab})
		if got.code == protocol.CodeTabNotFound || got.code != "" && c.odd > 8 {
			c.leave(c.tab)
			c.tab = 0
		}
		return false
	case got.code != "":
		return false
	case got.value("value") != "storm "+c.name:
		c.s.failf("%s: evaluate of its tab answered %v", c.name, got.value("value"))
	}
	return c.try(kind, id, key)
}

// try carries out the action whose element is there.
func (c *caller) try(kind, id, key string) bool {
	more := map[string]any{"tabId": c.tab}
	element := "#" + kind + "-" + id
	switch kind {
	case "click", "check", "select_option", "drag", "upload_file", "type":
		more["selector"] = element
	}
	switch kind {
	case "type":
		more["text"] = "words"
	case "press_key":
		more["key"] = key
	case "check":
		more["checked"] = true
	case "select_option":
		more["options"] = []string{"two"}
	case "fill_form":
		more["fields"] = []any{map[string]any{"selector": element, "value": "x"}}
	case "drag":
		more["to"] = map[string]any{"selector": "#goal"}
	case "upload_file":
		more["name"], more["text"] = "a.txt", "words"
	case "evaluate":
		more["expression"] = fmt.Sprintf("told(%q); return %q", id, id)
	case "open_tab":
		more = map[string]any{"url": c.s.site.URL + "/visit/" + id}
	case "navigate":
		more["url"] = c.s.site.URL + "/visit/" + id
	case "scroll":
		more["direction"] = "down"
	case "hover":
		more["selector"] = "#goal"
	case "wait_for":
		more["selector"], more["timeoutMs"] = "#goal", 2000
		if c.random.IntN(2) == 0 {
			more["selector"] = "#never"
		}
	case "find":
		more["query"] = "goal"
	case "get_tabs":
		delete(more, "tabId")
	case "dialog":
		more["do"] = "accept" // there is none
	case "downloads":
		more["do"] = "list"
	}
	effect := false
	for _, d := range stormDeeds {
		effect = effect || d == kind
	}
	if effect {
		c.s.trial(id, kind)
	}
	got := c.act(kind, more)
	if effect {
		c.s.tried(id, got)
	}
	switch {
	case got.code == protocol.CodeTabNotFound:
		c.tab = 0
	case got.code != "":
	case kind == "evaluate" && got.value("value") != id:
		c.s.failf("%s: evaluate answered %v", id, got.value("value"))
	case kind == "extract" && got.value("title") != "storm "+c.name:
		// The person, or a fault, was faster: then it is another page of ours.
		if title := got.value("title"); title != "slow" && title != "visited" {
			c.s.failf("%s: extract is of %v", id, title)
		}
	case kind == "open_tab":
		tab, _ := got.value("tabId").(float64)
		c.leave(int(tab))
	case kind == "get_tabs":
		c.sweep(got)
	}
	return got.code == ""
}

func (c *caller) home() string { return c.s.site.URL + "/?" + c.name }

func (c *caller) open() bool {
	got := c.act("open_tab", map[string]any{"url": c.home()})
	tab, _ := got.value("tabId").(float64)
	c.tab = int(tab)
	return c.tab != 0
}

func (c *caller) leave(tab int) { c.act("close_tab", map[string]any{"tabId": tab}) }

// sweep closes a tab that nobody has, because its opener never heard of it.
func (c *caller) sweep(got reply) {
	for _, row := range got.list {
		m, _ := row.(map[string]any)
		tab, _ := m["tabId"].(float64)
		url, _ := m["url"].(string)
		mine := strings.HasPrefix(url, c.home()) || strings.Contains(url, "/visit/"+c.name+"-")
		if mine && int(tab) != c.tab {
			c.leave(int(tab))
		}
	}
}

// reply is how a request ended: code "" is a success, [broken] no answer
// because the backend was killed.
type reply struct {
	code    protocol.Code
	message string
	outcome protocol.ErrorOutcome
	result  map[string]any
	list    []any // of get_tabs
}

const broken protocol.Code = "connection error"

func (r reply) value(field string) any { return r.result[field] }

// act asks for one action and judges how it is answered, though not what.
func (c *caller) act(kind string, fields map[string]any) reply {
	time.Sleep(pacing)
	s := c.s
	fields["type"] = kind
	body, _ := json.Marshal(fields)
	action, err := protocol.DecodeAction(body)
	if err != nil {
		s.failf("%s: %v", body, err)
		return reply{code: broken}
	}
	from := time.Now()
	status, data := s.http(s.t.Context(), http.MethodPost, "/api/act", string(body))
	to := time.Now()
	var answer struct {
		Result any
		Error  *struct {
			Code    protocol.Code
			Message string
			Outcome protocol.ErrorOutcome
		}
	}
	got := reply{}
	switch err := json.Unmarshal(data, &answer); {
	case status == 0:
		got = reply{code: broken}
	case err != nil || answer.Error == nil && status != http.StatusOK:
		s.failf("%s: status %d: %.200s", body, status, data)
	case answer.Error != nil:
		got = reply{code: answer.Error.Code, message: answer.Error.Message, outcome: answer.Error.Outcome}
	default:
		got.result, _ = answer.Result.(map[string]any)
		got.list, _ = answer.Result.([]any)
	}
	s.tell("%s %s %.120s: %.3f s %s %s", c.name, kind, body, to.Sub(from).Seconds(), got.code, got.message)
	s.account(action, got, span{from, to})
	if c.odd++; got.code == "" {
		c.odd = 0
	}
	return got
}

var numbers = regexp.MustCompile(`[0-9]+`)

// account counts a request, and holds its duration against its limit.
func (s *stormRun) account(a protocol.Action, got reply, took span) {
	kind := a.Kind()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked++
	lasted := took.to.Sub(took.from)
	s.slowest = max(s.slowest, lasted)
	switch {
	case got.code == "":
		s.counts["done"]++
		s.gap = max(s.gap, took.to.Sub(s.last))
		s.last = took.to
	case got.code == broken:
		s.counts["with the backend killed"]++
		if !s.struckIn("backend killed", took) {
			s.wrong = append(s.wrong, fmt.Sprintf("%s was not answered, and the backend was not killed", kind))
		}
	case got.outcome == protocol.ErrorUnknown:
		s.counts["outcome unknown"]++
	default:
		s.counts["refused"]++
	}
	if got.code != "" && got.code != broken {
		s.why[string(kind)+": "+string(got.code)+": "+numbers.ReplaceAllString(got.message, "N")]++
	}
	const slack = time.Second // of a busy machine
	limit := pool.Limit(a) + pool.Grace
	if beyond := lasted - limit; beyond > slack {
		s.over++
		s.most = max(s.most, beyond)
		if beyond -= s.awayIn(took); beyond > slack {
			s.wrong = append(s.wrong, fmt.Sprintf("%s took %s, %s more than it may: %s", kind, lasted, beyond, got.message))
		}
	}
}

func (s *stormRun) failf(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wrong = append(s.wrong, fmt.Sprintf(format, args...))
}

func (s *stormRun) trial(id, kind string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.trials[id] = &trial{kind: kind}
}

func (s *stormRun) tried(id string, got reply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.trials[id]
	v.ok, v.at = got.code == "", time.Now()
	if got.outcome == protocol.ErrorNotDone {
		v.denied = got.message
	}
}

// judge compares what was answered with what the pages saw.
func (s *stormRun) judge() (done, twice, missing int) {
	for id, v := range s.trials {
		n := s.effects[id]
		done += n
		switch {
		case n > 1:
			twice++
			s.wrong = append(s.wrong, fmt.Sprintf("%s %s: done %d times", id, v.kind, n))
		case n == 1 && v.denied != "":
			s.wrong = append(s.wrong, fmt.Sprintf("%s %s was done, and answered: %s", id, v.kind, v.denied))
		case n == 0 && v.ok && !s.lostReport(v.at):
			missing++
			s.wrong = append(s.wrong, fmt.Sprintf("%s %s: answered as done, and not seen", id, v.kind))
		}
	}
	return done, twice, missing
}
