/**
 * The fixed table of what Go may ask of the browser, by name. Nothing outside
 * it exists for the core. Each entry only translates: whatever it throws or
 * rejects with becomes a refusal before Go sees it.
 */
import { type Calls, type Download, type Hidden, Pass, type Rule, type Tab } from "../contracts/seam.gen";
import { attach } from "./attach";
import { early } from "./early";
import { command } from "./engine";
import { address, telling } from "./front";
import { pair } from "./package";
import { hmac, random } from "./secret";

/** One question of Go's. */
export type Call<C extends keyof Calls = keyof Calls> = { [N in C]: { call: N } & Calls[N]["args"] }[C];

/** What does each: the compiler refuses a table that lacks one, has one too many, or takes or answers something else. */
export type Handlers = { [C in keyof Calls]: (a: Calls[C]["args"]) => Calls[C]["answer"] | Promise<Calls[C]["answer"]> };

export const tabView = (t: chrome.tabs.Tab): Tab => ({
  id: t.id ?? 0,
  windowId: t.windowId,
  url: t.url || t.pendingUrl || "",
  title: t.title ?? "",
  active: t.active,
  incognito: t.incognito,
  opener: t.openerTabId ?? 0,
});

/** Opens a window that the person does not see. Some window managers show it first: then it is minimised after. */
async function openHidden(url: string): Promise<Hidden> {
  const front = await address();
  const w = await chrome.windows.create({ url: [front, url], focused: false, state: "minimized" }); // the first is shown
  if (!w?.id) throw new Error("the browser opened no window");
  const inFront = await telling();
  const tab = w.tabs?.find((t) => !inFront(t));
  if (!tab || tab.active) {
    await chrome.windows.remove(w.id);
    throw new Error("the browser opened no tab in the background");
  }
  keep(tab);
  if (w.state !== "minimized") await chrome.windows.update(w.id, { state: "minimized" });
  return { window: w.id, tab: tabView(tab) };
}

/** Asks the browser not to discard a tab of the agent's to save memory: it would come back as another. */
function keep(t: chrome.tabs.Tab): void {
  if (t.id) void chrome.tabs.update(t.id, { autoDiscardable: false }).catch(() => undefined); // it may be gone already
}

/** Closes the agent's window by its blank tabs: one that the person opens there meanwhile stays, and the window with it. */
async function closeWindow(window: number): Promise<void> {
  const [tabs, inFront] = await Promise.all([chrome.tabs.query({ windowId: window }), telling()]);
  await chrome.tabs.remove(tabs.filter((t) => inFront(t) || ["", "about:blank"].includes(tabView(t).url)).map((t) => t.id!));
}

async function createTab(window: number, url: string, active: boolean): Promise<Tab> {
  const at = window ? { windowId: window } : {};
  const t = window || (await shown()) ? await chrome.tabs.create({ url, active, ...at }) : await openShown(url);
  keep(t);
  return tabView(t);
}

/** The tabs that are being closed. Chrome may give one another number meanwhile, which is no news for the core. */
const closing = new Map<number, Promise<void>>();

/** Reports whether closeTab is at a tab. */
export const closes = (tab: number): boolean => closing.has(tab);

/**
 * Closes a tab at once. A page that would ask before it is left keeps
 * chrome.tabs.remove waiting for the person, in a window that they do not see; one
 * that the browser has put away is asked nothing.
 */
function closeTab(tab: number): Promise<void> {
  const end = closing.get(tab) ?? putAway(tab).finally(() => closing.delete(tab));
  closing.set(tab, end);
  return end;
}

async function putAway(tab: number): Promise<void> {
  const t = await chrome.tabs.get(tab);
  if (t.active) await cover(tab, t.windowId); // Chrome puts away no tab that is shown
  const away = await chrome.tabs.discard(tab).catch(() => undefined);
  await chrome.tabs.remove(away?.id ?? tab);
}

/** Reports whether the person has a window: the browser may run without, or with the agent's alone. */
async function shown(): Promise<boolean> {
  const tabs = await chrome.tabs.query({ windowType: "normal" });
  const agents = new Set(tabs.filter(await telling()).map((t) => t.windowId));
  return tabs.some((t) => !agents.has(t.windowId));
}

/** Opens a window of the person's with a tab. */
async function openShown(url: string): Promise<chrome.tabs.Tab> {
  const w = await chrome.windows.create({ url });
  if (!w?.tabs?.[0]) throw new Error("the browser opened no window");
  return w.tabs[0];
}

/** Has a window show its blank tab instead of another, where it is the agent's. */
async function cover(tab: number, window: number): Promise<void> {
  const front = (await chrome.tabs.query({ windowId: window })).find(await telling());
  if (front?.id && front.id !== tab) await chrome.tabs.update(front.id, { active: true });
}

/** Puts a tab that a page of the agent's opened behind again, unless the person looks at that window. */
export async function behind(tab: number, window: number): Promise<void> {
  if ((await chrome.windows.get(window)).state === "minimized") await cover(tab, window);
}

/** How far from the news of a download Chrome's own record of it may begin, in ms. */
const before = 10_000;
const after = 2_000;
/** How long it may take Chrome to record one, and how often it is looked at, in ms. */
const recorded = 1_000;
const look = 50;

type Sought = Calls["download_find"]["args"];

/**
 * Finds one of Chrome's downloads: by its id, or by its address and about when
 * it began, among those that are nobody else's yet. Chrome tells the extension
 * no more of which page began it; the one nearest in time is meant.
 */
async function search(a: Sought): Promise<chrome.downloads.DownloadItem | undefined> {
  if (a.key) return (await chrome.downloads.search({ id: Number(a.key) }))[0];
  const away = (d: chrome.downloads.DownloadItem) => Date.parse(d.startTime) - a.at;
  return (await chrome.downloads.search({ finalUrl: a.url }))
    .filter((d) => away(d) > -before && away(d) < after && !a.taken.includes(String(d.id)))
    .sort((x, y) => Math.abs(away(x)) - Math.abs(away(y)))[0];
}

/** Waits until Chrome knows the download and, up to the limit, until it has ended. */
async function findDownload(a: Sought): Promise<Download | null> {
  for (const start = Date.now(); ; await new Promise((done) => setTimeout(done, look))) {
    const d = await search(a);
    const took = Date.now() - start;
    if (d ? d.state === "in_progress" && took < a.limit : !a.key && took < recorded) continue;
    if (!d) return null;
    const done = d.state === "complete";
    return {
      key: String(d.id),
      state: d.state === "complete" ? "done" : d.error === "USER_CANCELED" ? "canceled" : d.state,
      path: done && d.exists ? d.filename : "",
      mime: d.mime,
      bytes: d.bytesReceived,
      total: Math.max(d.totalBytes, 0),
    };
  }
}

/** Puts rules for requests of every type in place of all that there are, or of those that let something through. */
async function setRequestRules(all: boolean, rules: Rule[]): Promise<void> {
  const resourceTypes = Object.values(chrome.declarativeNetRequest.ResourceType); // without them a rule is for all but a tab's own page
  const addRules = rules.map((r) => ({ ...r, condition: { ...r.condition, resourceTypes } }));
  const removeRuleIds = all ? (await chrome.declarativeNetRequest.getSessionRules()).map((r) => r.id) : Object.values(Pass);
  if (removeRuleIds.length + addRules.length) await chrome.declarativeNetRequest.updateSessionRules({ removeRuleIds, addRules });
}

/** All but what the worker's own life answers: see life.ts. */
export const calls: Omit<Handlers, "reply" | "broadcast" | "panel" | "panel_close" | "local"> = {
  cdp: (a) =>
    command(
      a.session ? { tabId: a.tab, sessionId: a.session } : { tabId: a.tab },
      a.method,
      a.params,
    ),
  attach: (a) => attach(a.tab),
  detach: (a) => chrome.debugger.detach({ tabId: a.tab }),

  tab_get: async (a) => tabView(await chrome.tabs.get(a.tab)),
  tab_list: async () => {
    const inFront = await telling();
    return (await early.tabs()).filter((t) => !inFront(t)).map(tabView);
  },
  tab_create: (a) => createTab(a.window, a.url, a.active),
  tab_close: (a) => closeTab(a.tab),

  request_filter: (a) => setRequestRules(a.all, a.rules),

  window_open_hidden: (a) => openHidden(a.url),
  window_exists: async (a) => (await chrome.windows.getAll()).some((w) => w.id === a.window),
  window_made: async (a) => (await chrome.tabs.query({})).filter((t) => t.windowId === a.window).some(await telling()),
  window_close: (a) => closeWindow(a.window),

  storage_get: (a) => early.get(a.area, a.key),
  storage_set: async (a) => {
    early.writes(a.area, a.key);
    await null; // the answer that Go is about to send goes first
    const to = chrome.storage[a.area];
    return a.value === null ? to.remove(a.key) : to.set({ [a.key]: a.value });
  },

  download_find: (a) => findDownload(a),
  download_cancel: (a) => chrome.downloads.cancel(Number(a.key)),

  idle_state: (a) => early.presence(a.seconds),
  idle_interval: (a) => chrome.idle.setDetectionInterval(a.seconds),

  hmac: (a) => hmac(a.key, a.data),
  random: (a) => random(a.bytes),
  pair: (a) => pair(a.url, a.body),
  bootstrap: () => early.bootstrap(),

  about: () => ({
    id: chrome.runtime.id,
    version: chrome.runtime.getManifest().version,
    browser: browserName(),
  }),
  log: (a) => console.log("bua:", a.line),
  reload: () => chrome.runtime.reload(),
};

function browserName(): string {
  const data = (navigator as { userAgentData?: { brands: { brand: string; version: string }[]; platform: string } })
    .userAgentData;
  const known = data?.brands.find((b) => !/Not.?A|^Chromium$/.test(b.brand)) ?? data?.brands.find((b) => b.brand === "Chromium");
  return known ? `${known.brand} ${known.version} on ${data?.platform}` : "Chromium";
}

/** Runs one call of a table; whatever goes wrong is a rejection. */
export async function run<C extends keyof Calls>(table: Handlers, a: Call<C>): Promise<unknown> {
  if (!Object.hasOwn(table, a.call)) throw new Error(`no host call ${a.call}`);
  return table[a.call](a);
}
