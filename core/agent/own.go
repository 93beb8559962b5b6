package agent

import (
	"strings"

	"github.com/zapvol/bua/core/agent/budget"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/agent/tools"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/record"
)

// ownNames are the tools that are not the browser's, in the order in which a model
// is told of them.
const ownNames = "done clarify note more_tools schedule_resume fetch_url research schedule_task"

// ownTools are those of them that a run is told of.
func (m *machine) ownTools() (list []chat.Tool) {
	r := &m.Run
	for _, name := range strings.Fields(ownNames) {
		switch {
		case name == "schedule_task" && r.Job != "", (name == "fetch_url" || name == "research") && r.Mode != ModeAct, name == "research" && r.Tier == tools.Compact:
		case r.Tier != tools.Full && rare(name) && !listed(m.more, name):
		case name == "more_tools" && (r.Tier != tools.Mid || len(r.Tools) > 0):
		default:
			list = append(list, m.ownTool(name))
		}
	}
	return list
}

// rare reports whether a tool of ours is one that most tasks need nothing of.
func rare(name string) bool {
	return name == "schedule_resume" || name == "fetch_url" || name == "schedule_task"
}

func (m *machine) ownTool(name string) chat.Tool {
	t := chat.Tool{Name: name, Description: ownText(name), Schema: ownSchema(name)}
	switch {
	case name == "more_tools":
		t.Description += strings.Join(m.further(), ", ") + "."
	case name == "done" && m.Run.Tier != tools.Full:
		t.Description = doneText
		t.Schema = doneSchema
	}
	return t
}

// doneText and doneSchema are of done for who has few words to read: each piece of
// evidence is a text.
const (
	doneText   = `Ends the task. Evidence is checked on the page as it is then: words that it shows now and did not before, "gone: words" that it shows no more, or its address, such as ["Order 7 was saved"]; for an answer, the words that you have read.`
	doneSchema = `{"type":"object","properties":{"outcome":{"type":"string","enum":["done","failed"]},"summary":{"type":"string","description":"What the person is told."},"evidence":{"type":"array","items":{"type":"string"}}},"required":["outcome","summary","evidence"]}`
)

// ownText is what a tool of ours does.
func ownText(name string) string {
	switch name {
	case "done":
		return `Ends the task. Evidence is checked on a fresh reading of the page: words that it shows or that you have read, or an address, such as ["Order 7 was saved"]; or objects of the kinds address (it begins so), text or no_text, element or no_element (its name), value (of the field name; checked or unchecked for a box), quote (what you have read), download (a file's name).`
	case "clarify":
		return "Asks the person what only they know, and waits."
	case "note":
		return "Keeps a note that is never lost. replace drops the earlier ones."
	case "more_tools":
		return "Adds tools of these names: "
	case "schedule_resume":
		return "Goes on with this task later, in after_seconds or at run_at: from 30 seconds to 7 days. The person reads the reason."
	case "fetch_url":
		return "Reads an address in a hidden tab, and closes it. Other methods than GET need the person's leave."
	case "research":
		return "Reads up to 8 addresses at once in hidden tabs: of each what has most of the words of query."
	case "schedule_task":
		return "Plans a task of its own, only when the person has asked for one: after_seconds (0 is now, else 60 at least), every_minutes, or time (09:00) with date (2026-12-01), days (mon-fri, or mon,thu) or day_of_month. The person confirms it."
	}
	return ""
}

// ownSchema is the schema of its arguments, "" where there is none of that name.
func ownSchema(name string) string {
	switch name {
	case "done":
		return `{"type":"object","properties":{"outcome":{"type":"string","enum":["done","failed"]},"summary":{"type":"string","description":"What the person is told."},"evidence":{"type":"array","items":{"type":"object","properties":{"kind":{"type":"string","enum":["address","text","no_text","element","no_element","value","quote","download"]},"name":{"type":"string"},"value":{"type":"string"}},"required":["kind","value"]}}},"required":["outcome","summary"]}`
	case "clarify":
		return `{"type":"object","properties":{"question":{"type":"string"}},"required":["question"]}`
	case "note":
		return `{"type":"object","properties":{"text":{"type":"string"},"replace":{"type":"boolean"}},"required":["text"]}`
	case "more_tools":
		return `{"type":"object","properties":{"names":{"type":"array","items":{"type":"string"}}},"required":["names"]}`
	case "schedule_resume":
		return `{"type":"object","properties":{"after_seconds":{"type":"integer"},"run_at":{"type":"string","description":"On the person's clock, such as 2026-12-01T09:00."},"reason":{"type":"string"},"instruction":{"type":"string","description":"What to do then."}},"required":["reason"]}`
	case "fetch_url":
		return `{"type":"object","properties":{"url":{"type":"string"},"method":{"type":"string","enum":["GET","POST","PUT","PATCH","DELETE"]},"body":{"type":"string"},"content_type":{"type":"string"}},"required":["url"]}`
	case "research":
		return `{"type":"object","properties":{"urls":{"type":"array","items":{"type":"string"}},"query":{"type":"string","description":"A few words that the answer has."}},"required":["urls","query"]}`
	case "schedule_task":
		return `{"type":"object","properties":{"title":{"type":"string"},"prompt":{"type":"string","description":"The whole task, for one who knows nothing of this one."},"mode":{"type":"string","enum":["ask","act"]},"url":{"type":"string","description":"Where it begins; without it, the tab of this task."},"after_seconds":{"type":"integer"},"every_minutes":{"type":"integer"},"time":{"type":"string"},"date":{"type":"string"},"days":{"type":"string"},"day_of_month":{"type":"integer"},"time_zone":{"type":"string","description":"Such as Europe/Berlin; without it, the person's."}},"required":["title","prompt"]}`
	}
	return ""
}

// schema is that of a tool's arguments, all of them.
func (m *machine) schema(name string) string {
	if s := ownSchema(name); s != "" {
		return s
	}
	return tools.Schema(name)
}

// arguments are those of our own tools.
//
//bua:record
type arguments struct {
	Outcome, Summary, Question, Text, Reason string
	Evidence                                 []claim
	Names                                    []string
	Replace                                  bool
	After                                    int               `json:"after_seconds,omitempty"`
	RunAt                                    string            `json:"run_at,omitempty"`
	Then                                     string            `json:"instruction,omitempty"`
	job                                      jobArguments      `bua:"inline"`
	fetch                                    fetchArguments    `bua:"inline"`
	study                                    researchArguments `bua:"inline"`
}

// own carries out a tool of ours; false when it is none.
func (m *machine) own(c chat.Call, args []byte) bool {
	if ownSchema(c.Name) == "" && c.Name != string(protocol.KindHelp) {
		return false
	}
	var a arguments
	if c.Name != string(protocol.KindHelp) && !record.Read(evidence(args), &a) {
		m.refuse(c, "Not done: an argument is of the wrong type.")
		return true
	}
	switch c.Name {
	case "note":
		a.Text = m.clean(a.Text)
		if a.Replace {
			m.notes = ""
		}
		if len(m.notes)+len(a.Text) > budget.NotesChars {
			m.refuse(c, "Not noted: the notes are full. Write them anew and shorter, with replace.")
			return true
		}
		m.notes = strings.TrimPrefix(m.notes+"\n"+a.Text, "\n")
		m.result("noted", false)
	case "schedule_resume":
		m.resumeLater(c, &a)
	case "schedule_task":
		m.schedule(c, &a)
	case "fetch_url":
		m.fetchURL(c, &a.fetch)
	case "research":
		m.research(c, &a.study)
	case "done":
		m.finish(&a)
	case "more_tools":
		m.moreTools(c, a.Names)
	case string(protocol.KindHelp):
		m.handOver(args)
	default: // clarify: the person is waited for as long as it takes
		m.asks.Text = a.Question
		m.do(Question{ID: m.begin(clarify), Text: m.asks.Text})
	}
	return true
}
