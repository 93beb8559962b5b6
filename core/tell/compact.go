package tell

import (
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// Bounds in bytes of what one line of the compact text shows. The structured
// content has the whole.
const (
	maxName  = 120
	maxValue = 200
	maxHref  = 120
	// maxExact is what a field that was asked for may hold, see page/reading/elements.ts.
	maxExact = 30_000
	// maxOptions is what a closed list may offer, see page/naming/options.ts.
	maxOptions = 2 * maxValue
	// The engine tells at most 300 characters.
	maxAnnounced = 400
)

// compact renders a result for the model: short, one thing a line, what the
// page wrote between markers.
func (t *Teller) compact(r protocol.Result) string {
	switch r := r.(type) {
	case protocol.OK:
		return Join("ok", t.Effects(r.Effects))
	case protocol.ExtractResult:
		return t.reading(r)
	case protocol.EvaluateResult:
		return Join(t.untrusted(value(r)), t.Effects(r.Effects))
	case protocol.PageToolResult:
		return t.toolSaid(r)
	case protocol.TabsResult:
		return t.tabs(r)
	case protocol.OpenTabResult:
		return Join("tabId "+strconv.Itoa(r.TabID)+", windowId "+strconv.Itoa(r.WindowID)+", domain "+line(clean(r.Domain), maxName), t.Effects(r.Effects))
	case protocol.DialogResult:
		return t.dialogResult(r)
	case protocol.FramesResult:
		var b strings.Builder
		frames(&b, r.Frames)
		return t.untrusted(b.String())
	case protocol.ConsoleResult:
		return t.console(r)
	case protocol.FieldsResult:
		return t.fields(r)
	case protocol.UploadResult:
		return t.uploaded(r)
	case protocol.DownloadsResult:
		return t.downloaded(r)
	case protocol.HelpResult:
		return t.helped(r)
	case protocol.FindResult:
		return t.found(r)
	default:
		return "ok"
	}
}

// value renders what an expression returned.
func value(r protocol.EvaluateResult) string {
	switch {
	case r.Truncated:
		return r.Type + " (cut): " + r.Preview
	case r.Value != nil:
		return r.Type + ": " + string(r.Value)
	case r.Description != "":
		return r.Type + ": " + r.Description
	default:
		return r.Type
	}
}

func (t *Teller) tabs(list protocol.TabsResult) string {
	if len(list) == 0 {
		return "no tabs that the agent may use; open_tab opens one"
	}
	var b strings.Builder
	for _, one := range list {
		b.WriteString(tab(one))
	}
	return t.untrusted(b.String())
}

func tab(t protocol.Tab) string {
	return "tabId " + strconv.Itoa(t.TabID) + " " + quote(t.Title, maxName) + " " + scan.Shorten(t.URL, 2*maxHref) + "\n"
}

// Effects renders what an action caused, "" when nothing is known.
func (t *Teller) Effects(e *protocol.Effects) string {
	if e == nil {
		return ""
	}
	var ours, page strings.Builder
	if n := e.Navigated; n != nil {
		page.WriteString("navigated " + scan.Shorten(n.URL, 2*maxHref) + " " + quote(n.Title, maxName) + "\n")
	}
	if d := e.Dialog; d != nil {
		page.WriteString("dialog " + d.ID + " " + d.Type + " " + quote(d.Message, maxValue) + "\n")
	}
	for _, one := range e.Tabs {
		page.WriteString("opened " + tab(one))
	}
	for i, d := range e.Downloads {
		id := ""
		if len(e.DownloadIDs) == len(e.Downloads) {
			id = line(e.DownloadIDs[i], 16) + " "
		}
		page.WriteString("download " + id + quote(d, maxName) + "\n")
	}
	for _, s := range e.Sent {
		page.WriteString("sent " + line(clean(s), maxName) + "\n")
	}
	scrolled, pane := e.Scrolled, ""
	if strings.Contains(scrolled, `"`) { // a pane's name is of the page
		scrolled, pane = "", scrolled
	}
	for _, s := range []string{
		when(e.External != "", "handed to another program "+scan.Shorten(e.External, 2*maxHref)), said("not sent, invalid ", e.Invalid, maxName),
		when(e.Announced != "", "the page says "+quote(e.Announced, maxAnnounced)), said("saw ", e.Saw, maxAnnounced),
		said("the field holds ", e.Held, maxName), said("now ", e.State, maxName), said("scrolled ", pane, maxName), when(e.Focus != "", "focus "+line(e.Focus, maxName)),
	} {
		if s != "" {
			page.WriteString(s + "\n")
		}
	}
	for _, s := range []string{
		when(e.DOM, "the page changed"), when(e.FileChooser, "the page asks for a file: give it with upload_file to what was pressed"),
		said("the page heeds keys only, sent: ", e.Keys, maxName), said("scrolled ", scrolled, maxName), said("not settled: ", e.Unsettled, maxName),
	} {
		if s != "" && ours.Len() > 0 {
			ours.WriteString("; ")
		}
		ours.WriteString(s)
	}
	if page.Len() == 0 {
		return ours.String()
	}
	return Join(ours.String(), t.untrusted(page.String()))
}

// when is the text if that is so, else "".
func when(so bool, text string) string {
	if so {
		return text
	}
	return ""
}

// said is a text on one line, named; "" when there is none.
func said(name, text string, limit int) string {
	if text == "" {
		return ""
	}
	return name + line(clean(text), limit)
}

// Join puts parts on lines of their own and leaves out empty ones.
func Join(parts ...string) string {
	kept := parts[:0]
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, "\n")
}

// Follow puts a reading behind what was said of an action: without the address and title
// that the action has told, and within its markers where nothing stands between.
func Follow(said, reading string) string {
	at := strings.Index(reading, "<"+word+" ")
	if at < 0 {
		return Join(said, reading)
	}
	begins := at + strings.IndexByte(reading[at:], '\n') + 1
	first, rest, more := strings.Cut(reading[begins:], "\n")
	if more && strings.Contains(said, "\nnavigated "+first+"\n") {
		reading = reading[:begins] + rest
	}
	ends := strings.LastIndex(said, "\n</"+word+" ")
	if at > 0 || ends < 0 || !strings.HasSuffix(said, ">") || strings.IndexByte(said[ends+1:], '\n') >= 0 {
		return Join(said, reading)
	}
	closing := said[ends+1:]
	own := "</" + reading[len("<"):begins-1]
	if nonce := closing[len("</"+word+" ") : len(closing)-1]; strings.Contains(reading, nonce) {
		return Join(said, reading)
	}
	return said[:ends+1] + strings.Replace(reading[begins:], own, closing, 1)
}

// exact is what a field holds, in quotes, as in JSON: with its white space.
func exact(s string) string {
	s = scan.Shorten(s, maxExact)
	for _, r := range [...][2]string{{`\`, `\\`}, {`"`, `\"`}, {"\n", `\n`}, {"\r", `\r`}, {"\t", `\t`}} {
		s = strings.ReplaceAll(s, r[0], r[1])
	}
	return `"` + s + `"`
}

// quote puts s on one line in quotes; a quote inside becomes an apostrophe, so
// that a name cannot end early and go on as a state.
func quote(s string, limit int) string {
	return `"` + strings.ReplaceAll(line(s, limit), `"`, "'") + `"`
}
