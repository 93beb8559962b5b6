package shim

import (
	"testing"

	"github.com/matryer/is"
)

// browser is what Early asks, and counts how often: storage that tells of a change when its
// turn has come, and whether the person is there.
const browser = `
	const event = () => { const all = new Set(); return { addListener: (f) => all.add(f), removeListener: (f) => all.delete(f), dispatch: (...a) => all.forEach((f) => f(...a)) } };
	const onChanged = event();
	let asked = 0, read = 0;
	const area = (name, values = {}) => ({
		get: async (key) => (name === "session" && read++, key === null ? { ...values } : key in values ? { [key]: values[key] } : {}),
		set: async (more) => { Object.assign(values, more); setTimeout(() => onChanged.dispatch(Object.fromEntries(Object.entries(more).map(([k, newValue]) => [k, { newValue }])), name)) },
	});
	globalThis.chrome = {
		storage: { local: area("local"), session: area("session"), managed: area("managed"), onChanged },
		idle: { queryState: async () => (asked++, "active"), onStateChanged: event() },
		tabs: { query: async () => [] }, runtime: { getURL: (path) => path }, management: { getSelf: async () => ({ installType: "normal" }) },
	};
	globalThis.fetch = async () => ({ ok: false });
	const set = (x) => chrome.storage.session.set({ x });
	const begin = () => { const e = new shim.Early(); e.begin(); return e; };
	const told = new Promise((r) => onChanged.addListener((c) => c.x?.newValue === 2 && r()));
	await set(0);
	await new Promise((r) => setTimeout(r));
	return await new (async () => {}).constructor("set", "begin", "told", "reads", "asked", input)(set, begin, told, () => read, () => asked);`

// TestEarly: what the worker reads ahead is never older than the last change: a blocklist that the
// person has just saved must not be overlooked.
func TestEarly(t *testing.T) {
	for _, row := range []struct {
		name, script string
		want         []any
	}{
		{"a copy answers, as often as it is asked", `await set(1); const e = begin(); await e.get("session", "x"); const before = reads(); return [await e.get("session", "x"), await e.get("session", "none"), reads() - before]`, []any{1.0, nil, 0.0}},
		{"it follows a change", `await set(1); const e = begin(); await e.get("session", "none"); await set(2); await told; return [await e.get("session", "x")]`, []any{2.0}},
		{"and one that comes before it was read", `await set(1); const e = begin(); chrome.storage.onChanged.dispatch({x: {newValue: 3}}, "session"); return [await e.get("session", "x")]`, []any{3.0}},
		{"what was removed is gone", `await set(1); const e = begin(); chrome.storage.onChanged.dispatch({x: {oldValue: 1}}, "session"); return [await e.get("session", "x")]`, []any{nil}},
		{"what the core writes is read again, before it is told", `await set(1); const e = begin(); await e.get("session", "none"); e.writes("session", "x"); await set(2); return [await e.get("session", "x")]`, []any{2.0}},
		{"nothing is kept after the core's last question", `await set(1); const e = begin(); await e.bootstrap(); await set(2); return [await e.get("session", "x")]`, []any{2.0}},
		{"whether the person is there is known once", `const e = begin(); await e.presence(1800); const once = asked(); await e.presence(1800); return [once, asked()]`, []any{1.0, 2.0}},
		{"not for another time without input", `const e = begin(); await e.presence(60); return [asked()]`, []any{2.0}},
		{"and not after a change", `const e = begin(); chrome.idle.onStateChanged.dispatch("active"); await e.presence(1800); return [asked()]`, []any{2.0}},
	} {
		t.Run(row.name, func(t *testing.T) {
			var got []any
			run(t, "early", browser, &got, row.script)
			is.New(t).Equal(got, row.want)
		})
	}
}
