package debugger

import (
	"strings"
	"time"

	"github.com/zapvol/bua/core/internal/engine"
	"github.com/zapvol/bua/core/protocol"
)

// chooserWait is how long a page may take to open a file chooser.
const chooserWait = 2 * time.Second

// upload hands a part of a file to the engine, and with the last one all of
// them to the field. A page's own button is pressed, and the chooser that it
// opens is kept from the person.
func upload(r *run, a protocol.UploadFile) (protocol.Result, error) {
	if a.Text != "" && a.Data != "" {
		return nil, protocol.NewError(protocol.CodeInvalidAction, "action has both text and data; give one of them")
	}
	if strings.ContainsAny(a.Name, "/\\\x00") {
		return nil, protocol.NewError(protocol.CodeInvalidAction, "action.name must be a name without a folder")
	}
	target, err := r.target(a.Target)
	if err != nil {
		return nil, err
	}
	if err := r.allowed(); err != nil {
		return nil, err
	}
	stage := &engine.Stage{Target: target, Name: a.Name, MIME: a.MIME, Append: a.Append, Data: a.Data, Text: a.Text}
	r, out, err := r.reach(a.Target, engine.Do(stage))
	if err != nil || a.More {
		return uploaded(stage.Answer(out)), err
	}
	r.acted = true
	give := &engine.Give{Target: target}
	out, err = r.call(engine.Each(&engine.Watch{}, give))
	given := give.Answer(out)
	if err == nil && given.Press {
		given, err = choose(r, a.Target)
	}
	if err != nil {
		return nil, err
	}
	res := uploaded(given)
	res.Effects = r.settleEffects(r.settled)
	if r.ctx.Err() != nil && !r.lostTo(causeDialog) {
		return nil, r.ctx.Err()
	}
	return res, nil
}

// choose presses what opens a file chooser and fills the field behind it.
func choose(r *run, at protocol.Target) (given engine.Files, err error) {
	if err := r.click(at); err != nil {
		return given, err
	}
	r.await(chooserWait, func() bool { return r.Chooser != 0 })
	r.d.mu.Lock()
	node := r.Chooser
	r.d.mu.Unlock()
	if node != 0 {
		field, err := r.node(node)
		if err == nil {
			_, err = r.on(r.at, field, engine.CallChosen)
		}
		if err != nil {
			return given, err
		}
	}
	give := &engine.Give{Opened: true}
	out, err := r.call(engine.Do(give))
	return give.Answer(out), err
}

// uploaded is what the engine says of files, for the agent.
func uploaded(f engine.Files) protocol.UploadResult {
	res := protocol.UploadResult{Files: []protocol.UploadedFile{}}
	for _, one := range f.Files {
		res.Files = append(res.Files, protocol.UploadedFile(one))
	}
	return res
}
