/** The panel's contract over a port to the worker, which hands its frames to the backend unread. */
import type { FrontTab, PanelCalls, PanelError, PanelService, PanelStreams, Unsubscribe } from "../contracts/panel-service";
import type { Draft, DraftNews, DraftRequest } from "../contracts/draft";
import type { BridgeBroadcast } from "../contracts/messages";
import { Key } from "../contracts/storage.gen";
import { get } from "./area";
import { Homes } from "./panel-homes";
import { pattern } from "./permission";

/** How long ago a panel that has just opened may have been asked to show a task, in ms. */
const fresh = 10_000;

export function createPanelService(): PanelService {
  return new PortService();
}

class PortService implements PanelService {
  private readonly listeners = new Set<(open: boolean) => void>();
  private readonly besides = new Set<(open: boolean) => void>();
  private readonly homes = new Homes(
    (open) => {
      for (const f of this.listeners) f(open);
    },
    (open) => {
      for (const f of this.besides) f(open);
    },
  );

  constructor() {
    // A port is refused while there is no backend; the worker tells when there is one.
    chrome.runtime.onMessage.addListener((message: unknown, sender) => {
      const m = message as Partial<BridgeBroadcast> | null;
      if (sender.id !== chrome.runtime.id || sender.tab || m?.kind !== "bridge_broadcast") return;
      if (m.event?.link.state === "connected") this.homes.main.connect();
    });
  }

  subscribeOpen(listener: (open: boolean) => void): Unsubscribe {
    this.listeners.add(listener);
    listener(this.homes.main.open);
    return () => void this.listeners.delete(listener);
  }

  subscribeBeside(listener: (open: boolean) => void): Unsubscribe {
    this.besides.add(listener);
    listener(this.homes.besideOpen);
    return () => void this.besides.delete(listener);
  }

  ask<C extends keyof PanelCalls>(call: C, args: PanelCalls[C]["args"]): Promise<PanelCalls[C]["ok"]> {
    return this.homes.ask(call, args) as Promise<PanelCalls[C]["ok"]>;
  }

  listen<C extends keyof PanelStreams>(call: C, args: PanelStreams[C]["args"], told: (list: PanelStreams[C]["told"][]) => void, done: (error?: PanelError) => void): Unsubscribe {
    return this.homes.listen(call, args, told, done);
  }

  subscribeTab(listener: (tab: FrontTab | undefined) => void): Unsubscribe {
    const look = () => {
      void chrome.tabs.query({ active: true, currentWindow: true }).then(([t]) => {
        const url = t?.url ?? "";
        listener(t?.id !== undefined && /^https?:/.test(url) ? { tabId: t.id, title: t.title ?? "", url } : undefined);
      });
    };
    const updated = (_: number, change: { url?: string; title?: string }, t: chrome.tabs.Tab) => {
      if (t.active && (change.url !== undefined || change.title !== undefined)) look();
    };
    chrome.tabs.onActivated.addListener(look);
    chrome.tabs.onUpdated.addListener(updated);
    look();
    return () => {
      chrome.tabs.onActivated.removeListener(look);
      chrome.tabs.onUpdated.removeListener(updated);
    };
  }

  subscribeDraft(listener: (draft: Draft) => void): Unsubscribe {
    const take = async () => {
      const { id = 0 } = await chrome.windows.getCurrent();
      const draft = (await chrome.runtime.sendMessage({ kind: "panel_draft", window: id } satisfies DraftRequest)) as Draft | null;
      if (draft) listener(draft);
    };
    const told = (message: unknown, sender: chrome.runtime.MessageSender) => {
      if (sender.id === chrome.runtime.id && !sender.tab && (message as Partial<DraftNews> | null)?.kind === "panel_draft_news") void take().catch(() => undefined);
    };
    chrome.runtime.onMessage.addListener(told);
    void take().catch(() => undefined); // the worker of an older version has none
    return () => chrome.runtime.onMessage.removeListener(told);
  }

  subscribeShown(listener: (run: string) => void): Unsubscribe {
    let latest = Date.now() - fresh;
    const take = async (value: unknown) => {
      const [run, window, at] = Array.isArray(value) ? (value as unknown[]) : [];
      const { id } = await chrome.windows.getCurrent();
      if (typeof run !== "string" || Number(at) <= latest || (Number(window) !== 0 && Number(window) !== id)) return;
      latest = Number(at);
      listener(run);
    };
    const changed = (changes: Record<string, chrome.storage.StorageChange>, area: string) => {
      if (area === "session" && Key.shown in changes) void take(changes[Key.shown]?.newValue);
    };
    chrome.storage.onChanged.addListener(changed);
    void get("session", Key.shown).then((s) => take(s[Key.shown]));
    return () => chrome.storage.onChanged.removeListener(changed);
  }

  save(name: string, type: string, text: string): void {
    const url = URL.createObjectURL(new Blob([text], { type }));
    const link = document.createElement("a");
    link.href = url;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }

  allow(origin: string): Promise<boolean> {
    return chrome.permissions.request({ origins: [pattern(origin)] });
  }
}
