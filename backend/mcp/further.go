package mcp

import (
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/protocol"
)

// dialogs writes one line for each dialog: whether it waits, or who closed it.
func dialogs(b *strings.Builder, list []protocol.OpenDialog) {
	for _, d := range list {
		state := "waits"
		if d.ClosedBy != "" {
			state = "closed by " + line(string(d.ClosedBy), maxName)
		}
		b.WriteString("dialog " + d.ID + " " + line(d.Type, maxName) + " " + quote(d.Message, maxValue))
		if d.DefaultPrompt != "" {
			b.WriteString(" default " + quote(d.DefaultPrompt, maxValue))
		}
		b.WriteString(", " + state + "\n")
	}
}

// frames writes one line for each frame.
func frames(b *strings.Builder, list []protocol.FrameInfo) {
	for _, f := range list {
		b.WriteString("frame " + line(f.FrameID, 64))
		if f.Parent != "" {
			b.WriteString(" in " + line(f.Parent, 64))
		}
		if f.Blocked {
			b.WriteString(" on the blocklist")
		} else {
			b.WriteString(" " + clip(f.URL, 2*maxHref))
		}
		b.WriteString("\n")
	}
}

func console(r protocol.ConsoleResult) string {
	if len(r.Entries) == 0 {
		return "the console is empty"
	}
	var b strings.Builder
	for _, e := range r.Entries {
		b.WriteString(line(string(e.Level), maxName) + " " + quote(e.Text, 2*maxValue))
		if e.Source != "" {
			b.WriteString(" " + clip(e.Source, maxHref))
		}
		if e.Frame != "" {
			b.WriteString(" in " + line(e.Frame, maxName))
		}
		b.WriteString("\n")
	}
	return untrusted(b.String())
}

// fields says what each field holds now, and what could not be filled.
func fields(r protocol.FieldsResult) string {
	var page strings.Builder
	ours := "ok"
	for _, f := range r.Fields {
		if f.Error != "" {
			ours = "not all fields were filled: see the last one"
		}
		page.WriteString(quote(f.Name, maxName) + " = " + quote(f.Value, maxValue))
		if f.Error != "" {
			page.WriteString(" FAILED: " + line(clean(f.Error), maxValue))
		}
		page.WriteString("\n")
	}
	return join(ours, untrusted(page.String()), effects(r.Effects))
}

func dialogResult(r protocol.DialogResult) string {
	var b strings.Builder
	dialogs(&b, r.Pending)
	dialogs(&b, r.Recent)
	ours := "policy " + string(r.Policy)
	if b.Len() == 0 {
		return join(ours+", no dialogs", effects(r.Effects))
	}
	return join(ours, untrusted(b.String()), effects(r.Effects))
}

func found(r protocol.FindResult) string {
	if len(r.Elements) == 0 {
		return "nothing matches; use other words, or extract"
	}
	var b strings.Builder
	elements(&b, protocol.ExtractResult{Elements: r.Elements})
	return join(notes(protocol.ExtractResult{Omitted: r.Omitted}), untrusted(b.String()))
}

func uploaded(r protocol.UploadResult) string {
	var b strings.Builder
	for _, f := range r.Files {
		b.WriteString(quote(f.Name, maxName) + " " + strconv.Itoa(f.Size) + " bytes")
		if f.SHA256 != "" {
			b.WriteString(" sha256 " + line(f.SHA256, 64))
		}
		b.WriteString("\n")
	}
	return join("ok", untrusted(b.String()), effects(r.Effects))
}
