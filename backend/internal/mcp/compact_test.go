package mcp

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/protocol"
)

// compact is the text of a result.
func compact(r protocol.Result) string { return teller().Result(r) }

// tokens counts as the figures do: bytes by four.
func tokens(s string) int { return (len(s) + 3) / 4 }

// table is a page of n rows with a button each.
func table(n int) protocol.ExtractResult {
	r := protocol.ExtractResult{URL: "http://127.0.0.1:41234/rows?n=200", Title: "Orders", Snapshot: "s1"}
	var m strings.Builder
	m.WriteString("# Orders\n\n| Order | Total |  |\n| --- | --- | --- |\n")
	for i := range n {
		fmt.Fprintf(&m, "| Order %d | %d.00 EUR | Open %d |\n", i, i*3, i)
		r.Elements = append(r.Elements, protocol.Element{UID: fmt.Sprint("e", i), Role: "button", Name: fmt.Sprint("Open ", i), Visible: i < 20})
	}
	r.Markdown = m.String()
	return r
}

// form is a page of eight fields.
func form() protocol.ExtractResult {
	r := protocol.ExtractResult{URL: "http://127.0.0.1:41234/form", Title: "Sign up", Snapshot: "s2"}
	m := []string{"# Sign up", ""}
	for i, name := range []string{"First name", "Last name", "Email", "Phone", "Street", "City", "Postcode", "Country"} {
		m = append(m, name, "")
		r.Elements = append(r.Elements, protocol.Element{UID: fmt.Sprint("e", i), Role: "textbox", Name: name, Visible: true})
	}
	r.Elements = append(r.Elements, protocol.Element{UID: "e8", Role: "button", Name: "Save", Visible: true})
	r.Markdown = strings.Join(append(m, "Save"), "\n")
	return r
}

func TestCompact_Tokens(t *testing.T) {
	for _, row := range []struct {
		name string
		r    protocol.ExtractResult
		most int
	}{
		{"a table of 200 rows with a button each", table(200), 3300},
		{"a form of 8 fields", form(), 100},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			text := compact(row.r)
			t.Logf("%d tokens", tokens(text))
			is.True(tokens(text) <= row.most)
			for _, e := range row.r.Elements {
				is.True(strings.Contains(text, "\n"+e.UID+" "+e.Role+` "`+e.Name+`"`)) // every element is there, on its line
			}
		})
	}
}

var nonces = regexp.MustCompile(`untrusted [0-9a-f]{6}>`)

// TestCompact compares the text of every kind of result with testdata/*.txt;
// BUA_GOLDEN=1 writes them anew, for someone to read the difference.
func TestCompact(t *testing.T) {
	effects := &protocol.Effects{
		Navigated: &protocol.Navigated{URL: "https://example.com/done", Title: "Thank you"},
		Dialog:    &protocol.OpenDialog{ID: "d1", Type: "confirm", Message: "Really\nsend?"},
		Tabs:      []protocol.Tab{{TabID: 9, URL: "https://example.com/pop", Title: "Popup", Domain: "example.com"}},
		Downloads: []string{"bill.pdf"}, External: "mailto:ann@example.com", Invalid: "e4: Please fill out this field.", Announced: "Saved as \"Draft 1\"", Held: `"15"`, Keys: "text", State: "e3 checked", Focus: "e4", DOM: true, Scrolled: "640 px, the end", Unsettled: "still loading",
	}
	for name, r := range map[string]protocol.Result{
		"ok":      protocol.OK{OK: true},
		"effects": protocol.OK{OK: true, Effects: effects},
		"form":    form(),
		"states": protocol.ExtractResult{URL: "https://example.com/", Title: `A "quoted" title`, Markdown: "Some text.\n\n[Docs](https://example.com/docs)", Omitted: 3, Truncated: "markdown cut at 30720 bytes; use query",
			Elements: []protocol.Element{
				{UID: "e1", Role: "checkbox", Name: "Terms", State: []string{"checked", "required"}},
				{UID: "e2", Role: "textbox", Name: "City", Value: "Köln \"Süd\""},
				{UID: "e3", Role: "link", Name: "Docs", Href: "https://example.com/docs"},
				{UID: "e4", Role: "link", Name: "Help", Href: "https://example.com/help", Frame: "f1"},
				{UID: "e5", Role: "treeitem", Name: "Deep", Level: 3},
				{UID: "e6", Role: "button"},
				{UID: "e7", Role: "textbox", Name: "Password", Filled: "12 characters", State: []string{"required"}},
			}},
		"changes": protocol.ExtractResult{URL: "https://example.com/", Title: "T", Snapshot: "s3",
			Changes:  &protocol.Changes{Added: []string{"e9"}, Changed: []string{"e2"}, Removed: []string{"e4", "e5"}},
			Elements: []protocol.Element{{UID: "e9", Role: "button", Name: "Undo"}, {UID: "e2", Role: "textbox", Name: "City", Value: "Rome"}}},
		"obstacle": protocol.ExtractResult{URL: "https://example.com/login", Title: "Log in", Markdown: "Log in to go on.",
			Obstacle: &protocol.Obstacle{Type: protocol.ObstacleAuthWall, Confidence: protocol.ConfidenceHigh, Message: "The page asks for a login."}},
		"value":   protocol.EvaluateResult{Type: "object", Value: []byte(`{"a":[1,2]}`)},
		"node":    protocol.EvaluateResult{Type: "object", Description: "HTMLDivElement"},
		"preview": protocol.EvaluateResult{Type: "string", Truncated: true, Preview: `"aaaa…[truncated 9000 chars]`},
		"nothing": protocol.EvaluateResult{Type: "undefined"},
		"tabs":    protocol.TabsResult{{TabID: 4, URL: "https://example.com/", Title: "Example", Domain: "example.com"}},
		"no_tabs": protocol.TabsResult{},
		"dialogs": protocol.DialogResult{Policy: protocol.PolicyRespond, Pending: []protocol.OpenDialog{{ID: "d-2", Type: "prompt", Message: "Name?", DefaultPrompt: "Ann"}},
			Recent: []protocol.OpenDialog{{ID: "d-1", Type: "alert", Message: "Hello", ClosedBy: protocol.ClosedByAgent}}},
		"no_dialogs":    protocol.DialogResult{Policy: protocol.PolicyAccept},
		"frames":        protocol.FramesResult{Frames: []protocol.FrameInfo{{FrameID: "F1", URL: "https://example.com/"}, {FrameID: "F2", Parent: "F1", URL: "about:srcdoc"}, {FrameID: "F3", Parent: "F1", Blocked: true}}},
		"console":       protocol.ConsoleResult{Entries: []protocol.ConsoleEntry{{Level: protocol.LevelWarning, Text: "careful", Source: "https://example.com/a.js:3"}, {Level: protocol.LevelError, Text: "bad", Frame: "https://ads.test"}}},
		"quiet":         protocol.ConsoleResult{},
		"fields":        protocol.FieldsResult{Fields: []protocol.FieldState{{Name: "Name", Value: "Ann"}, {Name: "City", Error: "The field is disabled; do first what enables it."}}},
		"fields_differ": protocol.FieldsResult{Fields: []protocol.FieldState{{Name: "Password", Filled: "12 characters"}, {Name: "Code", Filled: "3 characters", Differs: true}, {Name: "Phone", Value: "12-34", Differs: true}}},
		"found":         protocol.FindResult{Elements: []protocol.Element{{UID: "e1", Role: "button", Name: "Go"}}, Omitted: 2},
		"nothing_found": protocol.FindResult{},
		"downloads": protocol.DownloadsResult{Downloads: []protocol.DownloadInfo{
			{DownloadID: "f-1", State: protocol.DownloadDone, Name: "a.txt", URL: "https://a.test/a", Bytes: 5, Total: 5, Path: "/d/a.txt"},
			{DownloadID: "f-2", State: protocol.DownloadRunning, Name: "b.zip", URL: "https://a.test/b", Bytes: 5, Total: 50},
			{DownloadID: "f-3", State: protocol.DownloadBlocked},
		}},
		"file": protocol.DownloadsResult{Downloads: []protocol.DownloadInfo{{DownloadID: "f-1", State: protocol.DownloadDone, Name: "a.txt", URL: "https://a.test/a", Bytes: 5}},
			Data: "aGVsbG8=", Size: 5, EOF: true, SHA256: "00ff"},
		"binary": protocol.DownloadsResult{Downloads: []protocol.DownloadInfo{{DownloadID: "f-1", State: protocol.DownloadDone, Name: "a.jpg", URL: "https://a.test/a", Bytes: 3}},
			Data: "/9j/", Size: 3, EOF: true, SHA256: "00ff"},
		"no_downloads":  protocol.DownloadsResult{},
		"uploaded":      protocol.UploadResult{Files: []protocol.UploadedFile{{Name: "a.txt", Size: 5, SHA256: "00ff"}}},
		"open_tab":      protocol.OpenTabResult{TabID: 12, WindowID: 3, Domain: "example.com"},
		"help_done":     protocol.HelpResult{OK: true, Outcome: protocol.OutcomeDone, Effects: &protocol.Effects{Navigated: &protocol.Navigated{URL: "https://a.test/in", Title: "In"}}},
		"help_declined": protocol.HelpResult{OK: true, Outcome: protocol.OutcomeDeclined},
		"help_late":     protocol.HelpResult{OK: true, Outcome: protocol.OutcomeTimedOut},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			got := nonces.ReplaceAllString(compact(r), "untrusted NONCE>") + "\n"
			file := filepath.Join("testdata", name+".txt")
			if os.Getenv("BUA_GOLDEN") != "" {
				is.NoErr(os.WriteFile(file, []byte(got), 0o644))
			}
			want, err := os.ReadFile(file)
			is.NoErr(err)
			is.Equal(got, string(want))
		})
	}
}
