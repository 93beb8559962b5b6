package serviceworker

import (
	"testing"

	"github.com/matryer/is"
)

// TestEarly: what the worker reads ahead is never older than the last change:
// a blocklist that the person has just saved must not be overlooked.
func TestEarly(t *testing.T) {
	r, _ := newRig(t)
	w := r.worker(t)
	for _, row := range []struct{ name, expression, want string }{
		{"a copy answers", `await set(1); const e = begin(); return [await e.get("session", "x"), await e.get("session", "none")]`, `[1,null]`},
		{"a key that is asked for again is read again", `await set(1); const e = begin(); await e.get("session", "x"); await set(2); return [await e.get("session", "x")]`, `[2]`},
		{"a change voids the copy", `await set(1); const e = begin(); await e.get("session", "none"); await set(2); await told; return [await e.get("session", "x")]`, `[2]`},
		{"the core's own write does, before it is told", `await set(1); const e = begin(); await e.get("session", "none"); e.changed("session"); await set(2); return [await e.get("session", "x")]`, `[2]`},
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
				let asked = 0;
				chrome.idle.queryState = (...a) => (asked++, query.apply(chrome.idle, a));
				await set(0);
				const told = new Promise((r) => chrome.storage.onChanged.addListener((c) => c.x?.newValue === 2 && r()));
				return JSON.stringify(await (async () => { %s })().finally(() => (chrome.idle.queryState = query)));
			})()`, row.expression)
			is.Equal(got, row.want)
		})
	}
}
