/** Tabs and windows of the browser, as the person's pages need them. */
import type { AgentWindow, Session, TabSession } from "../contracts/bridge-service";
import { Key } from "../contracts/storage.gen";
import { get } from "./area";

/** Adds to a session what the browser knows of its tab. */
export async function readTab(s: Session, own: boolean): Promise<TabSession> {
  try {
    const tab = await chrome.tabs.get(s.tabId);
    const url = tab.url || tab.pendingUrl || "";
    return { ...s, own, title: tab.title ?? "", icon: /^https?:/.test(url) ? iconOf(url) : "" };
  } catch {
    return { ...s, own, title: "", icon: "" }; // it has just gone
  }
}

/** The browser's own copy of a page's icon: nothing is fetched from the site. */
function iconOf(url: string): string {
  const icon = new URL(chrome.runtime.getURL("/_favicon/"));
  icon.searchParams.set("pageUrl", url);
  icon.searchParams.set("size", "32");
  return icon.href;
}

/** Reads the agent's window by its stored id. */
export async function readWindow(id: unknown, tabs: number): Promise<AgentWindow | undefined> {
  if (typeof id !== "number" || id <= 0) return undefined;
  try {
    const w = await chrome.windows.get(id);
    return { shown: w.state !== "minimized", tabs };
  } catch {
    return undefined; // it has just gone
  }
}

/** Brings a tab to the front. Both calls leave at once: the focus closes the popup, and this code with it. */
export async function focusTab(tabId: number): Promise<void> {
  const tab = await chrome.tabs.get(tabId);
  const window = await chrome.windows.get(tab.windowId);
  const state = window.state === "minimized" ? { state: "normal" as const } : {};
  const raised = chrome.windows.update(tab.windowId, { ...state, focused: true });
  await Promise.all([raised, chrome.tabs.update(tabId, { active: true })]);
}

/** Puts the blank tab of the agent's window in front, so that the agent's input cannot raise the hidden window. */
export async function frontTab(window: number): Promise<void> {
  const { [Key.front]: front } = await get("local", Key.front); // its address; serviceworker/front.ts says why
  const tab = (await chrome.tabs.query({ windowId: window })).find((t) => t.url === front);
  if (tab?.id !== undefined) await chrome.tabs.update(tab.id, { active: true });
}
