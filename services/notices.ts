/** Notifications of the system: the permission is the setting. */
import type { Notices, Unsubscribe } from "../contracts/bridge-service";
import { Key } from "../contracts/storage.gen";
import { get, set } from "./area";

const permission: chrome.permissions.Permissions = { permissions: ["notifications"] };

/** Calls with whether they are shown, at once and after every change. */
export function subscribeNotices(listener: (notices: Notices) => void): Unsubscribe {
  let live = true;
  const show = async () => {
    const [on, local] = await Promise.all([chrome.permissions.contains(permission), get("local", Key.offered)]);
    if (live) listener({ on, offered: on || local[Key.offered] === true });
  };
  const again = () => void show();
  const stored = (changes: Record<string, unknown>) => {
    if (Key.offered in changes) again();
  };
  chrome.permissions.onAdded.addListener(again);
  chrome.permissions.onRemoved.addListener(again);
  chrome.storage.onChanged.addListener(stored);
  again();
  return () => {
    live = false;
    chrome.permissions.onAdded.removeListener(again);
    chrome.permissions.onRemoved.removeListener(again);
    chrome.storage.onChanged.removeListener(stored);
  };
}

/** Asks for the permission, only from what a person pressed, or gives it back. */
export async function saveNotices(on: boolean): Promise<void> {
  // First: later the browser no longer knows that the person asked.
  await (on ? chrome.permissions.request(permission) : chrome.permissions.remove(permission));
  await set({ [Key.offered]: true });
}
