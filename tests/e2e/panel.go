package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/panel"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/cdp"
)

// origin is the extension's.
const origin = "chrome-extension://ipbjjblpngibdjpdbmhncgfolgnjeonk/"

// Panel is a panel's port, which leads to wherever the runs live. It is spoken from the
// panel's own page, since no other may.
type Panel struct {
	conn    *cdp.Conn
	session string
}

// speaker is the page's end: ask resolves with what is answered, next with what a watched
// run has told since. A port that ended answers all that waits with closed.
const speaker = `globalThis.far ??= {
	last: 0, waits: new Map(),
	say(frame, each) {
		if (!this.port) {
			const port = this.port = chrome.runtime.connect({name: "panel"});
			port.onMessage.addListener(m => { port.postMessage({ack: m.n}); this.waits.get(m.id)?.(m) });
			port.onDisconnect.addListener(() => {
				this.port = undefined;
				const all = [...this.waits.values()];
				this.waits.clear();
				for (const w of all) w({error: {code: "closed", message: ""}});
			});
		}
		const id = ++this.last;
		this.waits.set(id, each);
		this.port.postMessage({id, ...frame});
	},
	ask(call, args) {
		return new Promise(f => this.say({call, args}, f));
	},
	watched: {},
	watch(run, behind) {
		const w = this.watched[run] = {told: [], over: false};
		this.say({call: "watch", args: {run, behind}}, m => {
			w.told.push(...m.told ?? []);
			w.over ||= !m.told;
			w.woken?.();
		});
	},
	async next(run) {
		const w = this.watched[run];
		if (!w.told.length && !w.over) await new Promise(f => { w.woken = f });
		return {told: w.told.splice(0), over: w.over};
	},
}`

// OpenPanel opens the panel's page in a tab.
func OpenPanel(tb testing.TB, conn *cdp.Conn) *Panel {
	tb.Helper()
	ctx, cancel := context.WithTimeout(tb.Context(), 30*time.Second)
	defer cancel()
	session, _, err := conn.NewPage(ctx, "about:blank")
	p := &Panel{conn, session}
	for there := false; err == nil && !there; { // while the extension is being installed its pages are blocked
		if err = conn.Send(ctx, session, "Page.navigate", map[string]any{"url": origin + "sidepanel/index.html"}, nil); err == nil {
			err = p.eval(ctx, `new Promise(f => document.readyState === "complete" ? f() : addEventListener("load", f)).then(() => !!globalThis.chrome?.runtime?.connect)`, &there)
		}
	}
	if err == nil {
		err = p.eval(ctx, "("+speaker+") && 0", nil)
	}
	if err != nil {
		tb.Fatal("the panel's page: ", err)
	}
	return p
}

// eval evaluates in the page, also while its document is being put in its place.
func (p *Panel) eval(ctx context.Context, expression string, out any) error {
	for {
		if err := p.conn.Eval(ctx, p.session, expression, out); err == nil || !cdp.Leaving(err) {
			return err
		}
	}
}

// Ask asks one thing.
func (p *Panel) Ask(ctx context.Context, call string, args, out any) error {
	data, err := json.Marshal(args)
	if err != nil {
		return err
	}
	var said struct {
		OK    json.RawMessage
		Error *struct{ Code, Message string }
	}
	if err := p.eval(ctx, fmt.Sprintf("far.ask(%q, %s)", call, data), &said); err != nil {
		return err
	}
	if said.Error != nil {
		return fmt.Errorf("%s: %s %s", call, said.Error.Code, said.Error.Message)
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(said.OK, out)
}

// Choose has the person choose a model of a server that speaks as OpenAI's does, by what the
// worker stores then.
func (p *Panel) Choose(tb testing.TB, provider, model, base string) {
	tb.Helper()
	type all = map[string]any
	stored, err := json.Marshal(all{"agentSettings": all{"default": provider + "/" + model,
		"models": []all{{"provider": provider, "model": model, "window": 128_000}},
		"own":    []all{{"name": provider, "like": "openai", "base": base}},
		"keys":   []all{{"provider": provider, "key": "sk-test"}}}})
	if err == nil {
		ctx, cancel := context.WithTimeout(tb.Context(), 30*time.Second)
		defer cancel()
		err = p.eval(ctx, "chrome.storage.local.set("+string(stored)+")", nil)
	}
	if err != nil {
		tb.Fatal(err)
	}
}

// Start begins a run in a tab of its own.
func (p *Panel) Start(tb testing.TB, task, url string) runs.View {
	tb.Helper()
	ctx, cancel := context.WithTimeout(tb.Context(), 30*time.Second)
	defer cancel()
	var run runs.View
	if err := p.Ask(ctx, "start", panel.Start{Task: task, Mode: agent.ModeAct, URL: url}, &run); err != nil {
		tb.Fatal(err)
	}
	return run
}

// Watch tells each what happens in a run, until it ends, ctx does, or each has seen enough.
func (p *Panel) Watch(ctx context.Context, run string, each func(runs.Update) (enough bool)) error {
	behind := 0
	for ctx.Err() == nil {
		if err := p.eval(ctx, fmt.Sprintf("far.watch(%q, %d)", run, behind), nil); err != nil {
			return err
		}
		for over := false; !over; {
			var got struct {
				Told []runs.Update
				Over bool
			}
			if err := p.eval(ctx, fmt.Sprintf("far.next(%q)", run), &got); err != nil {
				return err
			}
			for _, u := range got.Told {
				behind = max(behind, u.Entry)
				if each(u) || u.Type == runs.Status && runs.Ended(u.Status) {
					return nil
				}
			}
			over = got.Over
		}
	}
	return ctx.Err()
}
