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

// inside stands in for what the program has around it: its files, its database, and the Go program
// itself, which asks by call and keeps what it is delivered. It wants the wire again as soon as it
// hears that the wire was lost.
const inside = `
	globalThis.posted = []; globalThis.delivered = [];
	globalThis.postMessage = m => posted.push(m);
	globalThis.URL = class {}; // the page has no address
	globalThis.fetch = async () => ({ json: async () => ({ version: "1" }) });
	Object.defineProperty(globalThis, "indexedDB", { value: { open() { const asked = { result: {} }; queueMicrotask(() => asked.onsuccess()); return asked } } });
	const memory = new WebAssembly.Memory({ initial: 1 }), bytes = () => new Uint8Array(memory.buffer);
	globalThis.call = (id, question) => {
		const text = new TextEncoder().encode(JSON.stringify(question));
		bytes().set(text, 1024);
		program.call(id, 1024, text.length);
	};
	WebAssembly.compileStreaming = async () => ({});
	WebAssembly.Module.imports = () => [];
	WebAssembly.Instance = class {
		constructor(_, imports) { globalThis.program = imports.bua }
		exports = { memory, _start() {}, go_scheduler() {}, collect() {}, alloc: () => 0, deliver(kind, id, at, size) {
			const text = new TextDecoder().decode(bytes().slice(at, at + size));
			delivered.push([kind, id, JSON.parse(text)]);
			if (text.includes("wire_lost")) call(0, { call: "wire", data: "again" });
		} };
	};
	globalThis.says = data => onmessage({ data });
	globalThis.taken = list => JSON.stringify(list.splice(0));
`

// TestProgram_Lost: what the program has asked of a service worker that ended it asks of the next
// one, behind its word that it has heard of the end: what it says before, nobody is told.
func TestProgram_Lost(t *testing.T) {
	is := is.New(t)
	code, err := os.ReadFile(filepath.Join(e2e.Extension(t), "offscreen", "worker.js"))
	is.NoErr(err)
	p := newPage(t)
	p.run(inside + string(code))
	p.await(`posted.some(m => m.started || m.died)`)
	var posted, delivered string
	ends := func(script, wantPosted, wantDelivered string) {
		t.Helper()
		p.run(script)
		p.eval("taken(posted)", &posted)
		p.eval("taken(delivered)", &delivered)
		is.Equal(posted, wantPosted)
		is.Equal(delivered, wantDelivered)
	}
	ends(`taken(posted); taken(delivered); call(8, { call: "settings" }); call(9, { call: "keep_settings", settings: 5 })`,
		`[{"id":1,"ask":"settings"},{"id":2,"ask":"keep","value":5}]`, `[]`)
	ends(`says({ id: 1, value: 7 })`, `[]`, `[[1,8,7]]`)
	ends(`says({ lost: true })`, `[{"heard":true},{"id":2,"ask":"keep","value":5},{"wire":"again"}]`, `[[3,0,{"event":"wire_lost"}]]`)
	ends(`says({ lost: true })`, `[{"heard":true},{"id":2,"ask":"keep","value":5},{"wire":"again"}]`, `[[3,0,{"event":"wire_lost"}]]`)
	ends(`says({ id: 2, refused: "full" })`, `[]`, `[[2,9,{"message":"full"}]]`)
	ends(`says({ lost: true })`, `[{"heard":true},{"wire":"again"}]`, `[[3,0,{"event":"wire_lost"}]]`)
}

// TestDocument_Died: nothing that a program said which died reaches the service worker behind its
// end: not over a port that is opened later, where the next program has the same numbers.
func TestDocument_Died(t *testing.T) {
	is := is.New(t)
	code, err := os.ReadFile(filepath.Join(e2e.Extension(t), "offscreen", "main.js"))
	is.NoErr(err)
	p := newPage(t)
	p.run(ends + string(code))
	p.run(`const first = program; says({ started: true }); ports[0].end(); says({ heard: true }); says({ id: 1, ask: "settings" }); says({ died: "x" })`)
	p.await(`ports.length === 2 && program !== first`)
	p.run(`says({ id: 1, ask: "policy" })`)
	var said string
	p.eval("JSON.stringify(ports[1].said)", &said)
	is.Equal(said, `[{"id":1,"ask":"policy"}]`)
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
