/** The connection's state in words: what it is, why, and what to do next. */
import type { BridgeState, Link, Mode } from "../../contracts/bridge-service";
import type { Reason } from "../../contracts/protocol.gen";
import type { Key, Words } from "./words";

export type Tone = "good" | "busy" | "warn" | "bad" | "quiet";
/** What a person can do about it. */
export type Remedy = "pair" | "retry" | "blocklist" | "update" | "none";

export interface Told {
  tone: Tone;
  /** One or two words for the header. */
  label: string;
  title: string;
  text: string;
  remedy: Remedy;
}

/** The message for each reason; "" for one that nothing better can be said of than its English sentence. */
const known: Record<Reason, Key | ""> = {
  refused: "",
  version: "reasonVersion",
  old_extension: "reasonOldExtension",
  not_paired: "reasonUnknown",
  revoked: "reasonRevoked",
  clock: "reasonClock",
  replayed: "",
  code_wrong: "reasonCodeWrong",
  code_used: "reasonCodeUsed",
  too_many: "reasonTooMany",
  full: "reasonFull",
  no_backend: "reasonNoBackend",
  not_bua: "reasonOtherProgram",
  impostor: "reasonImpostor",
  replaced: "reasonReplaced",
  lost: "reasonLost",
  asleep: "reasonAsleep",
  invalid: "",
  no_proof: "",
  other_server: "reasonOtherServer",
  bad_invitation: "",
  damaged: "reasonDamaged",
};

/** Says a reason in the person's language; one without a message of its own by its sentence. */
export function reason(words: Words, code: Reason, detail: string, localDenied = false): string {
  if (localDenied && code === "no_backend") return words.t("reasonLocalDenied");
  const key = known[code];
  return key ? words.t(key) : detail;
}

/** Names the backend: this computer, or a host. */
export function server(words: Words, url: string): string {
  try {
    const { hostname, host } = new URL(url);
    return /^(127\.0\.0\.1|localhost|\[::1\])$/.test(hostname) ? words.t("thisComputer") : host;
  } catch {
    return url;
  }
}

/** Tells the state of everything but the sessions. */
export function tell(words: Words, state: BridgeState, now: number): Told {
  if (state.trouble) return told("bad", "statusTrouble", words.t("titleTrouble"), words.t("textTrouble"), "none", words);
  if (state.broken) return told("bad", "statusClosed", words.t("titleClosed"), words.t("textClosed"), "blocklist", words);
  if (state.updateBy && state.link && !needsPerson.includes(state.link.state)) return tellUpdate(words, state.updateBy - now);
  return state.link ? tellLink(words, state.link, now, state.localDenied) : told("quiet", "statusStarting", "", "", "none", words);
}

/** What only the person can mend; an update does not, and does not stand before it. */
const needsPerson: readonly Mode[] = ["unpaired", "rejected", "misconfigured"];

const minute = 60_000;

/** Says that a new version waits for what is under way. Its time is rounded up, for it is an upper bound. */
function tellUpdate(words: Words, left: number): Told {
  const span = words.span(left > minute ? Math.ceil(left / minute) * minute : Math.max(0, left));
  return told("busy", "statusUpdating", words.t("titleUpdating"), words.t("textUpdating", span), "update", words);
}

function tellLink(words: Words, link: Link, now: number, localDenied: boolean): Told {
  switch (link.state) {
    case "connected":
      return told("good", "statusConnected", words.t("titleConnected", server(words, link.serverUrl)), "", "none", words);
    case "connecting":
    case "authenticating":
      return told("busy", "statusConnecting", words.t("titleConnecting"), why(words, link), "none", words);
    case "backoff":
      return told("warn", "statusWaiting", words.t("titleWaiting"), [why(words, link, localDenied), next(words, link, now)].filter(Boolean).join(" ").replace(/\.\.$/, "."), has(link, pairAgain) ? "pair" : "retry", words);
    case "rejected":
      return told("bad", "statusRejected", words.t("titleRejected"), why(words, link), has(link, updates) ? "retry" : "pair", words);
    case "misconfigured":
      return told("bad", "statusRejected", words.t("titleDamaged"), words.t("reasonDamaged"), "pair", words);
    default:
      return told("quiet", "statusUnpaired", words.t("titleUnpaired"), words.t("textUnpaired"), "pair", words);
  }
}

function told(tone: Tone, label: Key, title: string, text: string, remedy: Remedy, words: Words): Told {
  return { tone, label: words.t(label), title, text, remedy };
}

/** The reasons that trying again does not mend. */
const pairAgain: readonly Reason[] = ["refused", "not_paired", "revoked", "impostor", "replaced"];
/** The reasons that an update mends, after which it is tried again. */
const updates: readonly Reason[] = ["version", "old_extension"];
const has = (link: Link, among: readonly Reason[]): boolean => link.reason !== undefined && among.includes(link.reason);

const why = (words: Words, link: Link, localDenied = false): string =>
  link.reason ? reason(words, link.reason, link.detail, localDenied) : "";

function next(words: Words, link: Link, now: number): string {
  const left = Math.ceil((link.nextTry - now) / 1000);
  return left > 0 ? words.t("nextTry", words.span(left * 1000)) : "";
}
