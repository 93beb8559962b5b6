/** What the panel says of a run, in words. */
import type { Model, Run, RunQuestion, RunStatus, Sink } from "../contracts/panel-service";
import type { Tone } from "../ui/words/link";
import { plain } from "../ui/words/plain";
import type { Key, Words } from "../ui/words/words";

/** The host of an address, or the address where it is none. */
export function host(url: string): string {
  return URL.canParse(url) ? new URL(url).host || url : url;
}

const states: Readonly<Record<RunStatus, [Key, Tone]>> = {
  running: ["runRunning", "busy"],
  waiting_person: ["runWaitingPerson", "warn"],
  waiting_tab: ["runWaitingTab", "warn"],
  scheduled: ["runScheduled", "quiet"],
  done: ["runDone", "good"],
  not_verified: ["runNotVerified", "warn"],
  failed: ["runFailed", "bad"],
  stopped: ["runStopped", "quiet"],
  unknown: ["runUnknown", "bad"],
};

/** How a run stands, in one or two words. */
export function status(words: Words, run: Run): { label: string; tone: Tone } {
  const waits = run.status === "running" && run.trouble; // it says itself what for
  const [key, tone] = waits ? states.waiting_person : Object.hasOwn(states, run.status) ? states[run.status] : (["runRunning", "quiet"] as const);
  return { label: words.t(key), tone };
}

/** Whether a run waits because the person used its tab themselves. */
export function takenOver(run: Run): boolean {
  return run.status === "waiting_person" && run.code === "person_acted";
}

const acts: Readonly<Record<Sink, Key>> = {
  pay: "sinkPay",
  send: "sinkSend",
  delete: "sinkDelete",
  access: "sinkAccess",
  upload: "sinkFile",
  download: "sinkDownload",
  install: "sinkInstall",
  sign_in: "sinkSecret",
  take_over: "sinkTab",
  script: "sinkScript",
  foreign: "sinkForeign",
  leave: "sinkLeave",
  external: "sinkProgram",
  plan: "sinkPlan",
};

/** The act that is asked about, as a sentence. */
export function sentence(words: Words, q: RunQuestion): string {
  return q.sink && Object.hasOwn(acts, q.sink) ? words.t(acts[q.sink], plain(q.what || host(q.site ?? ""))) : q.text;
}

/** Money in millionths of a dollar. */
export function money(words: Words, millionths: number): string {
  const dollars = millionths / 1e6;
  return new Intl.NumberFormat(words.language, { style: "currency", currency: "USD", maximumFractionDigits: dollars < 0.1 ? 4 : 2 }).format(dollars);
}

/** What a model costs, behind its name; nothing where it is not known. */
export function price(words: Words, m: Model): string {
  if (m.local) return ` · ${words.t("modelFree")}`;
  return m.in && m.out ? ` · ${words.t("modelPrice", money(words, m.in), money(words, m.out))}` : "";
}

/** A number in few signs. */
export const short = (words: Words, n: number): string => new Intl.NumberFormat(words.language, { notation: "compact", maximumFractionDigits: 1 }).format(n);

/** What a run has used up, the money first: a narrow line is cut at its end. */
export function spent(words: Words, run: Run): string {
  const { steps, in: read, out, money: paid, guessed } = run.used;
  return [...(paid ? [money(words, paid)] : []), words.n("steps", steps), words.t("tokens", (guessed ? "≈ " : "") + short(words, read + out))].join(" · ");
}
