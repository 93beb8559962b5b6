/**
 * The blank tab that the agent's window shows, which is nobody's. A press in the
 * tab that a window shows makes Chrome raise the window and take the focus, even
 * out of a minimised one; in a tab behind it does not. So the agent's tabs are
 * always behind this one, and the core never hears of it.
 *
 * Whatever has its address is hidden, so a page must not be able to open it: it
 * ends in a random mark that is in storage.local before the first such tab is.
 */
import { Mark } from "../contracts/seam.gen";
import { Key } from "../contracts/storage.gen";
import { early } from "./early";
import { random } from "./secret";
import { keep } from "./stored";

const start = `${Mark.window}window-`;

let known: Promise<string> | undefined;

async function kept(): Promise<string> {
  const value = await early.get("local", Key.front);
  return typeof value === "string" && value.startsWith(start) ? value : "";
}

async function made(): Promise<string> {
  const address = (await kept()) || start + random(16);
  await keep("local", { [Key.front]: address });
  return address;
}

/** Returns its address; the first window makes it. */
export function address(): Promise<string> {
  known ??= made();
  known.catch(() => (known = undefined)); // storage may come back
  return known;
}

/** Returns what tells it from the tabs that the core knows. */
export async function telling(): Promise<(t: chrome.tabs.Tab) => boolean> {
  const front = await (known ?? kept());
  return (t) => front !== "" && (t.url || t.pendingUrl) === front;
}
