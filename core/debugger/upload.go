package debugger

import (
	"strings"
	"time"

	"github.com/zapvol/bua/core/protocol"
)

// chooserWait is how long a page may take to open a file chooser.
const chooserWait = 2 * time.Second

// upload hands a part of a file to the engine, and with the last one all of
// them to the field. A page's own button is pressed, and the chooser that it
// opens is kept from the person.
func (r *run) upload(a protocol.UploadFile) (protocol.Result, error) {
	if a.Text != "" && a.Data != "" {
		return nil, protocol.NewError(protocol.CodeInvalidAction, "action has both text and data; give one of them")
	}
	if strings.ContainsAny(a.Name, "/\\\x00") {
		return nil, protocol.NewError(protocol.CodeInvalidAction, "action.name must be a name without a folder")
	}
	part, err := r.target(with(), a.Target)
	if err != nil {
		return nil, err
	}
	give := string(part.end())
	part = part.str("name", a.Name).str("mime", a.MIME).flag("append", a.Append)
	if a.Data != "" {
		part = part.str("data", a.Data)
	} else {
		part = part.str("text", a.Text)
	}
	if err := r.allowed(); err != nil {
		return nil, err
	}
	out, err := r.reach(a.Target, `__bua("stage",`+string(part.end())+`)`)
	if err != nil || a.More {
		return files(out), err
	}
	r.acted = true
	out, err = r.call(`(async()=>{await __bua("watch",{});return __bua("give",` + give + `)})()`)
	if err == nil && truth(member(out, "press")) {
		out, err = r.choose(a.Target)
	}
	if err != nil {
		return nil, err
	}
	res := files(out)
	res.Effects = r.aftermath(r.settled)
	if r.ctx.Err() != nil && !r.lostTo(causeDialog) {
		return nil, r.ctx.Err()
	}
	return res, nil
}

// choose presses what opens a file chooser and fills the field behind it.
func (r *run) choose(at protocol.Target) ([]byte, error) {
	home := r.at
	to := Target{Tab: r.t.id, Session: r.route(home)}
	if _, err := r.sendTo(home, "Page.setInterceptFileChooserDialog", with().flag("enabled", true).end()); err != nil {
		return nil, err
	}
	defer func() {
		r.d.start(r.ctx, to, "Page.setInterceptFileChooserDialog", with().flag("enabled", false).end())
	}()
	if _, err := r.in(home).pointer("click", at); err != nil { // which goes where the element is
		return nil, err
	}
	r.await(chooserWait, func() bool { return r.chooser != 0 })
	r.d.mu.Lock()
	node := r.chooser
	r.d.mu.Unlock()
	world, _, err := r.world()
	if err != nil {
		return nil, err
	}
	if node != 0 {
		out, err := r.sendTo(r.at, "DOM.resolveNode", with().num("backendNodeId", node).num("executionContextId", world).end())
		if err != nil {
			return nil, err
		}
		if _, err := r.sendTo(r.at, "Runtime.callFunctionOn", with().str("objectId", text(member(out, "object", "objectId"))).
			str("functionDeclaration", "function(){__bua.chosen(this)}").end()); err != nil {
			return nil, err
		}
	}
	return r.call(`__bua("give",{"opened":true})`)
}

// files reads what the engine says of them.
func files(out []byte) protocol.UploadResult {
	res := protocol.UploadResult{Files: []protocol.UploadedFile{}}
	all := member(out, "files")
	for n := 0; ; n++ {
		f := element(all, n)
		if f == nil {
			return res
		}
		m := members(f, "name", "size", "sha256")
		res.Files = append(res.Files, protocol.UploadedFile{Name: text(m[0]), Size: whole(m[1]), SHA256: text(m[2])})
	}
}
