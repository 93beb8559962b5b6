package serviceworker

import (
	"testing"

	"github.com/matryer/is"
)

// TestEarly: what the worker reads ahead is never older than the last change:
// a blocklist that the person has just saved must not be overlooked.
func TestEarly(t *testing.T) {
	r, _ := newHarness(t)
	w := r.worker(t)
	for _, row := range []struct{ name, expression, want string }{
		{"a copy answers, as often as it is asked", `await set(1); const e = begin(); await e.get("session", "x"); const reads = read; return [await e.get("session", "x"), await e.get("session", "none"), read - reads]`, `[1,null,0]`},
		{"it follows a change", `await set(1); const e = begin(); await e.get("session", "none"); await set(2); await told; return [await e.get("session", "x")]`, `[2]`},
		{"and one that comes before it was read", `await set(1); const e = begin(); chrome.storage.onChanged.dispatch({x: {newValue: 3}}, "session"); return [await e.get("session", "x")]`, `[3]`},
		{"what was removed is gone", `await set(1); const e = begin(); chrome.storage.onChanged.dispatch({x: {oldValue: 1}}, "session"); return [await e.get("session", "x")]`, `[null]`},
		{"what the core writes is read again, before it is told", `await set(1); const e = begin(); await e.get("session", "none"); e.writes("session", "x"); await set(2); return [await e.get("session", "x")]`, `[2]`},
		{"nothing is kept after the core's last question", `await set(1); const e = begin(); await e.bootstrap(); await set(2); return [await e.get("session", "x")]`, `[2]`},
		{"whether the person is there is known once", `const e = begin(); await e.presence(1800); const once = asked; await e.presence(1800); return [once, asked]`, `[1,2]`},
		{"not for another time without input", `const e = begin(); await e.presence(60); return [asked]`, `[2]`},
		{"and not after a change", `const e = begin(); chrome.idle.onStateChanged.dispatch("active"); await e.presence(1800); return [asked]`, `[2]`},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			var got string
			w.eval(t, &got, `(async () => {
				const set = (x) => chrome.storage.session.set({x});
				const begin = () => { const e = __probe.early(); e.begin(); return e; };
				const query = chrome.idle.queryState;
				let asked = 0, read = 0;
				const get = chrome.storage.session.get;
				chrome.storage.session.get = (...a) => (read++, get.apply(chrome.storage.session, a));
				chrome.idle.queryState = (...a) => (asked++, query.apply(chrome.idle, a));
				await set(0);
				const told = new Promise((r) => chrome.storage.onChanged.addListener((c) => c.x?.newValue === 2 && r()));
				return JSON.stringify(await (async () => { %s })().finally(() => { chrome.idle.queryState = query; chrome.storage.session.get = get; }));
			})()`, row.expression)
			is.Equal(got, row.want)
		})
	}
}
