package tell

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// What makes a page's text suspicious. None of it proves an attack, and an
// attack needs none of it: it is a hint, beside the markers.
const (
	suspectInvisible = "invisible_text"       // characters that a person does not see
	suspectMarker    = "imitates_markers"     // what looks like the markers around page text
	suspectSystem    = "imitates_system_text" // what looks like a prompt's own structure
	suspectAddress   = "addresses_the_agent"  // text that tells an AI what to do
)

// suspicions returns what is suspicious in what a page wrote, in a fixed order.
func (t *Teller) suspicions(texts []string) []string {
	var found [4]bool
	for _, s := range texts {
		if invisible(s) {
			found[0] = true
		}
		if _, yes := breakMarkers(s); yes {
			found[1] = true
		}
		read := asRead(s)
		found[2] = found[2] || t.systemText(read)
		found[3] = found[3] || t.addressesAgent(read)
	}
	var list []string
	for i, name := range []string{suspectInvisible, suspectMarker, suspectSystem, suspectAddress} {
		if found[i] {
			list = append(list, name)
		}
	}
	return list
}

// invisible reports text that hides something. Soft hyphens, marks of direction
// and a lone zero-width space are common in honest pages; tags, overrides and
// runs are not. Flags of regions are made of tags behind a black flag.
func invisible(s string) bool {
	run, flag := 0, false
	for _, r := range s {
		switch {
		case r < 0x80:
		case r >= 0xe0020 && r <= 0xe007f && flag:
			continue
		case r >= 0xe0000 && r <= 0xe0fff, r == 0x202d, r == 0x202e:
			return true
		case hidden(r) && r != 0xad && r >= 0xa0, r >= 0xfe00 && r <= 0xfe0f:
			if run++; run >= 4 {
				return true
			}
			continue
		}
		run, flag = 0, r == 0x1f3f4
	}
	return false
}

// asRead is the text as a reader takes it: folded, on one line, one space
// between words; a line's beginning is kept as a line feed.
func asRead(s string) string {
	b := make([]byte, 1, len(s)+2)
	b[0] = '\n'
	last := '\n'
	for i := 0; i < len(s); {
		f, n := rune(s[i]), 1
		switch {
		case f >= 'A' && f <= 'Z':
			f += 'a' - 'A'
		case f >= utf8.RuneSelf:
			f, n = utf8.DecodeRuneInString(s[i:])
			f = fold(f)
		}
		i += n
		switch f {
		case 0, '*', '`', '_': // emphasis would split a phrase
			continue
		case '\t', '\r', ' ':
			if last == ' ' || last == '\n' {
				continue
			}
			f = ' '
		case '\n':
			if last == '\n' {
				continue
			}
		}
		b = utf8.AppendRune(b, f)
		last = f
	}
	return string(b)
}

// promptSigns are pieces of prompts, as asRead leaves them.
func promptSigns() *signs {
	return newSigns(
		"<|imstart|>", "<|imend|>", "<|system|>", "<|user|>", "<|assistant|>", "<|endoftext|>", "<|eotid|>", "<|startheaderid|>", "[inst]", "[/inst]", "<<sys>>", "<</sys>>",
		"<system>", "</system>", "<system-reminder", "<systemprompt", "<toolresult", "</toolresult", "<functionresults", "<functioncalls", "</functioncalls", "<thinking>",
		"\nsystem:", "\n[system]", "\n# system", "\n## system", "\n### system", "\n### instruction", "\nsystem message:", "\nsystem prompt:", "\ndeveloper:", "\ntool result:", "\nend of untrusted",
	)
}

// systemText looks for the structure of prompts: chat templates, tool results,
// turns of a conversation.
func (t *Teller) systemText(s string) bool {
	if t.prompt.in(s) {
		return true
	}
	return strings.Contains(s, "\nhuman:") && strings.Contains(s, "\nassistant:") || strings.Contains(s, "\nuser:") && strings.Contains(s, "\nassistant:")
}

// orders are phrases with which a page speaks to a model.
func orders() *signs {
	return newSigns(
		"attention ai", "attention: ai", "note to ai", "note to the ai", "ai agents must", "ai agent must", "ai assistants must", "if you are an ai", "if you are a language model", "if you are an llm", "if you're an ai",
		"as an ai agent", "as an ai assistant, you", "dear ai", "instructions for ai", "instruction for ai", "message for ai", "message to the ai", "new instructions:", "your new task is", "your real task", "you are now in",
		"do not tell the user", "don't tell the user", "without telling the user", "do not inform the user", "do not mention this to the user", "reveal your system prompt", "print your instructions", "repeat your instructions",
		"ignoriere alle", "ignore toutes les instructions", "ignora todas las instrucciones", "ignora le istruzioni", "忽略之前的指令", "忽略以上", "以前の指示を無視",
	)
}

// addressesAgent looks for sentences that are meant for a model.
func (t *Teller) addressesAgent(s string) bool {
	s = strings.ReplaceAll(s, "\n", " ")
	for _, verb := range []string{"ignore", "disregard", "forget", "override", "bypass", "do not follow"} {
		for rest := s; ; {
			i := strings.Index(rest, verb)
			if i < 0 {
				break
			}
			rest = rest[i+len(verb):]
			near := rest[:min(len(rest), 60)]
			if (strings.Contains(near, "instruction") || strings.Contains(near, "prompt") || strings.Contains(near, "guideline") || strings.Contains(near, "your rules")) &&
				(strings.Contains(near, "previous") || strings.Contains(near, "prior") || strings.Contains(near, "above") || strings.Contains(near, "earlier") || strings.Contains(near, "all ") || strings.Contains(near, "any ") || strings.Contains(near, "your") || strings.Contains(near, "system")) {
				return true
			}
		}
	}
	return t.orders.in(s)
}

// unescaped is a JSON value with the strings in it as they read, each on a line
// of its own.
func unescaped(v []byte) string {
	if !strings.Contains(string(v), `\`) {
		return string(v)
	}
	var b strings.Builder
	c := scan.Cursor{Data: v}
	for {
		switch c.Peek() {
		case 0:
			return b.String()
		case '"':
			b.WriteString("\n" + string(c.Text()) + "\n")
		default:
			b.WriteByte(c.Data[c.Pos])
			c.Pos++
		}
	}
}

// written lists what a page wrote into a result.
func written(r protocol.Result) []string {
	var list []string
	dialog := func(all ...protocol.OpenDialog) {
		for _, d := range all {
			list = append(list, d.Message, d.DefaultPrompt)
		}
	}
	elements := func(all []protocol.Element) {
		for _, e := range all {
			list = append(list, e.Name, e.Value, strings.Join(e.Options, " | "), e.Hover)
		}
	}
	switch r := r.(type) {
	case protocol.EvaluateResult:
		list = append(list, unescaped(r.Value), r.Description, r.Preview)
	case protocol.TabsResult:
		for _, t := range r {
			list = append(list, t.Title)
		}
	case protocol.ExtractResult:
		list = append(list, r.Title)
		if r.Text != "" { // the same words, without the marks between them
			list = append(list, r.Text)
		} else {
			list = append(list, r.Markdown)
		}
		elements(r.Elements)
		dialog(r.PendingDialogs...)
		dialog(r.RecentDialogs...)
		for _, one := range r.Tools {
			list = append(list, one.Name, one.Description, one.Input)
		}
	case protocol.PageToolResult:
		list = append(list, r.Answer)
	case protocol.FindResult:
		elements(r.Elements)
	case protocol.ConsoleResult:
		for _, e := range r.Entries {
			list = append(list, e.Text)
		}
	case protocol.FieldsResult:
		for _, f := range r.Fields {
			list = append(list, f.Name, f.Value)
		}
	case protocol.DownloadsResult:
		for _, d := range r.Downloads {
			list = append(list, d.Name)
		}
		if data, err := base64.StdEncoding.DecodeString(r.Data); err == nil && len(data) <= maxPiece && utf8.Valid(data) {
			list = append(list, string(data))
		}
	case protocol.DialogResult:
		dialog(r.Pending...)
		dialog(r.Recent...)
	}
	if e := protocol.Caused(r); e != nil {
		if e.Navigated != nil {
			list = append(list, e.Navigated.Title)
		}
		if e.Dialog != nil {
			dialog(*e.Dialog)
		}
		for _, t := range e.Tabs {
			list = append(list, t.Title)
		}
		list = append(append(append(list, e.Downloads...), e.Sent...), e.Focus, e.Announced, e.Saw, e.Invalid, e.Held, e.State, e.Scrolled, e.External)
	}
	return list
}
