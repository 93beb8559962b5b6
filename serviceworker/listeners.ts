/**
 * Every listener of the extension. Chrome delivers the event that woke the
 * worker only to listeners that exist after the first turn, so listen() is
 * called there, synchronously, long before Go is ready.
 */

import type { Events, Lines } from "../contracts/seam.gen";
import { behind, closes, tabView } from "./calls";
import { begun, heard } from "./opened";

/** One thing that happened; the object goes over as one line of JSON, what stands in Lines as a second. */
export type Told = {
  [E in keyof Events]: [event: { event: E } & Events[E], ...line: E extends keyof Lines ? [Lines[E]] : []];
}[keyof Events];

/** Tells Go. */
export type Tell = (...told: Told) => void;

/** Registers all of them but runtime.onMessage, which messages.ts owns. */
export function listen(tell: Tell): void {
  chrome.debugger.onEvent.addListener((source, method, params) => {
    heard(source.tabId ?? 0, method, params);
    tell({ event: "cdp", tab: source.tabId ?? 0, session: source.sessionId ?? "", method }, params ?? {});
  });
  chrome.downloads.onCreated.addListener((d) => {
    const page = begun(d);
    if (page) tell({ event: "cdp", tab: page.tab, session: "", method: "Page.downloadWillBegin" }, page.params);
  });
  chrome.debugger.onDetach.addListener((source, reason) => tell({ event: "detached", tab: source.tabId ?? 0, reason }));

  chrome.tabs.onRemoved.addListener((tab) => tell({ event: "tab_removed", tab }));
  chrome.tabs.onReplaced.addListener((added, removed) => {
    if (!closes(removed)) tell({ event: "tab_replaced", tab: removed, added });
  });
  chrome.tabs.onCreated.addListener((t) => tell({ event: "tab_created", info: tabView(t) }));
  chrome.tabs.onActivated.addListener((t) => void behind(t.tabId, t.windowId).catch(() => undefined)); // it may be gone already
  chrome.tabs.onUpdated.addListener((tab, change) => {
    // Loading, title and icon are read when they are needed.
    if (change.url !== undefined) tell({ event: "tab_navigated", tab, url: change.url });
  });
  chrome.windows.onRemoved.addListener((window) => tell({ event: "window_removed", window }));

  chrome.alarms.onAlarm.addListener(() => tell({ event: "alarm" }));
  chrome.idle.onStateChanged.addListener((state) => tell({ event: "presence", state }));
  chrome.storage.onChanged.addListener((changes, area) => {
    if (area === "session") return; // only the core writes there, after each action
    for (const key of Object.keys(changes)) tell({ event: "storage", area, key });
  });

  chrome.runtime.onInstalled.addListener(() => tell({ event: "installed" }));
  chrome.runtime.onStartup.addListener(() => tell({ event: "startup" }));
  chrome.runtime.onUpdateAvailable.addListener(() => tell({ event: "update_available" }));
  chrome.runtime.onSuspend.addListener(() => tell({ event: "suspend" }));
}
