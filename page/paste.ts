/**
 * Lines of text for an editor that the page has built on contenteditable. Typed
 * as one text such an editor loses lines or more, and an Enter between them may
 * send the message. A paste is what it has code for.
 */
import { activeElement } from "./dom";
import { Fault } from "./fault";
import { sleep } from "./frames";

/** How long an editor that took the paste may take to show it. */
const patience = 200;

/** paste offers text to what has the focus, as a paste does, and reports whether the page took it. What it took is not inserted as well. */
export async function paste(args: { text: string }): Promise<{ pasted: boolean }> {
  const el = activeElement();
  if (!el) return { pasted: false };
  const data = new DataTransfer();
  data.setData("text/plain", args.text);
  let changed = false;
  let told = (): void => undefined;
  const watcher = new MutationObserver(() => {
    changed = true;
    told();
  });
  watcher.observe(el.getRootNode(), { subtree: true, childList: true, characterData: true });
  const taken = !el.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true, composed: true }));
  if (taken && !changed) await Promise.race([new Promise<void>((r) => (told = r)), sleep(patience)]);
  changed ||= watcher.takeRecords().length > 0;
  watcher.disconnect();
  if (taken && !changed) throw new Fault("invalid_action", "The editor took the lines as a paste and shows nothing of them; extract to see what it holds, and type one line at a time.");
  return { pasted: taken };
}
