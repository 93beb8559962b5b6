/** The page engine on its way to a page: it is put into the command here, not in Go. */

/** Where an evaluation asks for the engine; core/internal/engine and wasm/chrome/engine.go write it. */
const slot = "/*engine*/";
const asks = "if(!globalThis.__bua){" + slot;

let text = "";
let loading: Promise<void> | undefined;

async function load(): Promise<void> {
  const answer = await fetch(chrome.runtime.getURL("engine.js"));
  if (!answer.ok) throw new Error(`engine.js: ${answer.status}`);
  text = await answer.text();
}

/**
 * Sends one command, with the engine in its place. While the engine is read,
 * which happens once, every command waits behind it: their order is kept.
 */
export function command(target: chrome.debugger.DebuggerSession, method: string, params?: Record<string, unknown>): Promise<unknown> {
  const expression = params?.expression;
  const wants = method === "Runtime.evaluate" && typeof expression === "string" && expression.startsWith(asks);
  const send = () => {
    if (wants) params = { ...params, expression: expression.replace(slot, () => text) };
    return chrome.debugger.sendCommand(target, method, params);
  };
  if (wants && !text) loading ??= load().finally(() => (loading = undefined));
  return loading ? loading.then(send) : send();
}
