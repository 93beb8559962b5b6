/**
 * Lines of text for an editor that the page has built on contenteditable. Typed
 * as one text such an editor loses lines or more, and an Enter between them may
 * send the message. A paste is what it has code for.
 */
import type { Paste } from "../common/engine.gen";
import { Fault } from "../common/fault";
import { editable, focus } from "./focus";
import { sleep } from "../common/animation-frames";
import { resolve } from "../naming/registry";

/** How long an editor that took the paste may take to show it. */
const patience = 200;

/** paste offers text to the target, as a paste does, and reports whether the page took it. What it took is not inserted as well. */
export async function paste(args: Paste): Promise<{ pasted: boolean }> {
  focus(args);
  const el = editable(resolve(args))!;
  let changed = false;
  let told = (): void => undefined;
  const watcher = new MutationObserver(() => {
    changed = true;
    told();
  });
  watcher.observe(el.getRootNode(), { subtree: true, childList: true, characterData: true });
  const taken = offer(el, "paste", args.text).taken;
  if (taken && !changed) await Promise.race([new Promise<void>((r) => (told = r)), sleep(patience)]);
  changed ||= watcher.takeRecords().length > 0;
  watcher.disconnect();
  if (taken && !changed) throw new Fault("invalid_action", "The editor took the lines as a paste and shows nothing of them; extract, and type one line at a time.");
  return { pasted: taken };
}

/** offer dispatches a clipboard event that holds a text; taken says that the page has dealt with it, text what it then holds. */
export function offer(el: Element, kind: "paste" | "copy" | "cut", text: string): { taken: boolean; text: string } {
  const data = new DataTransfer();
  if (text) data.setData("text/plain", text);
  const taken = !el.dispatchEvent(new ClipboardEvent(kind, { clipboardData: data, bubbles: true, cancelable: true, composed: true }));
  return { taken, text: data.getData("text/plain") };
}
