/** The panel's contract over a port to the worker, which hands its frames to the backend unread. */
import { type FrontTab, PanelError, type PanelCalls, type PanelService, type PanelStreams, type Unsubscribe } from "../panel-service";
import type { Draft, DraftNews, DraftRequest } from "../draft";
import type { BridgeBroadcast } from "../messages";
import { Key } from "../storage.gen";
import { get } from "./area";

/** How long after a port that ended the next one is opened, and at most. */
const first = 200;
const longest = 3000;
/** How long ago a panel that has just opened may have been asked to show a task, in ms. */
const fresh = 10_000;

/** What the backend says; core/panel/port.go has the other end. */
interface Told {
  n: number;
  id: number;
  ok?: unknown;
  error?: { code: string; message: string };
  told?: unknown[];
  end?: boolean;
}

interface Waiting {
  told?(list: unknown[]): void;
  done(ok: unknown, error?: PanelError): void;
}

const closed = () => new PanelError("closed", "The way to the backend ended.");

export function createPanelService(): PanelService {
  return new PortService();
}

class PortService implements PanelService {
  private port: chrome.runtime.Port | undefined;
  private next = 0;
  private readonly waiting = new Map<number, Waiting>();
  private open = false;
  private readonly listeners = new Set<(open: boolean) => void>();
  private pause = first;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    // A port is refused while there is no backend; the worker tells when there is one.
    chrome.runtime.onMessage.addListener((message: unknown, sender) => {
      const m = message as Partial<BridgeBroadcast> | null;
      if (sender.id !== chrome.runtime.id || sender.tab || m?.kind !== "bridge_broadcast") return;
      if (m.event?.link.state === "connected" && !this.open) this.connect();
    });
    this.connect();
  }

  subscribeOpen(listener: (open: boolean) => void): Unsubscribe {
    this.listeners.add(listener);
    listener(this.open);
    return () => void this.listeners.delete(listener);
  }

  ask<C extends keyof PanelCalls>(call: C, args: PanelCalls[C]["args"]): Promise<PanelCalls[C]["ok"]> {
    return new Promise((resolve, reject) => {
      this.begin(call, args, { done: (ok, error) => (error ? reject(error) : resolve(ok as PanelCalls[C]["ok"])) });
    });
  }

  listen<C extends keyof PanelStreams>(call: C, args: PanelStreams[C]["args"], told: (list: PanelStreams[C]["told"][]) => void, done: (error?: PanelError) => void): Unsubscribe {
    const id = this.begin(call, args, { told: (list) => told(list as PanelStreams[C]["told"][]), done: (_, error) => done(error) });
    return () => {
      if (this.waiting.delete(id)) this.post({ id, cancel: true });
    };
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
    return chrome.permissions.request({ origins: [`${origin.replace(/:\d+$/, "")}/*`] });
  }

  private begin(call: string, args: object, waiting: Waiting): number {
    const id = ++this.next;
    this.waiting.set(id, waiting);
    if (!this.post({ id, call, args })) queueMicrotask(() => this.end(id, undefined, closed()));
    return id;
  }

  private end(id: number, ok: unknown, error?: PanelError): void {
    const w = this.waiting.get(id);
    this.waiting.delete(id);
    w?.done(ok, error);
  }

  private post(frame: object): boolean {
    try {
      this.port?.postMessage(frame);
      return this.port !== undefined;
    } catch {
      return false; // it has just ended
    }
  }

  private connect(): void {
    if (this.port) return;
    clearTimeout(this.timer);
    const port = chrome.runtime.connect({ name: "panel" });
    this.port = port;
    port.onMessage.addListener((frame: Told) => {
      if (this.port !== port) return;
      this.post({ ack: frame.n });
      this.show(true);
      this.take(frame);
    });
    port.onDisconnect.addListener(() => {
      void chrome.runtime.lastError; // why it ended does not matter
      if (this.port !== port) return;
      this.port = undefined;
      this.show(false);
      for (const id of [...this.waiting.keys()]) this.end(id, undefined, closed());
      this.timer = setTimeout(() => this.connect(), this.pause);
      this.pause = Math.min(longest, this.pause * 2);
    });
    this.post({ id: ++this.next, call: "about", args: {} }); // its answer says that the way is open
  }

  private show(open: boolean): void {
    if (open) this.pause = first;
    if (open === this.open) return;
    this.open = open;
    for (const f of this.listeners) f(open);
  }

  private take(frame: Told): void {
    if (frame.told) this.waiting.get(frame.id)?.told?.(frame.told);
    else this.end(frame.id, frame.ok, frame.error && new PanelError(frame.error.code, frame.error.message));
  }
}
