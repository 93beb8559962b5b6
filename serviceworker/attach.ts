/**
 * Attaching to a tab. Some versions of Chrome (150 is one) attach to about:blank
 * only where its address has no fragment. The first tab of the agent's window has
 * one, by which the core finds it again after a death of the worker.
 */
import { Mark } from "../contracts/seam.gen";

const version = "1.3";
/** How long Chrome may take to show a blank page, in milliseconds. */
const patience = 2000;

export async function attach(tabId: number): Promise<void> {
  try {
    await chrome.debugger.attach({ tabId }, version);
  } catch (refused) {
    const tab = await chrome.tabs.get(tabId);
    if (!(tab.url || tab.pendingUrl)?.startsWith(Mark.window)) throw refused;
    await unmark(tabId);
    await chrome.debugger.attach({ tabId }, version);
  }
}

/** Takes the fragment off a blank tab's address. By then the core has stored the tab. */
async function unmark(tabId: number): Promise<void> {
  let arrived!: () => void;
  const there = new Promise<void>((resolve) => (arrived = resolve));
  const listen = (id: number, change: chrome.tabs.OnUpdatedInfo) => {
    if (id === tabId && change.url === "about:blank") arrived();
  };
  chrome.tabs.onUpdated.addListener(listen);
  const late = setTimeout(arrived, patience);
  try {
    await chrome.tabs.update(tabId, { url: "about:blank" });
    await there;
  } finally {
    clearTimeout(late);
    chrome.tabs.onUpdated.removeListener(listen);
  }
}
