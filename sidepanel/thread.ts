/** A run as the panel shows it: a fold over what the backend tells of it. It knows no service and draws nothing. */
import type { Run, RunQuestion, Update } from "../contracts/panel-service";

/** One thing in a thread. All texts are a model's, a page's or the person's: never markup of ours. */
export type Item =
  | { kind: "person"; text: string; at: number }
  | { kind: "says"; text: string; at: number }
  /** site is where the run was then, moved says that the step before was elsewhere, tokens is what the answer cost that asked for it. */
  | { kind: "step"; call: string; name: string; args: string; at: number; entry?: number; result?: string; failed?: boolean; until?: number; site?: string; moved?: boolean; tokens?: number }
  | { kind: "asked"; question: RunQuestion; at: number; answer?: string }
  /** An act goes under an earlier yes. */
  | { kind: "allowed"; question: RunQuestion; at: number }
  | { kind: "retry"; code: string; text: string; at: number }
  /** From here on the agent knows what went before in brief alone. */
  | { kind: "shortened"; at: number }
  | { kind: "end"; run: Run; at: number };

export interface Thread {
  run: Run;
  /** The latest entry of the journal that is in it. */
  entry: number;
  items: readonly Item[];
  /** Tokens of the model's answers so far. */
  tokens: number;
  /** What the model is writing, and what it thinks aloud. */
  live: string;
  reasoning: string;
}

const ends = new Set<string>(["done", "not_verified", "failed", "stopped", "unknown"]);

/** Reports whether a run has ended. */
export const ended = (run: Run): boolean => ends.has(run.status);

/** The longest text of a live answer; a longer one is shown when it is whole. */
const most = 256 * 1024;

/** The thread of a run of which nothing has been told yet. */
export const begin = (run: Run): Thread => ({ run, entry: 0, items: [{ kind: "person", text: run.task, at: run.created }], tokens: 0, live: "", reasoning: "" });

/** What the person is asked now. */
export const asks = (t: Thread): RunQuestion | undefined => (ended(t.run) ? undefined : t.run.question);

/** Returns the thread with what was told. Its items are the same list while none is new. */
export function fold(before: Thread | undefined, list: readonly Update[]): Thread | undefined {
  let t = before;
  let items = [...(t?.items ?? [])];
  for (const u of list) {
    if (u.run && u.type === "began") {
      if (!t) {
        t = begin(u.run);
        items = [...t.items];
      } else {
        t = { ...t, run: u.run, live: "", reasoning: "" };
      }
      continue;
    }
    if (t) t = take({ ...t, entry: Math.max(t.entry, u.entry ?? 0) }, u, items);
  }
  const same = before?.items.length === items.length && before.items.every((item, n) => item === items[n]);
  return t && { ...t, items: same ? before.items : items };
}

function take(t: Thread, u: Update, items: Item[]): Thread {
  const at = u.at ?? 0;
  switch (u.type) {
    case "thinking":
      return { ...t, live: (t.live + (u.text ?? "")).slice(0, most) };
    case "reasoning":
      return { ...t, reasoning: (t.reasoning + (u.text ?? "")).slice(-2000) };
    case "again":
      return { ...t, live: "", reasoning: "" };
    case "says":
      items.push({ kind: "says", text: u.text ?? "", at });
      return { ...t, live: "", reasoning: "" };
    case "calls":
      items.push({ kind: "step", call: u.call ?? "", name: u.name ?? "", args: u.arguments ?? "", at, ...(u.entry ? { entry: u.entry } : {}) });
      return { ...t, live: "", reasoning: "" };
    case "results":
      change(items, (i) => (i.kind === "step" && i.call === u.call && i.result === undefined ? { ...i, result: u.text ?? "", failed: u.failed ?? false, until: at, ...(u.site ? { site: u.site, moved: u.site !== before(items, i) } : {}) } : undefined));
      return t;
    case "asks":
      return u.question ? { ...t, run: { ...t.run, question: u.question } } : t;
    case "person":
      return said(t, u, items, at);
    case "allowed":
      if (u.question) items.push({ kind: "allowed", question: u.question, at });
      return t;
    case "retrying":
      items.push({ kind: "retry", code: u.code ?? "", text: u.text ?? "", at });
      return { ...t, live: "", reasoning: "" };
    case "shortened":
      items.push({ kind: "shortened", at });
      return t;
    case "spent":
      return u.used ? answered({ ...t, run: { ...t.run, used: u.used } }, u.used.in + u.used.out, u.entry, items) : t;
    case "troubled": {
      const { trouble: _, ...run } = t.run;
      return { ...t, run: u.text ? { ...run, trouble: u.text } : run };
    }
    case "status":
      return state(t, u, items, at);
    default:
      return t; // of a later backend
  }
}

/** Where the last step before one was. */
function before(items: readonly Item[], step: Item): string | undefined {
  for (let n = items.indexOf(step) - 1; n >= 0; n--) {
    const item = items[n];
    if (item?.kind === "step" && item.site) return item.site;
  }
  return undefined;
}

/** An answer is paid for: what it cost stands with the first step that it asked for. */
function answered(t: Thread, tokens: number, entry: number | undefined, items: Item[]): Thread {
  const n = items.findIndex((i) => i.kind === "step" && i.entry !== undefined && i.entry === entry);
  const first = items[n];
  if (first?.kind === "step") items[n] = { ...first, tokens: tokens - t.tokens };
  return { ...t, tokens };
}

/** The person's word: the answer to what is asked, or one unasked. */
function said(t: Thread, u: Update, items: Item[], at: number): Thread {
  const { question, ...run } = t.run;
  if (question) items.push({ kind: "asked", question, answer: u.text ?? "", at });
  else items.push({ kind: "person", text: u.text ?? "", at });
  return { ...t, run };
}

function state(t: Thread, u: Update, items: Item[], at: number): Thread {
  if (!u.status) return t;
  const { code: _, summary: __, question, ...rest } = t.run;
  const run: Run = { ...rest, status: u.status, updated: at, ...(u.code ? { code: u.code } : {}), ...(u.summary ? { summary: u.summary } : {}) };
  if (ended(run)) {
    items.push({ kind: "end", run, at });
    return { ...t, run, live: "", reasoning: "" };
  }
  return { ...t, run: question && u.status !== "running" ? { ...run, question } : run };
}

function change(items: Item[], how: (i: Item) => Item | undefined): void {
  for (let n = items.length - 1; n >= 0; n--) {
    const item = items[n];
    const other = item && how(item);
    if (other) {
      items[n] = other;
      return;
    }
  }
}
