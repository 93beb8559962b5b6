/**
 * What the person should know of while they look at no page of bua's: a task that asks
 * them, a planned one that has ended, a tab that was handed to them, a site that an agent
 * wants to enter. The toolbar shows it, and a notification of the system where they have
 * allowed that. It says a kind of act and a site; what a page or a model wrote is not in it.
 *
 * Where the tasks live tells of them over a port as a panel has one, which the worker opens
 * for itself: to the backend, or to the agent's document while there is one. What was told
 * is stored: a worker that starts anew tells nothing twice.
 */
import { asks, named, type Need, readNeeds, runOf, said } from "../contracts/needs";
import { Ports } from "../contracts/ports";
import type { ShowRun } from "../contracts/notice";
import { get } from "../services/area";
import type { State } from "../contracts/state.gen";
import { Key, readHelpRows, readQuestionRows } from "../contracts/storage.gen";
import { ours, type Panels } from "./panels";
import { keep } from "./stored";

/** How long after a port that told nothing the next one is opened, in ms: a backend of an older version has none. */
const patience = 30_000;

/** One thing that the person should know of. Its name begins with where it is from. */
interface Item {
  name: string;
  title: string;
  text: string;
  site: string;
  waits: boolean;
}

type From = "run" | "help" | "ask";

const t = (key: string) => chrome.i18n.getMessage(key);

/** A home of tasks: whether it is listened to and has answered, from when on it is asked again, what it told last. */
class Source {
  open = false;
  heard = false;
  after = 0;
  list: Need[] = [];
}

export class Notices {
  private readonly from = { backend: new Source(), browser: new Source() };
  /** One change is carried out after the other. */
  private work: Promise<void> = Promise.resolve();

  constructor(private readonly panels: Panels) {}

  /** Registers the listeners; in the first turn. */
  listen(): void {
    this.answer();
    this.panels.there = (beside) => this.hear(this.from.browser, beside);
    chrome.permissions.onAdded.addListener(() => this.answer());
    chrome.runtime.onConnect.addListener((port) => {
      if (port.name === Ports.panel && ours(port.sender)) this.then(() => this.seen());
    });
    chrome.runtime.onMessage.addListener((message: unknown, sender) => {
      const m = message as Partial<ShowRun> | null;
      if (m?.kind === "show_run" && typeof m.run === "string" && sender.id === chrome.runtime.id) void shows(m.run, Number(m.window));
      return false;
    });
    chrome.storage.onChanged.addListener((changes, area) => {
      if (area !== "session") return;
      if (Key.help in changes) this.take("help", helps(changes[Key.help]?.newValue));
      if (Key.consentAsked in changes) this.take("ask", questions(changes[Key.consentAsked]?.newValue));
    });
  }

  /** Asks the backend as soon as there is one. */
  tell(state: State): void {
    if (state.link.state === "connected") this.hear(this.from.backend, false);
  }

  /** Asks a home what there is to know, unless that is asked. */
  private hear(from: Source, beside: boolean): void {
    if (from.open || Date.now() < from.after) return;
    from.open = true;
    from.heard = false;
    const say = this.panels.join(
      {
        postMessage: (frame) => {
          const { n, told } = frame as { n: number; told?: unknown[] };
          from.heard = true;
          say({ ack: n });
          const list = told?.at(-1); // each has all
          if (list) from.list = readNeeds(list);
          this.told();
        },
        disconnect: () => {
          from.open = false;
          from.after = from.heard || from === this.from.browser ? 0 : Date.now() + patience;
        },
      },
      beside,
    );
    say({ id: 1, call: "needs", args: {} });
  }

  /** Takes what all homes told, once each has: what one of them tells takes nothing of the other's back. */
  private told(): void {
    const homes = [this.from.backend, this.from.browser];
    if (homes.some((from) => from.open && !from.heard)) return;
    const all = homes.flatMap((from) => from.list);
    this.then(() => this.needs(all));
  }

  private then(next: () => Promise<void>): void {
    this.work = this.work.then(next).catch((e: unknown) => console.error("bua: a notice:", e));
  }

  private take(from: From, list: Item[]): void {
    this.then(async () => void (await notice(from, list)));
  }

  private async needs(list: Need[]): Promise<void> {
    const before = readNeeds((await get("session", Key.needs))[Key.needs]).map(named);
    const fresh = await notice("run", list.map(itemOf));
    // The end of a task is shown until a panel was opened.
    await keep("session", { [Key.needs]: list.filter((n) => asks(n) || fresh.includes(named(n)) || before.includes(named(n))) });
  }

  private async seen(): Promise<void> {
    const list = readNeeds((await get("session", Key.needs))[Key.needs]);
    if (!list.every(asks)) await keep("session", { [Key.needs]: list.filter(asks) });
  }

  /** Listens to presses where notifications are allowed: before there is no such event. */
  private answer(): void {
    if (chrome.notifications && !chrome.notifications.onClicked.hasListener(pressed)) chrome.notifications.onClicked.addListener(pressed);
  }
}

/** Shows what is new of a source and takes back what is over. Returns the names of what the person has not seen. */
async function notice(from: From, list: Item[]): Promise<string[]> {
  const stored: unknown = (await get("local", Key.noticed))[Key.noticed];
  const noticed = Array.isArray(stored) ? stored.filter((name) => typeof name === "string") : [];
  const fresh = list.filter((i) => !noticed.includes(i.name));
  const seen = fresh.length > 0 && (await watched());
  if (chrome.notifications) {
    if (!seen) for (const i of fresh) await show(i);
    for (const id of Object.keys(await chrome.notifications.getAll())) {
      if (id.startsWith(from) && !list.some((i) => i.name === parted(id).name)) await chrome.notifications.clear(id);
    }
  }
  await keep("local", { [Key.noticed]: [...noticed.filter((name) => !name.startsWith(from)), ...list.map((i) => i.name)] });
  return seen ? [] : fresh.map((i) => i.name);
}

/** Reports whether the person has a page of bua's in front of them that says it. */
async function watched(): Promise<boolean> {
  const { SIDE_PANEL, POPUP } = chrome.runtime.ContextType;
  return (await chrome.runtime.getContexts({ contextTypes: [SIDE_PANEL, POPUP] })).length > 0;
}

async function show(i: Item): Promise<void> {
  const window = await chrome.windows.getLastFocused({ windowTypes: ["normal"] }).catch(() => undefined);
  // The window's number is in the name: a press must open the panel in its own turn, in a worker that may have just begun.
  await chrome.notifications.create(`${i.name}@${window?.id ?? 0}`, {
    type: "basic",
    iconUrl: chrome.runtime.getURL("icons/128.png"),
    title: i.title,
    message: i.site ? `${i.text}\n${i.site}` : i.text,
    requireInteraction: i.waits,
  });
}

const parted = (id: string) => {
  const [name = "", window] = id.split("@");
  return { name, run: runOf(name), window: Number(window) };
};

/** Opens the panel at the task, or the popup where something else waits. */
function pressed(id: string): void {
  const { run, window } = parted(id);
  const opened = run ? chrome.sidePanel.open({ windowId: window }) : (chrome.action.openPopup?.({ windowId: window }) ?? Promise.reject()); // Chrome 127
  void opened.then(
    () => void chrome.windows.update(window, { focused: true }),
    () => tab(run ? "sidepanel/index.html" : "popup/index.html"), // the window has gone, or the browser allows it no more
  );
  if (run) void shows(run, 0);
  void chrome.notifications.clear(id);
}

async function tab(page: string): Promise<void> {
  const url = chrome.runtime.getURL(page);
  const made = await chrome.tabs.create({ url }).catch(() => undefined);
  if (made) await chrome.windows.update(made.windowId, { focused: true });
  else await chrome.windows.create({ url });
}

/** Has the panel of a window, 0 for any, show a task. */
function shows(run: string, window: number): Promise<void> {
  return keep("session", { [Key.shown]: [run, String(window), String(Date.now())] });
}

function itemOf(n: Need): Item {
  const [title, text] = said(n);
  return { name: named(n), title: t(title), text: t(text), site: n.site ?? "", waits: asks(n) };
}

const helps = (v: unknown): Item[] =>
  readHelpRows(v)
    .filter((h) => !h.outcome)
    .map((h) => ({ name: `help ${h.tabId} ${h.at}`, title: t("helpTitle"), text: t("noticeHelp"), site: h.domain ?? "", waits: true }));

const questions = (v: unknown): Item[] => readQuestionRows(v).map((q) => ({ name: `ask ${q.domain} ${q.can ?? ""} ${q.at ?? 0}`, title: t("helpTitle"), text: t("noticeConsent"), site: q.domain, waits: true }));
