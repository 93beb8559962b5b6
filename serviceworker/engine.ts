/** The page engine, and what reads a PDF, on their way to a page: they are put into the command here, not in Go. */
import { Ask, Slot } from "../contracts/seam.gen";

type Name = keyof typeof Ask;

/** Which script an evaluation asks for, by its whole text: any other that has a slot in it is somebody's own. */
const asked = new Map<unknown, Name>((Object.keys(Ask) as Name[]).map((name) => [Ask[name], name]));

const texts = new Map<Name, string>();
let loading: Promise<void> | undefined;

async function load(name: Name): Promise<void> {
  const answer = await fetch(chrome.runtime.getURL(`${name}.js`));
  if (!answer.ok) throw new Error(`${name}.js: ${answer.status}`);
  texts.set(name, await answer.text());
}

/** after loads a script, behind what is being loaded. */
function after(before: Promise<void> | undefined, name: Name): Promise<void> {
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
  const name = method === "Runtime.evaluate" ? asked.get(params?.expression) : undefined;
  const send = () => {
    if (name) params = { ...params, expression: Ask[name].replace(Slot[name], () => texts.get(name)!) };
    return chrome.debugger.sendCommand(target, method, params);
  };
  if (name && !texts.has(name)) loading = after(loading, name);
  return loading ? loading.then(send) : send();
}
