package tell

import (
	"slices"
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// reading renders an extract: what bua says about it, then between markers
// the address, the markdown and one line for each element.
func (t *Teller) reading(r protocol.ExtractResult) string {
	var page strings.Builder
	if r.URL != "" || r.Title != "" {
		page.WriteString(strings.TrimSpace(scan.Shorten(r.URL, 2*maxHref)+" "+quote(r.Title, maxName)) + "\n")
	}
	if m := strings.TrimSpace(unlisted(r.Markdown, lined(r))); m != "" {
		page.WriteString(m + "\n")
	}
	page.WriteString(when(page.Len() > 0 && len(lined(r)) > 0, "---\n"))
	elements(&page, r)
	dialogs(&page, r.PendingDialogs)
	dialogs(&page, r.RecentDialogs)
	frames(&page, r.Frames)
	tools(&page, r.Tools)
	return Join(notes(r), t.untrusted(page.String()), t.Effects(r.Effects))
}

// Changed renders what an act has changed in the page, and a reading of the page where
// there is nothing to compare. It says no more than that: nobody has asked for it.
func (t *Teller) Changed(r protocol.ExtractResult) string {
	if r.Changes == nil {
		r.Snapshot = "" // since "last" compares with it
		return t.Result(r)
	}
	var page strings.Builder
	if m := strings.TrimSpace(unlisted(r.Markdown, lined(r))); m != "" {
		page.WriteString(m + "\n")
	}
	elements(&page, r)
	dialogs(&page, r.PendingDialogs)
	dialogs(&page, r.RecentDialogs)
	rest := ""
	switch {
	case strings.Contains(r.Truncated, moreChanged):
		rest = "more has changed: extract for the rest"
	case strings.Contains(r.Truncated, besideChanged):
		rest = "something has changed in navigation, a footer or an overlay"
	case page.Len() == 0:
		rest = "no text and no element changed"
	}
	if page.Len() == 0 {
		return Join(notes(protocol.ExtractResult{Obstacle: r.Obstacle}), rest, t.Effects(r.Effects))
	}
	return Join(Warning(t.Suspicions(r)), notes(protocol.ExtractResult{Obstacle: r.Obstacle}), rest, t.untrusted(page.String()), t.Effects(r.Effects))
}

// What the page engine says of changes that it does not list; page/reading/extract.ts has the
// same words.
const (
	moreChanged   = "more has changed"
	besideChanged = "what changed stands in navigation"
)

// notes is what bua itself has to say about a reading.
func notes(r protocol.ExtractResult) string {
	var b strings.Builder
	if o := r.Obstacle; o != nil {
		b.WriteString("obstacle " + string(o.Type) + ", confidence " + string(o.Confidence) + ": " + line(clean(o.Message), maxValue))
		if o.Confidence == protocol.ConfidenceHigh && o.Type != protocol.ObstacleAuthWall { // whose message says it
			b.WriteString(" Stop this plan and tell the person.")
		}
		b.WriteString("\n")
	}
	if r.Snapshot != "" {
		b.WriteString("snapshot " + line(clean(r.Snapshot), 32))
		b.WriteString(when(r.Changes != nil, ", only what changed"))
		b.WriteString("\n")
	}
	b.WriteString(when(r.Omitted > 0, strconv.Itoa(r.Omitted)+" elements left out; narrow with query or selector\n"))
	b.WriteString(when(r.FramesTruncated, "not all frames are listed; the action frames has them\n"))
	if r.Truncated != "" {
		if !strings.HasPrefix(r.Truncated, "nothing ") {
			b.WriteString("truncated: ")
		}
		b.WriteString(line(clean(r.Truncated), 2*maxValue) + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

// elements writes one line for each element of which the markdown does not say all, and
// what went away since.
func elements(b *strings.Builder, r protocol.ExtractResult) {
	placed := references(r.Markdown)
	for _, e := range lined(r) {
		if c := r.Changes; c != nil {
			switch {
			case slices.Contains(c.Added, e.UID):
				b.WriteString("+ ")
			case slices.Contains(c.Changed, e.UID):
				b.WriteString("~ ")
				delete(placed, e.UID) // what it is called now may be what has changed
			}
		}
		if placed[e.UID] {
			e.Name = ""
		}
		b.WriteString(element(e, r) + "\n")
	}
	if c := r.Changes; c != nil && len(c.Removed) > 0 {
		b.WriteString("- " + runs(c.Removed) + "\n")
	}
}

// within is where a link of a page leads, as the Markdown writes it: without the page's own
// site, and "" where it leads nowhere else.
func within(href, page string) string {
	at, _, _ := strings.Cut(page, "#")
	if to, fragment, is := strings.Cut(href, "#"); is && fragment == "" && to == at {
		return ""
	}
	scheme, rest, _ := strings.Cut(page, "://")
	host, _, _ := strings.Cut(rest, "/")
	if path, is := strings.CutPrefix(href, scheme+"://"+host+"/"); is && host != "" {
		return "/" + path
	}
	return href
}

// linked reports whether the Markdown has a link to an address.
func linked(markdown, to string) bool {
	return strings.Contains(markdown, "]("+to+")") || strings.Contains(markdown, "]("+to+" ")
}

// runs lists uids, with those that follow one another as one: e4 e6-e9.
func runs(uids []string) string {
	var b strings.Builder
	for i := 0; i < len(uids); {
		n := 1
		first, ok := scan.Small(strings.TrimPrefix(uids[i], "e"))
		for ok && i+n < len(uids) && uids[i+n] == "e"+strconv.Itoa(first+n) {
			n++
		}
		if n > 2 {
			b.WriteString(" " + uids[i] + "-" + uids[i+n-1])
		} else {
			b.WriteString(" " + strings.Join(uids[i:i+n], " "))
		}
		i += n
	}
	return strings.TrimPrefix(b.String(), " ")
}

// element renders e3 button "Save", without the name where the markdown has it, and, where
// there is something to say, the value, the states, the level, the frame and where a link
// leads.
func element(e protocol.Element, page protocol.ExtractResult) string {
	var b strings.Builder
	b.WriteString(e.UID + " " + e.Role)
	if e.Name != "" {
		b.WriteString(" " + quote(e.Name, maxName))
	}
	if e.Value != "" {
		b.WriteString(" = " + exact(e.Value))
	}
	if e.Length > 0 {
		b.WriteString(" of " + strconv.Itoa(e.Length) + " characters: extract with selector " + e.UID)
	}
	b.WriteString(holding(e.Filled))
	for _, s := range e.State {
		b.WriteString(" " + s)
	}
	if len(e.Options) > 0 {
		b.WriteString(" options: " + options(e.Options))
	}
	switch {
	case e.OptionCount > 0 && len(e.Options) > 0:
		b.WriteString(" of " + strconv.Itoa(e.OptionCount))
	case e.OptionCount > 0:
		b.WriteString(" " + strconv.Itoa(e.OptionCount) + " options: find their words")
	}
	if e.Hover != "" {
		b.WriteString(" hover for: " + line(e.Hover, maxName))
	}
	if e.Level > 0 {
		b.WriteString(" level " + strconv.Itoa(e.Level))
	}
	if e.Frame != "" {
		b.WriteString(" in " + line(e.Frame, maxName))
	}
	// The markdown mostly has the link already.
	if to := within(e.Href, page.URL); to != "" && !linked(page.Markdown, to) && !linked(page.Markdown, e.Href) {
		b.WriteString(" -> " + scan.Shorten(to, maxHref))
	}
	return b.String()
}

// lined are the elements that need a line of their own: those that do not stand with
// their uid in the markdown, as [Edit e7], that hold something, or that have changed.
func lined(r protocol.ExtractResult) []protocol.Element {
	placed := references(r.Markdown)
	out := make([]protocol.Element, 0, len(r.Elements))
	for _, e := range r.Elements {
		more := e.Value != "" || e.Filled != "" || len(e.State) > 0 || len(e.Options) > 0 || e.OptionCount > 0 || e.Level > 0
		if !placed[e.UID] || more || r.Changes != nil && slices.Contains(r.Changes.Changed, e.UID) {
			out = append(out, e)
		}
	}
	return out
}

// references are the uids that stand in a markdown. The engine lets no page write one.
func references(markdown string) map[string]bool {
	out := map[string]bool{}
	for piece := range strings.SplitSeq(markdown, "]") {
		if i := strings.LastIndexAny(piece, " ["); i >= 0 {
			out[piece[i+1:]] = true
		}
	}
	return out
}

// options are what a list offers, with their indentation; an empty one is named so.
func options(list []string) string {
	out := make([]string, len(list))
	for i, o := range list {
		said := strings.TrimLeft(o, " ")
		out[i] = o[:len(o)-len(said)] + line(said, maxOptions)
		if said == "" {
			out[i] = "(empty)"
		}
	}
	return scan.Shorten(strings.Join(out, " | "), maxOptions)
}

// holding says how much a secret field holds, "" where that is not told.
func holding(much string) string {
	if much == "" {
		return ""
	}
	return " (filled, " + line(clean(much), maxName) + ")"
}

// unlisted drops from the markdown the lines that say no more than the name of
// an element which is listed below: the labels of a form, a button's text.
func unlisted(markdown string, list []protocol.Element) string {
	names := make(map[string]bool, len(list))
	for _, e := range list {
		names[line(e.Name, maxName)] = e.Name != ""
	}
	kept := make([]string, 0, 64)
	for l := range strings.SplitSeq(markdown, "\n") {
		if names[line(l, maxName)] {
			continue
		}
		blank := strings.TrimSpace(l) == ""
		if blank && (len(kept) == 0 || strings.TrimSpace(kept[len(kept)-1]) == "") {
			continue
		}
		kept = append(kept, strings.TrimRight(l, " \t"))
	}
	return strings.Join(kept, "\n")
}
