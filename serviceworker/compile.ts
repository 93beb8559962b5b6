/**
 * The core's program. Its compilation is what takes longest at a wake-up, so
 * main.ts imports this module before all others and the work begins here.
 */

const load = (): Promise<WebAssembly.Module> => WebAssembly.compileStreaming(fetch(chrome.runtime.getURL("bua.wasm")));

let begun: Promise<WebAssembly.Module> | undefined = load();
begun.catch(() => undefined); // whoever asks hears what went wrong

/** Compiles the program; the first call gets what was begun. */
export function compile(): Promise<WebAssembly.Module> {
  const first = begun;
  begun = undefined;
  return first ?? load();
}
