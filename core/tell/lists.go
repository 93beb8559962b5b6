package tell

import (
	"encoding/base64"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// dialogs writes one line for each dialog: whether it waits, or who closed it.
func dialogs(b *strings.Builder, list []protocol.OpenDialog) {
	for _, d := range list {
		state := "waits"
		if d.ClosedBy != "" {
			state = "closed by " + line(string(d.ClosedBy), maxName)
		}
		b.WriteString("dialog " + d.ID + " " + line(d.Type, maxName) + " " + quote(d.Message, maxValue))
		b.WriteString(when(d.DefaultPrompt != "", " default "+quote(d.DefaultPrompt, maxValue)))
		b.WriteString(", " + state + "\n")
	}
}

// frames writes one line for each frame.
func frames(b *strings.Builder, list []protocol.FrameInfo) {
	for _, f := range list {
		b.WriteString("frame " + line(f.FrameID, 64))
		b.WriteString(when(f.Parent != "", " in "+line(f.Parent, 64)))
		if f.Blocked {
			b.WriteString(" on the blocklist")
		} else {
			b.WriteString(" " + scan.Shorten(f.URL, 2*maxHref))
		}
		b.WriteString("\n")
	}
}

func (t *Teller) console(r protocol.ConsoleResult) string {
	if len(r.Entries) == 0 {
		return "the console is empty"
	}
	var b strings.Builder
	for _, e := range r.Entries {
		b.WriteString(line(string(e.Level), maxName) + " " + quote(e.Text, 2*maxValue))
		b.WriteString(when(e.Source != "", " "+scan.Shorten(e.Source, maxHref)))
		b.WriteString(when(e.Frame != "", " in "+line(e.Frame, maxName)))
		b.WriteString("\n")
	}
	return t.untrusted(b.String())
}

// fields says what each field holds now, and what could not be filled.
func (t *Teller) fields(r protocol.FieldsResult) string {
	var page strings.Builder
	ours := "ok"
	for _, f := range r.Fields {
		holds := holding(f.Filled)
		if holds == "" {
			holds = " = " + exact(f.Value)
		}
		page.WriteString(quote(f.Name, maxName) + holds)
		if f.Differs {
			ours = "not all fields hold what was asked"
			page.WriteString(" NOT AS ASKED")
		}
		page.WriteString(when(f.Open, " its list is still open: press Escape or click beside it"))
		page.WriteString(when(f.Gone, " (the page has taken the field away since)"))
		page.WriteString(when(f.Error != "", " FAILED: "+line(clean(f.Error), maxValue)))
		page.WriteString("\n")
	}
	if n := len(r.Fields); n > 0 && r.Fields[n-1].Error != "" {
		ours = "not all fields were filled: see the last one"
	}
	return Join(ours, t.untrusted(page.String()), t.Effects(r.Effects))
}

func (t *Teller) dialogResult(r protocol.DialogResult) string {
	var b strings.Builder
	dialogs(&b, r.Pending)
	dialogs(&b, r.Recent)
	ours := "policy " + string(r.Policy)
	if b.Len() == 0 {
		return Join(ours+", no dialogs", t.Effects(r.Effects))
	}
	return Join(ours, t.untrusted(b.String()), t.Effects(r.Effects))
}

func (t *Teller) found(r protocol.FindResult) string {
	if len(r.Elements) == 0 {
		far := "the whole page was looked through"
		if r.Truncated != "" {
			far = line(clean(r.Truncated), 2*maxValue)
		}
		return "nothing matches: " + far + "; use other words, or extract"
	}
	var b strings.Builder
	elements(&b, protocol.ExtractResult{Elements: r.Elements})
	return Join(notes(protocol.ExtractResult{Omitted: r.Omitted, Truncated: r.Truncated}), t.untrusted(b.String()))
}

func (t *Teller) uploaded(r protocol.UploadResult) string {
	var b strings.Builder
	for _, f := range r.Files {
		b.WriteString(quote(f.Name, maxName) + " " + strconv.Itoa(f.Size) + " bytes")
		b.WriteString(when(f.SHA256 != "", " sha256 "+line(f.SHA256, 64)))
		b.WriteString("\n")
	}
	return Join("ok", t.untrusted(b.String()), t.Effects(r.Effects))
}

// maxPiece bounds in bytes what the text shows of a file. What structured
// content has, an agent may not get.
const maxPiece = 8 << 10

// downloaded writes one line for each download, and of a part that was read
// what a model can read of it.
func (t *Teller) downloaded(r protocol.DownloadsResult) string {
	if len(r.Downloads) == 0 {
		return "no downloads have begun in your tabs"
	}
	var b strings.Builder
	for _, d := range r.Downloads {
		b.WriteString(line(d.DownloadID, 16) + " " + line(string(d.State), 16))
		if d.State != protocol.DownloadBlocked {
			b.WriteString(" " + quote(d.Name, maxName) + " " + strconv.FormatInt(d.Bytes, 10))
			b.WriteString(when(d.Total > d.Bytes, " of "+strconv.FormatInt(d.Total, 10)))
			b.WriteString(" bytes from " + scan.Shorten(d.URL, maxHref))
		}
		b.WriteString(when(d.Path != "", " at "+line(d.Path, maxValue)))
		b.WriteString("\n")
	}
	data, err := base64.StdEncoding.DecodeString(r.Data)
	if err != nil || r.Data == "" && !r.EOF {
		return t.untrusted(b.String())
	}
	ours := strconv.Itoa(len(data)) + " bytes from " + strconv.FormatInt(r.Offset, 10) + " of " + strconv.FormatInt(r.Size, 10)
	if r.EOF {
		ours += ", the last; sha256 of the whole file " + line(r.SHA256, 64)
	}
	switch {
	case !utf8.Valid(data):
		ours += "; not text, so not shown: the list says where the file is, and bua download " + line(r.Downloads[0].DownloadID, 16) + " -o FILE writes it"
	case len(data) > maxPiece:
		ours += "; too long to show: read with a limit of " + strconv.Itoa(maxPiece)
	default:
		b.WriteString("---\n" + string(data))
	}
	return Join(ours, t.untrusted(b.String()))
}

// helped says how a help ended and what to do then.
func (t *Teller) helped(r protocol.HelpResult) string {
	said := "the person says that it is done; extract to see the page as they left it"
	switch r.Outcome {
	case protocol.OutcomeDone:
	case protocol.OutcomeDeclined:
		said = "the person says that they cannot or will not do it: do without, or ask them"
	case protocol.OutcomeTimedOut:
		said = "the person has not answered in time: tell them, and ask again when they are there"
	default:
		said = line(string(r.Outcome), maxName)
	}
	return Join(said, t.Effects(r.Effects))
}
