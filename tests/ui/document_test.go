package ui

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// ends stands in for both ends of the agent's document, and keeps what each was said:
// Chrome's port to the service worker, and the program's own worker.
const ends = `
	const port = () => ({ said: [], onMessage: { addListener() {} }, onDisconnect: { addListener: f => { ports.at(-1).end = f } }, postMessage(m) { this.said.push(m) }, disconnect() {} });
	globalThis.ports = [];
	globalThis.chrome = { runtime: { connect() { ports.push(port()); return ports.at(-1) } } };
	globalThis.Worker = class { said = []; constructor() { globalThis.program = this } postMessage(m) { this.said.push(m) } terminate() {} };
	globalThis.says = data => program.onmessage({ data });
`

// TestDocument_Lost: what the program asks of a service worker whose end it has not heard of
// yet counts as lost, as it says itself, and is not carried out by the next one; nor is a
// frame shown there, where its port is another one. What it asks then is.
func TestDocument_Lost(t *testing.T) {
	is := is.New(t)
	code, err := os.ReadFile(filepath.Join(e2e.Extension(t), "offscreen", "main.js"))
	is.NoErr(err)
	p := newPage(t)
	p.run(ends + string(code))
	p.run(`says({ started: true }); says({ wire: "one" }); ports[0].end(); says({ wire: "two" }); says({ frame: { port: 1, data: "of a port before" } }); says({ awake: 1 })`)
	var heard []struct{ Lost bool }
	p.eval("program.said", &heard)
	is.Equal(len(heard), 1)
	is.True(heard[0].Lost)
	p.run(`says({ heard: true }); says({ wire: "three" })`)
	p.await(`ports[1]?.said.at(-1)?.wire === "three"`)
	var before, after string
	p.eval("JSON.stringify(ports[0].said)", &before)
	p.eval("JSON.stringify(ports[1].said)", &after)
	is.Equal(before, `[{"wire":"one"}]`)
	is.Equal(after, `[{"awake":1},{"wire":"three"}]`)
	p.run(`ports[1].end()`) // before it kept what it was told last
	p.await(`JSON.stringify(ports[2]?.said) === '[{"awake":1}]'`)
}

// TestDocument_Idle: the document waits for its end when no run goes on, and no longer when
// one does.
func TestDocument_Idle(t *testing.T) {
	is := is.New(t)
	code, err := os.ReadFile(filepath.Join(e2e.Extension(t), "offscreen", "main.js"))
	is.NoErr(err)
	p := newPage(t)
	p.run(ends + `
		globalThis.idle = new Set();
		const set = globalThis.setTimeout, clear = globalThis.clearTimeout;
		globalThis.setTimeout = (f, ms) => { if (ms !== 60000) return set(f, ms); const timer = { f }; idle.add(timer); return timer };
		globalThis.clearTimeout = (timer) => idle.delete(timer) || clear(timer);
		globalThis.close = () => { globalThis.closed_ = true };
	` + string(code))
	var waits int
	for _, step := range []struct {
		says string
		want int
	}{{"{ started: true }", 0}, {"{ awake: 1 }", 0}, {"{ awake: 0 }", 1}, {"{ awake: Date.now() + 1e6 }", 1}, {"{ awake: 1 }", 0}, {"{ awake: 0 }", 1}} {
		p.run("says(" + step.says + ")")
		p.eval("idle.size", &waits)
		is.Equal(waits, step.want) // step.says
	}
	var closed bool
	p.eval("[...idle][0].f(), globalThis.closed_", &closed)
	is.True(closed)
}
