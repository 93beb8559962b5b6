/** The page engine, and what reads a PDF, on their way to a page: they are put into the command here, not in Go. */

/** Where an evaluation asks for a script, and for which; core/internal/engine and wasm/chrome/engine.go write it. */
const asks = /^if\(!globalThis\.__bua\w*\)\{(\/\*(engine|pdf)\*\/)/;

const texts = new Map<string, string>();
let loading: Promise<void> | undefined;

async function load(name: string): Promise<void> {
  const answer = await fetch(chrome.runtime.getURL(`${name}.js`));
  if (!answer.ok) throw new Error(`${name}.js: ${answer.status}`);
  texts.set(name, await answer.text());
}

/** after loads a script, behind what is being loaded. */
function after(before: Promise<void> | undefined, name: string): Promise<void> {
  const mine = Promise.resolve(before)
    .catch(() => {})
    .then(() => (texts.has(name) ? undefined : load(name)))
    .finally(() => loading === mine && (loading = undefined));
  return mine;
}

/**
 * Sends one command, with the script in its place. While a script is read,
 * which happens once, every command waits behind it: their order is kept.
 */
export function command(target: chrome.debugger.DebuggerSession, method: string, params?: Record<string, unknown>): Promise<unknown> {
  const expression = params?.expression;
  const [, slot, name] = (method === "Runtime.evaluate" && typeof expression === "string" && asks.exec(expression)) || [];
  const send = () => {
    if (slot) params = { ...params, expression: (expression as string).replace(slot, () => texts.get(name!)!) };
    return chrome.debugger.sendCommand(target, method, params);
  };
  if (name && !texts.has(name)) loading = after(loading, name);
  return loading ? loading.then(send) : send();
}
