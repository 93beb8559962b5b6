/**
 * The contract between the person's pages and everything behind them.
 * services/runtime.ts keeps it over the browser's API, services/mock.ts in
 * memory, for the stories and the tests.
 */
import type { ConsentMode, HelpOutcome, Profile, Subject, Verdict } from "./messages";
import type { Capability, DialogPolicy, ObstacleType } from "./protocol.gen";
import type { Link, Session } from "./state.gen";
import type { Need } from "./needs";
import type { AuditRow } from "./storage.gen";

export type { ConsentMode, HelpOutcome, Profile, Subject, Verdict } from "./messages";
export type { DialogPolicy } from "./protocol.gen";
export type { Link, Mode, Session } from "./state.gen";
export type { AuditRow } from "./storage.gen";

/** Where `bua serve` listens unless it is told otherwise. */
export const defaultServer = "ws://127.0.0.1:48123/ws/browser";

/** A live session with what the browser knows of its tab. */
export interface TabSession extends Session {
  /** Written by the page: show it as text only. "" when the tab is not there. */
  title: string;
  /** An address of the extension itself or a data URL, "" when there is no icon. */
  icon: string;
  /** The tab is the agent's own, in its window. */
  own: boolean;
}

/** The agent's own window. */
export interface AgentWindow {
  shown: boolean;
  /** How many tabs of the agent's are in it. */
  tabs: number;
}

/** What the agent waits to be let do: work on a site, and in the strict profile one thing there. What names an act may be the page's words: show it as text only. */
export interface Question extends Subject {
  /** What it wants to do first, "" when unknown. */
  action: string;
  /** The program that asks, as it calls itself; "" when it did not say. Not ours: show it as text only. */
  agent: string;
  at: number;
  /** What the act would send, "" for nothing: see core/protocol. Fields and what they hold are the page's: show it as text only. */
  form?: string;
}

/** What the agent asks the person to do in a tab, which it has handed to them. */
export interface Help {
  tabId: number;
  domain: string;
  /** The program that asks, as it calls itself; "" when it did not say. Not ours: show it as text only. */
  agent: string;
  /** The agent's words: show them as text only. */
  message: string;
  at: number;
  /** When the agent stops waiting; an answer is kept for it all the same. */
  until: number;
}

/** A page's dialog, which stops the page until the agent or the person answers it. */
export interface Dialog {
  tabId: number;
  /** Names it, among those of its tab. */
  id: string;
  kind: "alert" | "confirm" | "prompt" | "beforeunload";
  /** The site that opened it: a frame's is not the tab's. */
  domain: string;
  /** The page's words, at most 256 bytes of them: show them as text only. */
  message: string;
  /** What a prompt offers; the page's words too. */
  value: string;
  at: number;
}

/** What stands in the agent's way in a tab, as it was last told, and only the person can pass. */
export interface Obstacle {
  tabId: number;
  domain: string;
  kind: ObstacleType;
}

/** Where the person has stopped the agent, which is kept out of it for a while. */
export interface Stopped {
  /** 0 for everywhere. */
  tabId: number;
  /** Of the session that was stopped, "" for everywhere. */
  domain: string;
  /** When it may come back by itself. */
  until: number;
}

/** What the agent may do on an origin, in the words of core/session/subject.go. */
export interface Grant {
  origin: string;
  can: string[];
}

export interface Consent {
  /** The mode in force: the strict profile asks whatever is chosen. */
  mode: ConsentMode;
  /** The organisation has chosen it. */
  fixed: boolean;
  /** The sites that the person allows for good. */
  sites: string[];
  profile: Profile;
  /** The organisation has chosen the profile. */
  profileFixed: boolean;
  /** What the person grants in the strict profile, and what the organisation does. */
  grants: Grant[];
  given: Grant[];
}

/** The kinds of sites that one switch each blocks. core/category has the sites, and a test of tests/deps compares the names. */
export const allCategories = ["banking", "passwords", "identity", "health", "government"] as const;
export type Category = (typeof allCategories)[number];

export interface Categories {
  own: Category[];
  /** What the organisation blocks. */
  managed: Category[];
}

/** Whether the agent is kept out of this computer and private networks. */
export interface Network {
  refused: boolean;
  /** Who has decided it, "" where the person may. */
  fixed: "organisation" | "strict" | "";
}

export interface DialogRules {
  policy: DialogPolicy;
  /** After how many seconds one that nobody answers is dismissed. */
  seconds: number;
  /** The organisation has chosen it. */
  policyFixed: boolean;
  secondsFixed: boolean;
}

/** Whether the system's notifications are shown; offered once the person has answered whether they want them. */
export interface Notices {
  on: boolean;
  offered: boolean;
}

/** The capabilities that are switched off, by the person and by the organisation. */
export interface Denied {
  own: Capability[];
  managed: Capability[];
}

/** A value of the organisation's that is not understood, and the one that holds instead, "" for none. */
export interface Mistake {
  key: string;
  holds: string;
}

/** One snapshot of all that the popup shows. */
export interface BridgeState {
  /** undefined until the worker has told it for the first time. */
  link: Link | undefined;
  sessions: TabSession[];
  /** Why nothing is allowed, "" when the blocklist is good. */
  broken: string;
  /** When a new version of the extension, which waits for what is under way, is installed at the latest; 0 when none waits. */
  updateBy: number;
  /** Attempts that the blocklist stopped within the last day, newest first. */
  blocked: AuditRow[];
  /** What waits for the person's answer, oldest first. */
  asked: Question[];
  /** What the agent waits for the person to do, oldest first. */
  helps: Help[];
  /** Pages that stand still until somebody answers their dialog, oldest first. */
  dialogs: Dialog[];
  /** Pages that the agent cannot pass, but those where it has asked for help already. */
  obstacles: Obstacle[];
  /** bua's own tasks that wait for the person, and planned ones that have ended since a panel was open. */
  needs: Need[];
  /** Where they have stopped it; everywhere is the only one then. */
  stopped: Stopped[];
  /** An answer for a site can be remembered. */
  remembers: boolean;
  /** undefined when the agent has no window. */
  window: AgentWindow | undefined;
  /** The browser keeps the extension from the programs of this computer. */
  localDenied: boolean;
  /** Why the worker does not answer, "" when it does or has not been asked yet. */
  trouble: string;
}

/** The person's entries and the organisation's; one that is not readable is damaged, and nothing is allowed then. */
export interface Blocklist {
  own: string[];
  managed: string[];
  damaged: boolean;
}

export interface Pairing {
  serverUrl: string;
  code: string;
  deviceName: string;
}

/** What came of asking bua on this computer: a code, whose use is in the state's link; nothing, because the person did not allow it; or no such program. */
export type Here = "asked" | "refused" | "absent";

/** What failed, in the worker's words. */
export class BridgeError extends Error {}

/** Ends a subscription. */
export type Unsubscribe = () => void;

/** Every promise rejects with a BridgeError when the worker refuses or does not answer. */
export interface BridgeService {
  /** Asks the worker, waking it when it sleeps. */
  getState(): Promise<BridgeState>;
  /** Calls at once with what is remembered, then with every change until unsubscribed. */
  subscribeState(listener: (state: BridgeState) => void): Unsubscribe;

  /** Ends one session; false when there was none any more. */
  stop(tabId: number): Promise<boolean>;
  /** Ends every session and returns how many there were. */
  stopAll(): Promise<number>;
  /** Lets the agent back into a tab where it was stopped, 0 for everywhere; false when it was not kept out. */
  resume(tabId: number): Promise<boolean>;
  /** Brings a tab and its window to the front. */
  showTab(tabId: number): Promise<void>;
  showWindow(): Promise<void>;
  hideWindow(): Promise<void>;

  /** Redeems a code; how it went is in the state's link, which first asks about a server elsewhere. */
  pair(pairing: Pairing): Promise<void>;
  /** Pairs with the backend of this computer, without a code; only from what the person pressed. */
  pairHere(deviceName: string): Promise<Here>;
  /** Answers what link.asks: whether to pair with that server. */
  confirmServer(host: string, accept: boolean): Promise<void>;
  /** Connects now instead of later; starts the backend of this computer where bua may be asked for it. */
  retry(): Promise<void>;
  /** Installs the new version that waits, without waiting on: what is under way ends. */
  update(): Promise<void>;
  /** Removes the pairing from this browser. */
  forget(): Promise<void>;

  getBlocklist(): Promise<Blocklist>;
  subscribeBlocklist(listener: (list: Blocklist) => void): Unsubscribe;
  /** Asks whether the policy understands an entry; "" when it does, else why not. */
  checkEntry(entry: string): Promise<string>;
  /** Stores the person's entries. Sessions on what is blocked now end. */
  saveBlocklist(entries: string[]): Promise<void>;

  /** Calls with the capabilities that are switched off, at once and after every change. */
  subscribeDenied(listener: (denied: Denied) => void): Unsubscribe;
  /** Stores them; they hold from the next action on. */
  saveDenied(denied: Capability[]): Promise<void>;

  /** Calls with whether private networks are refused, at once and after every change. */
  subscribeNetwork(listener: (network: Network) => void): Unsubscribe;
  /** Stores what the person wants; it holds from the next action on. */
  saveNetwork(refused: boolean): Promise<void>;

  /** Calls with whether a stop keeps the agent out for a while, at once and after every change. */
  subscribeHolding(listener: (holding: boolean) => void): Unsubscribe;
  /** Stores it; switched off, the agent may go back to where it was stopped. */
  saveHolding(holding: boolean): Promise<void>;

  /** Calls with whether the system's notifications are shown, at once and after every change. */
  subscribeNotices(listener: (notices: Notices) => void): Unsubscribe;
  /** Switches them on or off; on asks the browser, only from what the person pressed. */
  saveNotices(on: boolean): Promise<void>;
  /** Calls with the choice and the remembered answers, at once and after every change. */
  subscribeConsent(listener: (consent: Consent) => void): Unsubscribe;
  /** Stores the choice; it holds from the next action on. */
  saveConsentMode(mode: ConsentMode): Promise<void>;
  /** Calls with what happens to pages' dialogs, at once and after every change. */
  subscribeDialogRules(listener: (rules: DialogRules) => void): Unsubscribe;
  /** Stores the person's choice; it holds from the next dialog on. */
  saveDialogRules(rules: Partial<Pick<DialogRules, "policy" | "seconds">>): Promise<void>;
  /** Calls with the organisation's values that are not understood, at once and after every change. */
  subscribeMistakes(listener: (mistakes: Mistake[]) => void): Unsubscribe;
  /** Answers what the agent asked for; false when it has stopped waiting. */
  help(help: Help, outcome: HelpOutcome): Promise<boolean>;

  /** Answers a page's dialog, a prompt with a text; false when it is closed already. */
  answerDialog(dialog: Dialog, accept: boolean, text: string): Promise<boolean>;

  /** Answers what is asked, or takes the answer back. */
  answer(subject: Subject, verdict: Verdict): Promise<void>;
  /** Stores the profile; it holds from the next action on. */
  saveProfile(profile: Profile): Promise<void>;

  /** Calls with the kinds of sites that are blocked, at once and after every change. */
  subscribeCategories(listener: (categories: Categories) => void): Unsubscribe;
  /** Stores the person's. Sessions on what is blocked now end. */
  saveCategories(own: Category[]): Promise<void>;

  /** Calls with the audit log, newest first, at once and after every change. */
  subscribeHistory(listener: (rows: AuditRow[]) => void): Unsubscribe;
  /** Empties the log; one row stays and says so. */
  clearHistory(): Promise<void>;

  /** Opens the side panel in this window; only what the person does may ask for it. */
  openPanel(): Promise<void>;
  /** Opens it at one of bua's own tasks. */
  openRun(run: string): Promise<void>;
  /** Opens the options, at one section. */
  openOptions(section?: Section): Promise<void>;
  /** What this build is. */
  about(): About;
}

/** The options' sections, as in the page's fragment. */
export type Section = "connection" | "blocklist" | "log" | "about";

export interface About {
  version: string;
  extensionId: string;
}
