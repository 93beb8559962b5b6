/** Reads what storage holds. Storage may be damaged: what is not understood is left out, and a blocklist says so. */
import type { AuditRow, Blocklist, Categories, Category, Consent, Denied, Dialog, DialogRules, Grant, Help, Mistake, Network, Obstacle, Profile, Question, Session, Stopped } from "../contracts/bridge-service";
import { allCategories } from "../contracts/bridge-service";
import type { State } from "../contracts/state.gen";
import { type Areas, Key, readAuditRows, readHelpRows, readHoldRows, readQuestionRows, readSessionRows } from "../contracts/storage.gen";
import type { In } from "./area";

const record = (v: unknown): v is Record<string, unknown> => typeof v === "object" && v !== null;

/** Reads the remembered State, undefined when there is none. */
export function linkOf(v: unknown): State | undefined {
  return record(v) && record(v.link) && typeof v.link.state === "string" ? (v as unknown as State) : undefined;
}

/** Reads the sessions; the worker writes the latest used first. */
export function sessionsOf(v: unknown): Session[] {
  return readSessionRows(v).map((s) => ({
    tabId: s.tabId,
    domain: s.domain,
    startedAt: s.startedAt ?? 0,
    lastActionAt: s.lastActionAt ?? 0,
    actionCount: s.actionCount ?? 0,
    lastAction: (s.lastAction ?? "") as Session["lastAction"],
    agent: s.agent ?? "",
  }));
}

/** Reads the audit log, newest first. */
export function rowsOf(v: unknown): AuditRow[] {
  return readAuditRows(v).reverse();
}

/** Reads an array of strings, undefined when it is anything else. */
export function entriesOf(v: unknown): string[] | undefined {
  if (v === undefined || v === null) return [];
  if (!Array.isArray(v) || v.some((e) => typeof e !== "string")) return undefined;
  return (v as string[]).map((e) => e.trim()).filter((e) => e !== "");
}

const switches = ["script", "upload", "download", "tools"] as const;

/** Reads what is switched off and by whom, as core/session/switches.go does: when that cannot be told it is everything. */
export function deniedOf(local: In<"local">, managed: In<"managed">): Denied {
  const read = (v: unknown) => {
    const list = entriesOf(v);
    return switches.filter((c) => !list || list.includes(c));
  };
  const known = (v: unknown): boolean => entriesOf(v)?.every((name) => (switches as readonly string[]).includes(name)) ?? false;
  const theirs = inForce(Key.denied, local, managed, known);
  return { own: read(local[Key.denied]), managed: theirs === undefined || known(theirs) ? read(theirs) : [...switches] };
}

/** Reads the questions that wait for the person. */
export function questionsOf(v: unknown): Question[] {
  return readQuestionRows(v).map((q) => ({ domain: q.domain, can: q.can ?? "", what: q.what ?? "", at: q.at ?? 0, action: q.action ?? "", agent: q.agent ?? "", ...(q.form ? { form: q.form } : {}) }));
}

/** Reads what the agent waits for the person to do; an answered request is only kept for the agent. */
export function helpsOf(v: unknown): Help[] {
  const open = readHelpRows(v).filter((h) => !h.outcome);
  const helps = open.map((h) => ({ tabId: h.tabId, domain: h.domain ?? "", agent: h.agent ?? "", message: h.message ?? "", at: h.at, until: h.until }));
  return helps.sort((a, b) => a.at - b.at);
}

const dialogs = ["alert", "confirm", "prompt", "beforeunload"] as const;

/** Reads the dialogs that wait, from the sessions, with which core/session/blocker.go writes them. */
export function dialogsOf(v: unknown): Dialog[] {
  const found = readSessionRows(v).flatMap((s) => {
    const kind = dialogs.find((k) => k === s.type);
    return s.dialog !== undefined && kind
      ? [{ tabId: s.tabId, id: s.dialog, kind, domain: s.from || s.domain, message: s.message ?? "", value: s.value ?? "", at: s.at ?? 0 }]
      : [];
  });
  return found.sort((a, b) => a.at - b.at);
}

/** Reads what the agent cannot pass; a help that waits in the same tab says more. */
export function obstaclesOf(v: unknown, helps: Help[]): Obstacle[] {
  return readSessionRows(v).flatMap((s) => (s.obstacle && !helps.some((h) => h.tabId === s.tabId) ? [{ tabId: s.tabId, domain: s.domain, kind: s.obstacle }] : []));
}

/** Reads where the person has stopped the agent. Everywhere is all that counts, where that is so. */
export function stoppedOf(v: unknown, now: number): Stopped[] {
  const list = readHoldRows(v).flatMap((s) => (s.until > now ? [{ tabId: s.tabId ?? 0, domain: s.domain ?? "", until: s.until }] : []));
  const all = list.find((s) => s.tabId === 0);
  return all ? [all] : list;
}

/** The key of the copy of the organisation's last good value, as CopyOf in core/session/managed.go. */
export const copyOf = <K extends Ordered>(key: K): Copy<K> => `managed${key.charAt(0).toUpperCase()}${key.slice(1)}` as Copy<K>;

/** The keys that the organisation's policy has, and the copies of what is under them. */
export type Ordered = keyof Areas["managed"] & keyof Areas["local"];
export type Copy<K extends Ordered> = `managed${Capitalize<K>}`;

/** The organisation's value in force, as Managed in core/session/managed.go: a mistake lifts nothing. */
function inForce(key: Ordered, local: In<"local">, managed: In<"managed">, good: (v: unknown) => boolean): unknown {
  const theirs = managed[key] ?? undefined;
  if (theirs !== undefined ? good(theirs) : managed[Key.managedSchema] === undefined) return theirs;
  const last = local[copyOf(key)] ?? undefined;
  return last !== undefined && good(last) ? last : theirs;
}

const modes = ["off", "ask", "per-origin"] as const;

/** Reads the choice as core/session/consent.go does: the organisation's first, and what is not understood asks. */
export function consentOf(local: In<"local">, managed: In<"managed">): Consent {
  const theirs = inForce(Key.consentMode, local, managed, (v) => modes.some((m) => m === v));
  const chosen = theirs ?? local[Key.consentMode] ?? "off";
  const order = inForce(Key.profile, local, managed, (v) => typeof v === "string");
  const profile: Profile = (order ?? local[Key.profile] ?? "default") === "default" ? "default" : "strict"; // as core/session/profile.go: what is not understood is strict
  const mode = modes.find((m) => m === chosen) ?? "ask";
  return {
    mode: profile === "strict" && mode === "off" ? "per-origin" : mode,
    fixed: theirs !== undefined,
    sites: entriesOf(local[Key.consentSites]) ?? [],
    profile,
    profileFixed: order !== undefined,
    grants: grantsOf(local[Key.grants]),
    given: grantsOf(managed[Key.grants]),
  };
}

/** Reads what is granted, as core/session/subject.go writes it: an origin and what the agent may do there. */
function grantsOf(v: unknown): Grant[] {
  return (entriesOf(v) ?? []).flatMap((line) => {
    const [origin, ...can] = line.split(/\s+/);
    return origin && can.length > 0 ? [{ origin, can }] : [];
  });
}

/** Reads which are blocked, as core/session/policy.go does: what is not understood blocks all. */
export function categoriesOf(local: unknown, managed: unknown): Categories {
  const read = (v: unknown): Category[] => {
    const list = entriesOf(v);
    const known = (name: string): name is Category => (allCategories as readonly string[]).includes(name);
    return !list || !list.every(known) ? [...allCategories] : (list as Category[]);
  };
  return { own: read(local), managed: read(managed) };
}

/** Reads whether private networks are refused, as readPublic in core/session/controlendpoint.go does: what is not understood refuses. */
export function networkOf(local: In<"local">, managed: In<"managed">): Network {
  const theirs = inForce(Key.privateNetwork, local, managed, (v) => v === "refuse" || v === "allow");
  const own = local[Key.privateNetwork] ?? undefined;
  if (theirs !== undefined && theirs !== "allow") return { refused: true, fixed: "organisation" };
  if (own !== undefined && own !== "allow") return { refused: true, fixed: "" };
  const strict = consentOf(local, managed).profile === "strict" && own === undefined && theirs === undefined;
  return { refused: strict, fixed: strict ? "strict" : "" };
}

/** Joins both lists as core/session/policy.go does. */
export function blocklistOf(local: In<"local">, managed: In<"managed">): Blocklist {
  const own = entriesOf(local[Key.blocklist]);
  const theirs = entriesOf(inForce(Key.blocklist, local, managed, (v) => entriesOf(v) !== undefined));
  return { own: own ?? [], managed: theirs ?? [], damaged: own === undefined || theirs === undefined };
}

const policies = ["must_respond", "auto_dismiss", "auto_accept"] as const;
const isPolicy = (v: unknown): boolean => policies.some((p) => p === v);
const isWait = (v: unknown): boolean => typeof v === "number" && Number.isInteger(v) && v >= 5 && v <= 86_400;

/** Reads what happens to dialogs as core/dispatch/dialog.go does. */
export function dialogRulesOf(local: In<"local">, managed: In<"managed">): DialogRules {
  const policy = inForce(Key.dialogPolicy, local, managed, isPolicy);
  const seconds = inForce(Key.dialogTimeout, local, managed, isWait);
  const chosen = policy ?? local[Key.dialogPolicy];
  const wait = seconds ?? local[Key.dialogTimeout];
  return {
    policy: policies.find((p) => p === chosen) ?? "must_respond",
    seconds: isWait(wait) ? (wait as number) : 300,
    policyFixed: policy !== undefined,
    secondsFixed: seconds !== undefined,
  };
}

/** What is understood of the values that hold at their strictest where they are not: no older one holds then. */
const exact: { [key: string]: (v: unknown) => boolean } = {
  [Key.profile]: (v) => v === "default" || v === "strict",
  [Key.categories]: (v) => entriesOf(v)?.every((name) => (allCategories as readonly string[]).includes(name)) ?? false,
  [Key.grants]: (v) => entriesOf(v)?.every((row) => /^https?:\/\/\S+(\s+(read|act|script|upload|download|secrets|sinks))+$/.test(row)) ?? false,
  [Key.localAgent]: isRefusal,
  [Key.agentOwnKeys]: isRefusal,
};

function isRefusal(v: unknown): boolean {
  return v === "refuse" || v === "allow";
}

export const exactKeys = Object.keys(exact) as (keyof Areas["managed"])[];

/** Reads which of the organisation's values are not understood, and what holds instead. */
export function mistakesOf(local: In<"local">, managed: In<"managed">): Mistake[] {
  const faults = (entriesOf(local[Key.managedFaults]) ?? []).map((key) => {
    const last = local[copyOf(key as Ordered)];
    return { key, holds: last === undefined ? "" : Array.isArray(last) ? last.join(", ") : String(last) };
  });
  const strict = exactKeys.filter((key) => (managed[key] ?? null) !== null && !exact[key]!(managed[key]));
  return [...faults, ...strict.map((key) => ({ key: key as string, holds: "" }))];
}
