/**
 * What crosses between the extension's pages and its worker, over
 * chrome.runtime messages: a page asks with bridge_request and is answered; the
 * worker tells with bridge_broadcast. wasm/worker/person.go answers.
 */
import type { Methods } from "./messages.gen";
import type { State } from "./state.gen";

export type { ConsentMode, Methods, Profile, Verdict } from "./messages.gen";

/** What is asked and answered: a domain; in the strict profile an origin, a capability or the kind of an act, and what names that act. See core/session/subject.go. */
export type Subject = Omit<Methods["consent"]["args"], "answer">;

/** What the person answers to a request for help. */
export type HelpOutcome = Methods["help"]["args"]["outcome"];

export type Method = keyof Methods;

export interface BridgeRequest<M extends Method = Method> {
  kind: "bridge_request";
  method: M;
  args: Methods[M]["args"];
}

export type BridgeAnswer<M extends Method = Method> =
  | { ok: Methods[M]["ok"]; error?: never }
  | { ok?: never; error: { code: string; message: string } };

export interface BridgeBroadcast {
  kind: "bridge_broadcast";
  event: State;
}

/** Storage keys that the pages read; core/session and core/link own what is under them, but those that the options write: `blocklist`, `deniedCapabilities`, `blockedCategories` and `holdAfterStop`. */
export const Key = {
  /** session: the State that the worker broadcast last, for the first paint while the worker sleeps. */
  state: "bridge_state",
  /** session: the live sessions. */
  sessions: "activeSessions",
  /** session: the agent's window and its tabs. */
  window: "buaWindowId",
  tabs: "buaTabs",
  /** local: the audit log, oldest first. */
  history: "sessionHistory",
  /** local and managed: the blocklist. */
  blocklist: "blocklist",
  /** local: the capabilities that the person has switched off. */
  denied: "deniedCapabilities",
  /** local and managed: whether the person is asked before the agent works on a site. */
  consentMode: "consentMode",
  /** local: the sites that they allow for good. */
  consentSites: "consentSites",
  /** local and managed: the profile. */
  profile: "profile",
  /** local and managed: what is granted in the strict profile. */
  grants: "grants",
  /** local and managed: the kinds of sites that are blocked. */
  categories: "blockedCategories",
  /** local and managed: "refuse" where the agent is kept out of private networks, "allow" where it is not. */
  network: "privateNetwork",
  /** session: what waits for their answer. */
  consentAsked: "consentAsked",
  /** session: what the agent asks them to do. */
  help: "helpAsked",
  /** session: where the person has stopped the agent. */
  stopped: "stopped",
  /** local: false where a stop shall not keep the agent out. */
  holding: "holdAfterStop",
  /** local: the copy of the organisation's last good list, as of each of its values: see copyOf in stored.ts. */
  managedCopy: "managedBlocklist",
  /** local: the organisation's values that are not understood. */
  managedFaults: "managedFaults",
  /** local and managed: what happens to pages' dialogs, and after how many seconds one that nobody answers is dismissed. */
  dialogPolicy: "dialogPolicy",
  dialogTimeout: "dialogTimeout",
  /** managed: set by every policy of an organisation. */
  managedSchema: "schemaVersion",
  /** local: the pairing. The pages only remove it; they never read the key in it. */
  config: "bridge_config",
  /** local: the first page was shown. */
  welcomed: "welcomed",
} as const;
