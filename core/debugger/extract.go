package debugger

import (
	"github.com/zapvol/bua/core/internal/uid"
	"github.com/zapvol/bua/core/obstacle"
	"github.com/zapvol/bua/core/protocol"
)

// whenParsed makes an expression wait for a document that is still being
// parsed, for so many milliseconds at most.
func whenParsed(most, expression string) string {
	return `(document.readyState==="loading"?new Promise(r=>{document.addEventListener("DOMContentLoaded",r,{once:true});setTimeout(r,` + most + `)}):Promise.resolve()).then(()=>` + expression + `)`
}

// maxNested is how deep closed shadow roots are followed into one another.
const maxNested = 4

// extract reads the page: one call of the engine, then the verdict on what may
// stand in the way.
func (r *run) extract(a protocol.Extract) (protocol.Result, error) {
	if r.waiting() != nil {
		return r.blocked(), nil
	}
	args, err := r.enter(with().num("base", r.base).num("cap", protocol.MaxElements))
	if err != nil {
		return nil, err
	}
	if a.Selector != "" {
		args = args.str("selector", a.Selector)
	}
	if a.Since != "" {
		args = args.str("since", a.Since)
	}
	if a.Query != "" {
		args = args.str("query", a.Query)
	}
	if r.kind == protocol.KindFind {
		args = args.flag("seek", true)
	}
	if a.After != "" {
		if err := uid.Check(a.After, r.base); err != nil {
			return nil, err
		}
		args = args.str("after", a.After)
	}
	if a.MaxTokens > 0 {
		args = args.num("maxTokens", a.MaxTokens)
	}
	expression := withHosts(whenParsed("3000", `__bua("extract",`+string(args.end())+`)`))
	out, err := r.call(expression)
	for range maxNested {
		if err != nil || whole(member(out, "hosts")) == 0 {
			break
		}
		found, e := r.adopt()
		if e != nil || !found {
			break // what can be read is better than nothing
		}
		out, err = r.call(expression)
	}
	if err != nil {
		return nil, err
	}
	m := members(out, "url", "next", "captchaFrame", "password", "peripheral", "dialog", "status", "challenge", "size", "announced")
	r.next = max(r.next, whole(m[1]))
	if err := r.clear(text(m[0])); err != nil {
		return nil, err
	}
	res, err := readExtract(out)
	if err != nil {
		return nil, err
	}
	if a.After == "" && r.kind != protocol.KindFind { // else a whole reading says it
		res.Obstacle = obstacle.Detect(obstacle.Input{
			URL: res.URL, Title: res.Title, Markdown: res.Markdown, Elements: res.Elements,
			CaptchaFrame: truth(m[2]), Password: truth(m[3]), Peripheral: list(m[4]), Dialog: list(m[5]),
			Status: whole(m[6]), Challenge: truth(m[7]), Size: whole(m[8]),
		})
	}
	if r.at != "" {
		for i := range res.Elements {
			res.Elements[i].Frame = origin(text(m[0]))
			r.remember(res.Elements[i].UID)
		}
		r.at = ""
	}
	if a.Selector == "" && a.FrameID == "" && a.After == "" && res.Changes == nil {
		r.extractChildren(&res, a)
	}
	res.RecentDialogs = r.news()
	if a.Frames {
		res.Frames, res.FramesTruncated = r.snapshot(false)
	}
	res.Effects = r.effects(protocol.Effects{Announced: text(m[9])}, res.Title)
	return res, nil
}

// find lists the elements that match, without the page's text.
func (r *run) find(a protocol.Find) (protocol.Result, error) {
	if o := r.waiting(); o != nil {
		return nil, dialogError(*o)
	}
	res, err := r.extract(protocol.Extract{Query: a.Query, InFrame: a.InFrame})
	if found, ok := res.(protocol.ExtractResult); ok {
		return protocol.FindResult{Elements: found.Elements, Omitted: found.Omitted}, nil
	}
	return nil, err
}

// news are the dialogs that the agent has not been told of.
func (r *run) news() []protocol.OpenDialog {
	r.d.mu.Lock()
	list := r.t.dialogs.News()
	r.d.mu.Unlock()
	return r.hushed(list)
}

// blocked is what an extract answers while a dialog blocks the page.
func (r *run) blocked() protocol.ExtractResult {
	r.d.mu.Lock()
	url, pending := r.t.url, r.t.dialogs.Pending()
	r.d.mu.Unlock()
	return protocol.ExtractResult{
		URL: url, PendingDialogs: r.hushed(pending), RecentDialogs: r.news(),
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
