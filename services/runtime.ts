/** The service over the browser's API. Here and in words.ts is the only `chrome` of the person's side. */
import {
  BridgeError,
  type About,
  type AuditRow,
  type Blocklist,
  type BridgeService,
  type BridgeState,
  type Categories,
  type Category,
  type Consent,
  type ConsentMode,
  type Denied,
  type Dialog,
  type DialogRules,
  type Help,
  type Here,
  type HelpOutcome,
  type Mistake,
  type Network,
  type Pairing,
  type Profile,
  type Section,
  type Subject,
  type Verdict,
} from "../contracts/bridge-service";
import { readNeeds } from "../contracts/needs";
import type { ShowRun } from "../contracts/notice";
import type { BridgeAnswer, BridgeBroadcast, BridgeRequest, Method, Methods } from "../contracts/messages";
import type { Capability } from "../contracts/protocol.gen";
import type { Session, State } from "../contracts/state.gen";
import { type Areas, Key } from "../contracts/storage.gen";
import { get, type In, remove, set } from "./area";
import { allowed, introduce, wake } from "./native";
import { saveNotices, subscribeNotices } from "./notices";
import { localDenied } from "./permission";
import { focusTab, frontTab, readTab, readWindow } from "./tabs";
import { blocklistOf, categoriesOf, consentOf, copyOf, deniedOf, dialogRulesOf, dialogsOf, entriesOf, exactKeys, helpsOf, linkOf, mistakesOf, networkOf, obstaclesOf, type Ordered, questionsOf, rowsOf, sessionsOf, stoppedOf } from "./stored";

const day = 24 * 60 * 60 * 1000;
/** How often an open page asks the worker, which revives one that Chrome killed. */
const pulse = 5000;
/** A question that met a dying worker is asked once more after this. */
const again = 250;
/** A message that a worker took with it when it was killed is never answered, and nobody is told: this long is waited. */
const patience = 2000;
/** The worker's own limit is 30 s. */
const atMost = 31_000;

export function createRuntimeService(): BridgeService {
  return new RuntimeService();
}

class RuntimeService implements BridgeService {
  /** The first reading begins before anything is drawn: the first paint waits for it. */
  private first: Promise<BridgeState> | undefined = readStored().then((s) => this.known(s, undefined, ""));

  /** Looks at the browser again, for each subscription. Not every browser tells when a window is shown or hidden, so what this page does there is looked at again. */
  private readonly watchers = new Set<() => void>();

  private async done(what: Promise<unknown>): Promise<void> {
    await what;
    for (const changed of this.watchers) changed();
  }

  /** What is known without the worker's answer. */
  private known(stored: Stored, told: State | undefined, trouble: string): Promise<BridgeState> {
    return this.compose(stored, told ?? linkOf(stored.run[Key.state]), sessionsOf(stored.run[Key.sessions]), trouble);
  }

  async getState(): Promise<BridgeState> {
    const told = await ask("getState", {});
    return this.compose(await readStored(), told, told.sessions, "");
  }

  subscribeState(listener: (state: BridgeState) => void): () => void {
    let live = true;
    let told: State | undefined; // the newest answer or broadcast
    let trouble = "";
    let round = 0;

    // Each change composes anew from the browser; only the newest composition is shown.
    const show = async () => {
      const mine = ++round;
      const first = this.first;
      this.first = undefined;
      const state = await (first ?? readStored().then((s) => this.known(s, told, trouble)));
      if (live && mine === round) listener(state);
    };
    const refresh = async () => {
      if (!live) return;
      try {
        told = await ask("getState", {});
        trouble = "";
      } catch (e) {
        trouble = e instanceof Error ? e.message : String(e);
      }
      if (live) await show();
    };
    // Pages and windows tell many changes at once; a few of them are one.
    let soon: ReturnType<typeof setTimeout> | undefined;
    const changed = () => {
      soon ??= setTimeout(() => {
        soon = undefined;
        void show();
      }, 40);
    };

    const onMessage = (message: unknown, sender: chrome.runtime.MessageSender) => {
      if (sender.id !== chrome.runtime.id || sender.tab) return; // the worker has no tab
      const m = message as Partial<BridgeBroadcast> | null;
      if (m?.kind !== "bridge_broadcast") return;
      told = m.event as State;
      trouble = "";
      changed();
    };
    const onStorage = (changes: Record<string, unknown>) => {
      if (Key.sessions in changes || Key.history in changes || Key.window in changes || Key.tabs in changes || Key.consentAsked in changes || Key.help in changes || Key.needs in changes || Key.holds in changes || Key.consentMode in changes || Key.profile in changes) changed();
    };
    chrome.runtime.onMessage.addListener(onMessage);
    chrome.storage.onChanged.addListener(onStorage);
    chrome.tabs.onUpdated.addListener(changed);
    chrome.windows.onBoundsChanged.addListener(changed);
    this.watchers.add(changed);
    const timer = setInterval(() => void refresh(), pulse);
    void show().then(drawn, drawn).then(refresh);
    return () => {
      live = false;
      this.watchers.delete(changed);
      clearInterval(timer);
      clearTimeout(soon);
      chrome.runtime.onMessage.removeListener(onMessage);
      chrome.storage.onChanged.removeListener(onStorage);
      chrome.tabs.onUpdated.removeListener(changed);
      chrome.windows.onBoundsChanged.removeListener(changed);
    };
  }

  private async compose({ run: stored, local, consent }: Stored, told: State | undefined, sessions: Session[], trouble: string): Promise<BridgeState> {
    const own = Array.isArray(stored[Key.tabs]) ? (stored[Key.tabs] as unknown[]) : [];
    const link = told?.link;
    const [denied, window, ...tabs] = await Promise.all([
      link && (link.state === "backoff" || link.notice) ? localDenied() : false,
      readWindow(stored[Key.window], own.length),
      ...sessions.map((s) => readTab(s, own.includes(s.tabId))),
    ]);
    const since = Date.now() - day;
    const blocked = rowsOf(local[Key.history]).filter((r) => r.event === "block" && r.at > since);
    const asked = consent.mode === "off" ? [] : questionsOf(stored[Key.consentAsked]);
    const helps = helpsOf(stored[Key.help]);
    const stopped = stoppedOf(local[Key.holds], Date.now());
    const needs = readNeeds(stored[Key.needs]);
    const dialogs = dialogsOf(stored[Key.sessions]);
    const obstacles = obstaclesOf(stored[Key.sessions], helps);
    return { link, sessions: tabs, broken: told?.broken ?? "", updateBy: told?.updateBy ?? 0, blocked, asked, helps, dialogs, obstacles, needs, stopped, remembers: consent.mode === "per-origin", window, localDenied: denied, trouble };
  }

  stop(tabId: number): Promise<boolean> {
    return ask("stop", { tabId });
  }

  stopAll(): Promise<number> {
    return ask("stopAll", {});
  }

  resume(tabId: number): Promise<boolean> {
    return ask("resume", { tabId });
  }

  showTab(tabId: number): Promise<void> {
    return this.done(focusTab(tabId));
  }

  async showWindow(): Promise<void> {
    const id = await windowId();
    if (id) await this.done(chrome.windows.update(id, { state: "normal", focused: true }));
  }

  async hideWindow(): Promise<void> {
    const id = await windowId();
    if (!id) return;
    await frontTab(id);
    await this.done(chrome.windows.update(id, { state: "minimized" }));
  }

  async pair(p: Pairing): Promise<void> {
    await ask("pair", { serverUrl: p.serverUrl, code: p.code, deviceName: p.deviceName });
  }

  async pairHere(deviceName: string): Promise<Here> {
    if (!(await allowed())) return "refused";
    const met = await introduce();
    if (!met) return "absent";
    await this.pair({ ...met, deviceName });
    return "asked";
  }

  async confirmServer(host: string, accept: boolean): Promise<void> {
    await ask("confirm", { host, accept });
  }

  async retry(): Promise<void> {
    const { link } = await ask("getState", {});
    if (link.state === "backoff" && local(link.serverUrl)) await wake();
    await ask("retry", {});
  }

  async update(): Promise<void> {
    chrome.runtime.reload(); // Chrome installs what it has ready, and this page ends
  }

  async forget(): Promise<void> {
    await remove(Key.config);
  }

  async getBlocklist(): Promise<Blocklist> {
    const [local, managed] = await Promise.all([
      get("local", Key.blocklist, copyOf(Key.blocklist)),
      readManaged(Key.blocklist),
    ]);
    return blocklistOf(local, managed);
  }

  subscribeBlocklist(listener: (list: Blocklist) => void): () => void {
    let live = true;
    const show = () =>
      void this.getBlocklist().then((list) => {
        if (live) listener(list);
      });
    const onStorage = (changes: Record<string, unknown>) => {
      if (Key.blocklist in changes || copyOf(Key.blocklist) in changes || Key.managedSchema in changes) show();
    };
    chrome.storage.onChanged.addListener(onStorage);
    show();
    return () => {
      live = false;
      chrome.storage.onChanged.removeListener(onStorage);
    };
  }

  async checkEntry(entry: string): Promise<string> {
    const answer = await send("checkEntry", { entry });
    if (!answer.error) return "";
    if (answer.error.code !== "invalid_action") throw new BridgeError(answer.error.message);
    return answer.error.message;
  }

  async saveBlocklist(entries: string[]): Promise<void> {
    await set({ [Key.blocklist]: entriesOf(entries) ?? [] });
  }

  subscribeDenied(listener: (denied: Denied) => void): () => void {
    return watch([Key.denied, copyOf(Key.denied), Key.managedSchema], async () => {
      const [local, managed] = await Promise.all([get("local", Key.denied, copyOf(Key.denied)), readManaged(Key.denied)]);
      listener(deniedOf(local, managed));
    });
  }

  async saveDenied(denied: Capability[]): Promise<void> {
    await set({ [Key.denied]: denied });
  }

  subscribeNetwork(listener: (network: Network) => void): () => void {
    const keys = [Key.privateNetwork, Key.profile] as const;
    return watch([...keys, ...keys.map(copyOf), Key.managedSchema], async () => {
      const [local, managed] = await Promise.all([get("local", ...keys, ...keys.map(copyOf)), readManaged(...keys)]);
      listener(networkOf(local, managed));
    });
  }

  async saveNetwork(refused: boolean): Promise<void> {
    // Switched off it is nobody's word: "allow" would count in the strict profile, too.
    await (refused ? set({ [Key.privateNetwork]: "refuse" }) : remove(Key.privateNetwork));
  }

  subscribeHolding(listener: (holding: boolean) => void): () => void {
    return follow(Key.holding, (value) => listener(value !== false));
  }

  async saveHolding(holding: boolean): Promise<void> {
    await set({ [Key.holding]: holding });
  }

  subscribeNotices = subscribeNotices;
  saveNotices = saveNotices;

  subscribeConsent(listener: (consent: Consent) => void): () => void {
    return watch([Key.consentMode, copyOf(Key.consentMode), Key.consentSites, Key.profile, copyOf(Key.profile), Key.grants, Key.managedSchema], async () => listener(await readConsent()));
  }

  async saveConsentMode(mode: ConsentMode): Promise<void> {
    await ask("consentMode", { mode });
  }

  subscribeDialogRules(listener: (rules: DialogRules) => void): () => void {
    const keys = [Key.dialogPolicy, Key.dialogTimeout] as const;
    return watch([...keys, ...keys.map(copyOf), Key.managedSchema], async () => {
      const [local, managed] = await Promise.all([get("local", ...keys, ...keys.map(copyOf)), readManaged(...keys)]);
      listener(dialogRulesOf(local, managed));
    });
  }

  async saveDialogRules(rules: Partial<Pick<DialogRules, "policy" | "seconds">>): Promise<void> {
    await set({
      ...(rules.policy === undefined ? {} : { [Key.dialogPolicy]: rules.policy }),
      ...(rules.seconds === undefined ? {} : { [Key.dialogTimeout]: rules.seconds }),
    });
  }

  subscribeMistakes(listener: (mistakes: Mistake[]) => void): () => void {
    return watch([Key.managedFaults, ...exactKeys], async () => {
      const [faults, managed] = await Promise.all([get("local", Key.managedFaults), readManaged(...exactKeys)]);
      const copies = await get("local", ...((entriesOf(faults[Key.managedFaults]) ?? []) as Ordered[]).map(copyOf));
      listener(mistakesOf({ ...faults, ...copies }, managed));
    });
  }

  help(h: Help, outcome: HelpOutcome): Promise<boolean> {
    return ask("help", { tabId: h.tabId, at: h.at, outcome });
  }

  answerDialog(d: Dialog, accept: boolean, text: string): Promise<boolean> {
    return ask("dialog", { tabId: d.tabId, dialog: d.id, accept, text });
  }

  async answer({ domain, can, what }: Subject, verdict: Verdict): Promise<void> {
    await ask("consent", { domain, can, what, answer: verdict });
  }

  async saveProfile(profile: Profile): Promise<void> {
    await ask("profile", { profile });
  }

  subscribeCategories(listener: (categories: Categories) => void): () => void {
    return watch([Key.categories], async () => {
      const [local, managed] = await Promise.all([get("local", Key.categories), readManaged(Key.categories)]);
      listener(categoriesOf(local[Key.categories], managed[Key.categories]));
    });
  }

  async saveCategories(own: Category[]): Promise<void> {
    await set({ [Key.categories]: own });
  }

  subscribeHistory(listener: (rows: AuditRow[]) => void): () => void {
    return follow(Key.history, (value) => listener(rowsOf(value)));
  }

  async clearHistory(): Promise<void> {
    await ask("clearHistory", {});
  }

  async openPanel(): Promise<void> {
    const window = await chrome.windows.getCurrent();
    if (window.id !== undefined) await chrome.sidePanel.open({ windowId: window.id });
  }

  async openRun(run: string): Promise<void> {
    const { id } = await chrome.windows.getCurrent();
    if (id === undefined) return;
    await chrome.sidePanel.open({ windowId: id });
    await chrome.runtime.sendMessage({ kind: "show_run", run, window: id } satisfies ShowRun).catch(() => undefined); // nobody answers it
  }

  async openOptions(section?: Section): Promise<void> {
    const page = chrome.runtime.getURL("options/index.html");
    const open = (await chrome.tabs.query({})).find((t) => (t.url ?? "").split("#")[0] === page);
    const url = section ? `${page}#${section}` : page;
    if (open?.id === undefined) {
      await chrome.tabs.create({ url });
      return;
    }
    await chrome.tabs.update(open.id, section ? { url, active: true } : { active: true });
    await chrome.windows.update(open.windowId, { focused: true });
  }

  about(): About {
    return { version: chrome.runtime.getManifest().version, extensionId: chrome.runtime.id };
  }
}

/** Reports whether a server is this computer. */
const local = (url: string): boolean => /^ws:\/\//.test(url); // the core takes ws for nothing else

/** Ends when what was shown is on the screen: a worker that wakes up meanwhile would slow that down. A page that nobody sees draws nothing. */
function drawn(): Promise<void> {
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, 200);
  });
}

/** A key of some area. */
type Name = keyof Areas["local"] | keyof Areas["managed"] | keyof Areas["session"];

/** Shows at once and whenever one of the keys changes, in any area. What is read meanwhile for one that has stopped listening is dropped by it. */
function watch(keys: Name[], show: () => Promise<void>): () => void {
  let live = true;
  const again = () => {
    if (live) void show();
  };
  const onStorage = (changes: Record<string, unknown>) => {
    if (keys.some((key) => key in changes)) again();
  };
  chrome.storage.onChanged.addListener(onStorage);
  again();
  return () => {
    live = false;
    chrome.storage.onChanged.removeListener(onStorage);
  };
}

/** What the organisation's policy has of some keys, and whether there is one; nothing in a browser without policies. */
function readManaged(...keys: (keyof Areas["managed"])[]): Promise<In<"managed">> {
  return get("managed", ...keys, Key.managedSchema).catch(() => ({}));
}

/** Calls with what a key of the local storage holds, at once and after every change. */
function follow<K extends keyof Areas["local"]>(key: K, listener: (value: unknown) => void): () => void {
  let live = true;
  const stop = watch([key], async () => {
    const value = (await get("local", key))[key];
    if (live) listener(value);
  });
  return () => {
    live = false;
    stop();
  };
}

interface Stored {
  /** The area that ends with the browser. */
  run: In<"session">;
  local: In<"local">;
  consent: Consent;
}

/** All that a popup shows of storage, asked for at once: each question more is a step more before its first paint. */
async function readStored(): Promise<Stored> {
  const [run, local, consent] = await Promise.all([
    get("session", Key.state, Key.sessions, Key.window, Key.tabs, Key.consentAsked, Key.help, Key.needs),
    get("local", Key.history, Key.holds),
    readConsent(),
  ]);
  return { run, local, consent };
}

async function readConsent(): Promise<Consent> {
  const [local, managed] = await Promise.all([
    get("local", Key.consentMode, copyOf(Key.consentMode), Key.consentSites, Key.profile, copyOf(Key.profile), Key.grants),
    readManaged(Key.consentMode, Key.profile, Key.grants),
  ]);
  return consentOf(local, managed);
}

async function windowId(): Promise<number> {
  const id: unknown = (await get("session", Key.window))[Key.window];
  return typeof id === "number" ? id : 0;
}

/** Asks the worker; a refusal is thrown. */
async function ask<M extends Method>(method: M, args: Methods[M]["args"]): Promise<Methods[M]["ok"]> {
  const answer = await send(method, args);
  if (answer.error) throw new BridgeError(answer.error.message);
  return answer.ok;
}

/** Asks once more when the worker died under the question; every question may be asked twice. */
async function send<M extends Method>(method: M, args: Methods[M]["args"]): Promise<BridgeAnswer<M>> {
  const once = async (limit: number): Promise<BridgeAnswer<M>> => {
    const late = new Promise<never>((_, fail) => setTimeout(() => fail(new BridgeError("The extension did not answer in time.")), limit));
    const answer: unknown = await Promise.race([chrome.runtime.sendMessage({ kind: "bridge_request", method, args } satisfies BridgeRequest<M>), late]);
    if (typeof answer !== "object" || answer === null) throw new BridgeError("The extension did not answer.");
    return answer as BridgeAnswer<M>;
  };
  try {
    return await once(patience);
  } catch {
    await new Promise((done) => setTimeout(done, again));
    return once(atMost).catch((e: unknown) => {
      throw new BridgeError(e instanceof Error ? e.message : String(e));
    });
  }
}
