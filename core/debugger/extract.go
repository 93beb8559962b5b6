package debugger

import (
	"time"

	"github.com/zapvol/bua/core/internal/engine"
	"github.com/zapvol/bua/core/internal/tabstate"
	"github.com/zapvol/bua/core/internal/uid"
	"github.com/zapvol/bua/core/obstacle"
	"github.com/zapvol/bua/core/protocol"
)

// parsedLimit is how long a document may take to be parsed.
const parsedLimit = 3 * time.Second

// maxNested is how deep closed shadow roots are followed into one another.
const maxNested = 4

// extract reads the page: one call of the engine, then the verdict on what may
// stand in the way.
func extract(r *run, a protocol.Extract) (protocol.Result, error) {
	if r.waiting() != nil {
		return r.blocked(), nil
	}
	home, within, err := r.enter()
	if err == nil && a.After != "" && a.After[0] != 'l' && a.After[0] != 'p' { // a line of the markdown or a page is the engine's to know
		err = uid.Check(a.After, r.base)
	}
	if err != nil {
		return nil, err
	}
	read := &engine.Extract{
		Base: r.base, Cap: protocol.MaxElements, Selector: a.Selector, Since: a.Since, Query: a.Query, Seek: r.Kind == protocol.KindFind, After: a.After,
		MaxTokens: max(a.MaxTokens, 0), Within: within, Parsed: int(parsedLimit.Milliseconds()), Hosts: true,
	}
	expression := engine.Do(read)
	out, err := home.call(expression)
	if err == nil && read.Answer(out).PDF == 1 {
		var world int
		if world, _, err = home.world(); err == nil {
			r.d.bringScript(Target{Tab: r.t.id, Session: r.route(home.at)}, world, engine.InstallPDF(r.d.pdf()))
			out, err = home.call(expression)
		}
	}
	for range maxNested {
		if err != nil || read.Answer(out).Hosts == 0 {
			break
		}
		if !home.adopt() {
			break
		}
		out, err = home.call(expression)
	}
	if err != nil {
		return nil, err
	}
	told := read.Answer(out)
	r.next = max(r.next, told.Next)
	if err := home.clear(told.URL); err != nil {
		return nil, err
	}
	res, err := readExtract(out)
	if err != nil {
		return nil, err
	}
	if a.After == "" && r.Kind != protocol.KindFind { // else a whole reading says it
		res.Obstacle = obstacle.Detect(obstacle.Input{
			URL: res.URL, Title: res.Title, Markdown: res.Markdown, Elements: res.Elements,
			CaptchaFrame: told.CaptchaFrame, Password: told.Password, Passwords: told.Passwords, Peripheral: told.Peripheral, Dialog: told.Dialog,
			Status: told.Status, Challenge: told.Challenge, Size: told.Size,
		})
	}
	for i := range res.Tools {
		res.Tools[i].FrameID = a.FrameID
	}
	if home.at != "" {
		for i := range res.Elements {
			res.Elements[i].Frame = tabstate.Origin(told.URL)
			home.remember(res.Elements[i].UID)
		}
	}
	// Around a PDF is its viewer's frame: who looks for a control of it finds it.
	if a.Selector == "" && a.FrameID == "" && a.After == "" && res.Changes == nil && (told.PDF == 0 || r.Kind == protocol.KindFind) {
		r.extractChildren(&res, a)
	}
	if a.Query != "" && a.After == "" && r.Kind != protocol.KindFind {
		unmatched(&res)
	}
	res.RecentDialogs = r.news()
	if a.Frames {
		res.Frames, res.FramesTruncated = r.snapshot(false)
	}
	res.Effects = r.effects(protocol.Effects{Announced: told.Announced, Unsettled: told.Unsettled}, res.Title)
	return res, nil
}

// unmatched says that a reading has nothing of what was asked for, and how far was looked.
func unmatched(res *protocol.ExtractResult) {
	if res.Changes != nil || len(res.Elements) > 0 || res.Markdown != "" {
		return
	}
	said := "nothing matches the query"
	if res.Text != "" {
		said = "nothing matches the query but in navigation, a footer or an overlay: use find, or a selector"
	}
	if res.Truncated == "" {
		res.Truncated = said + "; the whole page was looked through"
		return
	}
	res.Truncated = said + "; " + res.Truncated
}

// find lists the elements that match, without the page's text.
func (r *run) find(a protocol.Find) (protocol.Result, error) {
	if o := r.waiting(); o != nil {
		return nil, r.dialogError(*o)
	}
	res, err := extract(r, protocol.Extract{Query: a.Query, InFrame: a.InFrame})
	if found, ok := res.(protocol.ExtractResult); ok {
		return protocol.FindResult{Elements: found.Elements, Omitted: found.Omitted, Truncated: found.Truncated}, nil
	}
	return nil, err
}

// news are the dialogs that the agent has not been told of.
func (r *run) news() []protocol.OpenDialog {
	r.d.mu.Lock()
	list := r.t.Dialogs.Unreported()
	r.d.mu.Unlock()
	return r.redacted(list)
}

// blocked is what an extract answers while a dialog blocks the page.
func (r *run) blocked() protocol.ExtractResult {
	r.d.mu.Lock()
	url, pending := r.t.URL, r.t.Dialogs.Pending()
	r.d.mu.Unlock()
	return protocol.ExtractResult{
		URL: url, PendingDialogs: r.redacted(pending), RecentDialogs: r.news(),
		Truncated: "a dialog blocks the page, so nothing of it can be read: answer it with the action dialog, then extract again",
	}
}

// readExtract reads an engine's answer to extract.
func readExtract(out []byte) (protocol.ExtractResult, error) {
	decoded, err := protocol.DecodeResult(protocol.KindExtract, wellFormed(out))
	if res, ok := decoded.(protocol.ExtractResult); ok && err == nil {
		return res, nil
	}
	return protocol.ExtractResult{}, errAnswer()
}
