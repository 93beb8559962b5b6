/**
 * The context menu of a page, a selection and a link: it opens the side panel with what
 * was pointed at as a quotation, and sends nothing. A site where no agent may be has no
 * such menu; where the browser shows it before that is known, it has no effect but to
 * say so.
 */
import type { Draft, DraftNews, DraftRequest } from "../contracts/draft";
import { ours } from "./panels";

/** Which entry asks for what. */
const modes = { ask: "ask", do: "act" } as const;
const entries = Object.keys(modes) as (keyof typeof modes)[];
/** How much of a selection is taken, in characters: a task has its limit. */
const longest = 4000;
/** How long a panel may take to come for a draft, in ms. */
const patience = 60_000;

/** How long the core may take to read a list that has changed, in ms. */
const reread = 500;

interface Kept {
  draft: Draft;
  at: number;
}

export class Menu {
  /** What no panel has taken yet, by window. */
  private readonly drafts = new Map<number, Kept>();
  /** Where no agent may be, by tab. */
  private readonly refused = new Map<number, string>();

  /** Make it with what tells whether no agent may be at an address. */
  constructor(private readonly refuses: (url: string) => Promise<boolean>) {}

  /** Registers the listeners; in the first turn. */
  listen(): void {
    chrome.runtime.onInstalled.addListener(() => void make());
    chrome.runtime.onStartup.addListener(() => void make()); // in the language of today
    chrome.contextMenus.onClicked.addListener((info, tab) => this.chosen(info, tab));
    chrome.runtime.onMessage.addListener((message: unknown, sender, respond) => {
      const m = message as Partial<DraftRequest> | null;
      if (m?.kind !== "panel_draft" || typeof m.window !== "number" || !ours(sender)) return false;
      respond(this.take(m.window));
      return false;
    });
    chrome.tabs.onActivated.addListener((t) => void this.look(t.tabId));
    chrome.tabs.onUpdated.addListener((tab, change, t) => {
      if (t.active && change.url !== undefined) void this.look(tab);
    });
    chrome.tabs.onRemoved.addListener((tab) => this.refused.delete(tab));
    chrome.windows.onFocusChanged.addListener((window) => void this.lookIn(window));
    chrome.storage.onChanged.addListener((_, area) => {
      // Another blocklist: the core hears of it too, and reads it first.
      if (area !== "session") setTimeout(() => void this.lookIn(chrome.windows.WINDOW_ID_CURRENT), reread);
    });
  }

  private take(window: number): Draft | null {
    const kept = this.drafts.get(window);
    this.drafts.delete(window);
    return kept && Date.now() - kept.at < patience ? kept.draft : null;
  }

  private chosen(info: chrome.contextMenus.OnClickData, tab: chrome.tabs.Tab | undefined): void {
    const mode = entries.find((e) => e === info.menuItemId);
    if (!mode || tab?.id === undefined || this.refused.get(tab.id) === tab.url) return;
    // In the listener's own turn: later the browser no longer knows that the person asked.
    void chrome.sidePanel.open({ windowId: tab.windowId }).catch(() => undefined); // the window has just gone
    void this.keep(tab.windowId, draftOf(modes[mode], info, tab), [tab.url, info.frameUrl, info.linkUrl]);
  }

  private async keep(window: number, draft: Draft, places: readonly (string | undefined)[]): Promise<void> {
    const bad = await Promise.all(places.flatMap((url) => (url ? [this.refuses(url)] : [])));
    this.drafts.set(window, { draft: bad.includes(true) ? { ...draft, text: "", refused: true } : draft, at: Date.now() });
    await chrome.runtime.sendMessage({ kind: "panel_draft_news" } satisfies DraftNews).catch(() => undefined); // no panel is open yet
  }

  private async lookIn(windowId: number): Promise<void> {
    if (windowId === chrome.windows.WINDOW_ID_NONE) return;
    const [tab] = await chrome.tabs.query({ active: true, ...(windowId === chrome.windows.WINDOW_ID_CURRENT ? { lastFocusedWindow: true } : { windowId }) }).catch(() => []);
    if (tab?.id !== undefined) await this.look(tab.id);
  }

  /** Shows the menu, or hides it, for the tab that has come to the front. */
  private async look(id: number): Promise<void> {
    try {
      const tab = await chrome.tabs.get(id);
      const url = tab.url ?? "";
      const bad = /^https?:/.test(url) && (await this.refuses(url));
      if (bad) this.refused.set(id, url);
      else this.refused.delete(id);
      const window = await chrome.windows.get(tab.windowId);
      if (tab.active && window.focused) await Promise.all(entries.map((e) => chrome.contextMenus.update(e, { visible: !bad })));
    } catch {
      // The tab has just gone, or there is no menu yet.
    }
  }
}

/** Makes both entries anew. */
async function make(): Promise<void> {
  await chrome.contextMenus.removeAll();
  const web = ["http://*/*", "https://*/*"];
  for (const id of entries) {
    const title = chrome.i18n.getMessage(id === "ask" ? "menuAsk" : "menuDo");
    chrome.contextMenus.create({ id, title, contexts: ["page", "selection", "link"], documentUrlPatterns: web }, () => void chrome.runtime.lastError);
  }
}

function draftOf(mode: Draft["mode"], info: chrome.contextMenus.OnClickData, tab: chrome.tabs.Tab): Draft {
  const url = info.frameUrl || tab.url || "";
  const short = (text: string) => text.slice(0, longest);
  if (info.selectionText) return { mode, of: "selection", text: short(info.selectionText), url };
  if (info.linkUrl) return { mode, of: "link", text: short(info.linkUrl), url };
  return { mode, of: "page", text: short(`${tab.title ?? ""}\n${tab.url ?? ""}`.trim()), url };
}
