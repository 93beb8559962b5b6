package debugger

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zapvol/bua/core/internal/tabstate"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

const (
	// maxEntries is how many messages of the console are told.
	maxEntries = 50
	// maxEntry bounds one message, in bytes.
	maxEntry = 500
	// replayLimit is how long an event that the browser sent before its answer
	// may be on its way to here.
	replayLimit = 2 * time.Second
	// replayGrace is for those of which nothing says that they come.
	replayGrace = 30 * time.Millisecond
)

// replay has the browser tell what it keeps of one process: the execution
// contexts that there are, and the last messages of the console. hear runs
// with Debugger.mu held; last waits until enough was heard.
func (r *run) replay(session string, hear func(method string, params []byte), last func()) error {
	r.d.mu.Lock()
	r.t.runtimeEvents = func(from, method string, params []byte) {
		if from == session {
			hear(method, params)
		}
	}
	r.d.mu.Unlock()
	_, err := r.sendTo(session, "Runtime.enable", nil)
	if err == nil {
		last()
	}
	r.d.mu.Lock()
	r.t.runtimeEvents = nil
	if session == "" {
		r.t.Main.World, r.t.Main.Coming = 0, 0 // with what follows the browser forgets the engine's binding
	}
	r.d.mu.Unlock()
	r.d.start(r.ctx, Target{Tab: r.t.id, Session: session}, "Runtime.disable", nil)
	return err
}

// console lists the last messages, those of frames in other processes behind
// those of the page.
func console(r *run, a protocol.Console) (protocol.Result, error) {
	entries, err := messages(r, "", "", a.Level)
	if err != nil {
		return nil, err
	}
	r.eachChild(func(r *run, c *tabstate.Child) bool {
		if c.Local() {
			return true // that of its process has it all
		}
		more, err := messages(r, c.Session, tabstate.Origin(c.URL), a.Level)
		if err == nil {
			entries = append(entries, more...)
		}
		return true
	})
	if n := len(entries) - maxEntries; n > 0 {
		entries = entries[n:]
	}
	return protocol.ConsoleResult{Entries: entries}, nil
}

// drain waits until what the browser has told is here. In an extension events
// and answers go different ways, so an answer may overtake an event; a command
// that is sent behind the answer does not.
func drain(r *run, session string) {
	for range 2 {
		if _, err := r.sendTo(session, "Page.getFrameTree", nil); err != nil {
			break
		}
	}
	r.await(replayGrace, func() bool { return false })
}

// messages reads the console of one process. What a refused frame in it wrote
// is left out, and what a frame wrote that has had another document meanwhile:
// that may have been a refused one's.
func messages(r *run, session, frame string, level protocol.Level) ([]protocol.ConsoleEntry, error) {
	var out []protocol.ConsoleEntry
	var from []int            // the context of each
	homes := map[int]string{} // the frame of each context
	before := documents(r)
	err := r.replay(session, func(method string, params []byte) {
		if method == "Runtime.executionContextCreated" {
			c := scan.Members(scan.Path(params, "context"), "id", "auxData")
			homes[scan.Whole(c[0])] = scan.TextAt(c[1], "frameId")
			return
		}
		e, context := entry(method, params)
		if rank(e.Level) >= rank(level) {
			e.Frame = frame
			out, from = append(out, e), append(from, context)
		}
	}, func() { drain(r, session) })
	if err != nil {
		return nil, err
	}
	refused, after := r.refused(), documents(r)
	kept := out[:0]
	for i, e := range out {
		// A document that is gone has no context: nobody can say whose it was.
		home := homes[from[i]]
		if n := before[home]; n > 0 && n == after[home] && !slices.Contains(refused, home) {
			kept = append(kept, e)
		}
	}
	if n := len(kept) - maxEntries; n > 0 {
		kept = kept[n:]
	}
	return kept, nil
}

// documents is the number of the document that each frame holds.
func documents(r *run) map[string]int {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	list := map[string]int{}
	for _, f := range r.t.Frames.All() {
		list[f.ID] = f.Doc
	}
	return list
}

// rank is how grave a message is.
func rank(l protocol.Level) int {
	return slices.Index([]protocol.Level{protocol.LevelInfo, protocol.LevelWarning, protocol.LevelError}, l)
}

// entry reads a message or an exception, and the context that it is from.
func entry(method string, params []byte) (e protocol.ConsoleEntry, context int) {
	m := scan.Members(params, "type", "args", "executionContextId", "timestamp", "stackTrace", "exceptionDetails")
	e.Level, e.At = protocol.LevelInfo, milliseconds(m[3])
	at := scan.Members(scan.Nth(scan.Path(m[4], "callFrames"), 0), "url", "lineNumber")
	context = scan.Whole(m[2])
	if method == "Runtime.exceptionThrown" {
		d := scan.Members(m[5], "url", "lineNumber", "executionContextId")
		at, context = d, scan.Whole(d[2])
		e.Level, e.Text = protocol.LevelError, thrown(m[5])
	} else {
		var words []string
		for _, arg := range scan.Elements(m[1]) {
			v := scan.Members(arg, "value", "description")
			words = append(words, cmp.Or(scan.String(v[0]), string(v[0]), scan.String(v[1])))
		}
		e.Text = scan.Clip(strings.Join(words, " "), maxEntry)
		switch scan.String(m[0]) {
		case "error", "assert":
			e.Level = protocol.LevelError
		case "warning":
			e.Level = protocol.LevelWarning
		case "debug":
			e.Level = protocol.LevelDebug
		}
	}
	if url := scan.String(at[0]); url != "" {
		e.Source = scan.Clip(url, tabstate.MaxText) + ":" + strconv.Itoa(scan.Whole(at[1])+1)
	}
	return e, context
}

// milliseconds reads a time, without what is below a millisecond.
func milliseconds(v []byte) int64 {
	head, _, _ := strings.Cut(string(v), ".")
	n, _ := scan.Int(head)
	return n
}
