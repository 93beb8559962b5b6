/**
 * The contract between the side panel and the backend's agent. The panel knows this and
 * the BridgeService and nothing else: services/panel.ts keeps it over a port to the
 * worker, services/panel-mock.ts in memory, for the stories and the tests.
 */
import type { PanelCalls, PanelStreams, Run as PanelRun } from "./panel.gen";
import type { Unsubscribe } from "./bridge-service";
import type { Draft } from "./draft";

export type { Abilities, Found, Job, JobState, Model, Paid, PanelCalls, PanelStreams, Question as RunQuestion, RunMode, RunStatus, Sink, Switched, Update, Used } from "./panel.gen";
export type { Unsubscribe } from "./bridge-service";
export type { Draft } from "./draft";

/** A run; beside says that it lives in this browser while new ones live with a backend. */
export type Run = PanelRun & { beside?: boolean };

/** What failed: a code of the backend's, or closed when the way to it ended. */
export class PanelError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The tab that the panel's window shows. What a page wrote is text only. */
export interface FrontTab {
  tabId: number;
  title: string;
  url: string;
}

/** Every promise rejects with a PanelError. A call that rejects with closed may have been carried out. */
export interface PanelService {
  /** Calls with whether the backend can be asked, at once and after every change. */
  subscribeOpen(listener: (open: boolean) => void): Unsubscribe;
  /** Calls with whether there are runs in this browser beside a backend's, which can be asked about also while the backend is away. */
  subscribeBeside(listener: (open: boolean) => void): Unsubscribe;
  ask<C extends keyof PanelCalls>(call: C, args: PanelCalls[C]["args"]): Promise<PanelCalls[C]["ok"]>;
  /** Calls told with what a stream tells, and done at its end. */
  listen<C extends keyof PanelStreams>(call: C, args: PanelStreams[C]["args"], told: (list: PanelStreams[C]["told"][]) => void, done: (error?: PanelError) => void): Unsubscribe;
  /** Calls with the tab in front, at once and after every change; undefined for a page that no agent works in. */
  subscribeTab(listener: (tab: FrontTab | undefined) => void): Unsubscribe;
  /** Calls with what the person chose in the menu of a page of the panel's window: each once, and what they chose before at once. */
  subscribeDraft(listener: (draft: Draft) => void): Unsubscribe;
  /** Calls with a task that the person wants to see, from a notification or the popup: each once, and what they wanted just before at once. */
  subscribeShown(listener: (run: string) => void): Unsubscribe;
  /** Asks the person, in what they just did, whether the extension may reach an origin, and reports whether it may. */
  allow(origin: string): Promise<boolean>;
  /** Saves a text as a file of the person's. */
  save(name: string, type: string, text: string): void;
}
