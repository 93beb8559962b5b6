/** Reads what storage holds. Storage may be damaged: what is not understood is left out, and a blocklist says so. */
import type { AuditRow, Blocklist, Categories, Category, Consent, Dialog, DialogRules, Grant, Help, Mistake, Network, Obstacle, Profile, Question, Session, Stopped } from "../bridge-service";
import { Key } from "../messages";
import type { Capability } from "../protocol.gen";
import type { State } from "../state.gen";

const text = (v: unknown): string => (typeof v === "string" ? v : "");

const record = (v: unknown): v is Record<string, unknown> => typeof v === "object" && v !== null;

/** Reads the remembered State, undefined when there is none. */
export function linkOf(v: unknown): State | undefined {
  return record(v) && record(v.link) && typeof v.link.state === "string" ? (v as unknown as State) : undefined;
}

/** Reads the sessions; the worker writes the latest used first. */
export function sessionsOf(v: unknown): Session[] {
  if (!Array.isArray(v)) return [];
  return v.filter(record).flatMap((s) =>
    typeof s.tabId === "number" && typeof s.domain === "string"
      ? [
          {
            tabId: s.tabId,
            domain: s.domain,
            startedAt: Number(s.startedAt) || 0,
            lastActionAt: Number(s.lastActionAt) || 0,
            actionCount: Number(s.actionCount) || 0,
            lastAction: (typeof s.lastAction === "string" ? s.lastAction : "") as Session["lastAction"],
            agent: text(s.agent),
          },
        ]
      : [],
  );
}

const events = ["start", "end", "block", "replace", "clear", "consent", "help"];

/** Reads the audit log, newest first. */
export function rowsOf(v: unknown): AuditRow[] {
  if (!Array.isArray(v)) return [];
  const rows = v.filter((r): r is AuditRow => record(r) && typeof r.at === "number" && events.includes(r.event as string));
  return rows.reverse();
}

/** Reads an array of strings, undefined when it is anything else. */
export function entriesOf(v: unknown): string[] | undefined {
  if (v === undefined || v === null) return [];
  if (!Array.isArray(v) || v.some((e) => typeof e !== "string")) return undefined;
  return (v as string[]).map((e) => e.trim()).filter((e) => e !== "");
}

const switches = ["script", "upload", "download"] as const;

/** Reads what is switched off; when that cannot be told it is everything, as in core/session/policy.go. */
export function deniedOf(v: unknown): Capability[] {
  const list = entriesOf(v);
  return switches.filter((c) => !list || list.includes(c));
}

/** Reads the questions that wait for the person. */
export function questionsOf(v: unknown): Question[] {
  if (!Array.isArray(v)) return [];
  return v.filter(record).flatMap((q) => (typeof q.domain === "string" ? [{ domain: q.domain, can: text(q.can), what: text(q.what), at: Number(q.at) || 0, action: text(q.action), agent: text(q.agent) }] : []));
}

/** Reads what the agent waits for the person to do; an answered request is only kept for the agent. */
export function helpsOf(v: unknown, now: number): Help[] {
  if (!Array.isArray(v)) return [];
  const helps = v.filter(record).flatMap((h) =>
    typeof h.tabId === "number" && typeof h.at === "number" && typeof h.until === "number" && h.until > now && !h.outcome
      ? [{ tabId: h.tabId, domain: text(h.domain), agent: text(h.agent), message: text(h.message), at: h.at, until: h.until }]
      : [],
  );
  return helps.sort((a, b) => a.at - b.at);
}

const dialogs = ["alert", "confirm", "prompt", "beforeunload"] as const;

/** Reads the dialogs that wait, from the sessions, with which core/session/stand.go writes them. */
export function dialogsOf(v: unknown): Dialog[] {
  if (!Array.isArray(v)) return [];
  const found = v.filter(record).flatMap((s) => {
    const kind = dialogs.find((k) => k === s.type);
    return typeof s.tabId === "number" && typeof s.dialog === "string" && kind
      ? [{ tabId: s.tabId, id: s.dialog, kind, domain: text(s.from) || text(s.domain), message: text(s.message), value: text(s.value), at: Number(s.at) || 0 }]
      : [];
  });
  return found.sort((a, b) => a.at - b.at);
}

const obstacles = ["auth_wall", "captcha", "access_denied"] as const;

/** Reads what the agent cannot pass; a help that waits in the same tab says more. */
export function obstaclesOf(v: unknown, helps: Help[]): Obstacle[] {
  if (!Array.isArray(v)) return [];
  return v.filter(record).flatMap((s) => {
    const kind = obstacles.find((k) => k === s.obstacle);
    return typeof s.tabId === "number" && kind && !helps.some((h) => h.tabId === s.tabId) ? [{ tabId: s.tabId, domain: text(s.domain), kind }] : [];
  });
}

/** Reads where the person has stopped the agent. Everywhere is all that counts, where that is so. */
export function stoppedOf(v: unknown, now: number): Stopped[] {
  if (!Array.isArray(v)) return [];
  const list = v.filter(record).flatMap((s) => (typeof s.until === "number" && s.until > now ? [{ tabId: Number(s.tabId) || 0, domain: text(s.domain), until: s.until }] : []));
  const all = list.find((s) => s.tabId === 0);
  return all ? [all] : list;
}

/** The key of the copy of the organisation's last good value, as CopyOf in core/session/managed.go. */
export const copyOf = (key: string): string => `managed${key.charAt(0).toUpperCase()}${key.slice(1)}`;

/** The organisation's value in force, as Managed in core/session/managed.go: a mistake lifts nothing. */
function inForce(key: string, local: Record<string, unknown>, managed: Record<string, unknown>, good: (v: unknown) => boolean): unknown {
  const theirs = managed[key] ?? undefined;
  if (theirs !== undefined ? good(theirs) : managed[Key.managedSchema] === undefined) return theirs;
  const last = local[copyOf(key)] ?? undefined;
  return last !== undefined && good(last) ? last : theirs;
}

const modes = ["off", "ask", "per-origin"] as const;

/** Reads the choice as core/session/consent.go does: the organisation's first, and what is not understood asks. */
export function consentOf(local: Record<string, unknown>, managed: Record<string, unknown>): Consent {
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

const allCategories: readonly Category[] = ["banking", "passwords", "identity", "health", "government"];

/** Reads which are blocked, as core/session/policy.go does: what is not understood blocks all. */
export function categoriesOf(local: unknown, managed: unknown): Categories {
  const read = (v: unknown): Category[] => {
    const list = entriesOf(v);
    const known = (name: string): name is Category => (allCategories as readonly string[]).includes(name);
    return !list || !list.every(known) ? [...allCategories] : (list as Category[]);
  };
  return { own: read(local), managed: read(managed) };
}

/** Reads whether private networks are refused, as readPublic in core/session/lever.go does: what is not understood refuses. */
export function networkOf(local: Record<string, unknown>, managed: Record<string, unknown>): Network {
  const theirs = inForce(Key.network, local, managed, (v) => v === "refuse" || v === "allow");
  const own = local[Key.network] ?? undefined;
  if (theirs !== undefined && theirs !== "allow") return { refused: true, fixed: "organisation" };
  if (own !== undefined && own !== "allow") return { refused: true, fixed: "" };
  const strict = consentOf(local, managed).profile === "strict" && own === undefined && theirs === undefined;
  return { refused: strict, fixed: strict ? "strict" : "" };
}

/** Joins both lists as core/session/policy.go does. */
export function blocklistOf(local: Record<string, unknown>, managed: Record<string, unknown>): Blocklist {
  const own = entriesOf(local[Key.blocklist]);
  const theirs = entriesOf(inForce(Key.blocklist, local, managed, (v) => entriesOf(v) !== undefined));
  return { own: own ?? [], managed: theirs ?? [], damaged: own === undefined || theirs === undefined };
}

const policies = ["must_respond", "auto_dismiss", "auto_accept"] as const;
const isPolicy = (v: unknown): boolean => policies.some((p) => p === v);
const isWait = (v: unknown): boolean => typeof v === "number" && Number.isInteger(v) && v >= 5 && v <= 86_400;

/** Reads what happens to dialogs as core/dispatch/dialog.go does. */
export function dialogRulesOf(local: Record<string, unknown>, managed: Record<string, unknown>): DialogRules {
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

/** Reads which of the organisation's values are not understood, and what holds instead. */
export function mistakesOf(local: Record<string, unknown>): Mistake[] {
  return (entriesOf(local[Key.managedFaults]) ?? []).map((key) => {
    const last = local[copyOf(key)];
    return { key, holds: last === undefined ? "" : Array.isArray(last) ? last.join(", ") : String(last) };
  });
}
