package shim

import (
	"testing"

	"github.com/matryer/is"
)

// TestCommand: a script takes the place of its slot in the one text that asks for
// it, while all that is sent meanwhile waits behind it, and nowhere else.
func TestCommand(t *testing.T) {
	for _, row := range []struct{ name, method, expression, want string }{
		{"the engine", "Runtime.evaluate", "Ask.engine", "if(!globalThis.__bua){engine.js $& $1\n}0"},
		{"what reads a PDF", "Runtime.evaluate", "Ask.pdf", "if(!globalThis.__buaPDF){pdf.js $& $1\n}0"},
		{"the same text with more behind it", "Runtime.evaluate", `Ask.engine + ";steal()"`, "if(!globalThis.__bua){/*engine*/\n}0;steal()"},
		{"a slot in a text of somebody else's", "Runtime.evaluate", "Slot.engine", "/*engine*/"},
		{"another command", "Page.addScriptToEvaluateOnNewDocument", "Ask.engine", "if(!globalThis.__bua){/*engine*/\n}0"},
	} {
		t.Run(row.name, func(t *testing.T) {
			var got []string
			run(t, "engine", `
				const sent = [];
				const { Ask, Slot, command } = shim;
				globalThis.chrome = { runtime: { getURL: (path) => path }, debugger: { sendCommand: (_, method, params) => sent.push(params.expression) } };
				globalThis.fetch = async (path) => ({ ok: true, text: async () => path + " $& $1" });
				const expression = `+row.expression+`;
				await Promise.all([command({ tabId: 1 }, input, { expression, contextId: 7 }), command({ tabId: 1 }, "Page.enable", { expression: "next" })]);
				return sent;`, &got, row.method)
			is.New(t).Equal(got, []string{row.want, "next"})
		})
	}
}
