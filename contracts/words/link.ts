/**
 * The connection's state in words: what it is, why, and what to do next. The
 * reasons come from core/link and backend/pairing as sentences; tests/ui checks
 * that each of those below still stands there, so that none goes stale.
 */
import type { BridgeState, Link, Mode } from "../bridge-service";
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

/** Sentences of the worker and the backend, or how they begin, and their messages. */
export const reasons: readonly (readonly [sentence: string, key: Key])[] = [
  ["no backend answers", "reasonNoBackend"],
  ["the backend did not answer within 10 s", "reasonNoBackend"],
  ["the backend did not finish the handshake", "reasonOtherProgram"],
  ["it did not prove that it holds the key", "reasonImpostor"],
  ["another browser uses this browser's pairing", "reasonReplaced"],
  ["the connection to the backend was lost", "reasonLost"],
  ["the backend has been silent", "reasonLost"],
  ["the clock jumped", "reasonAsleep"],
  ["the backend does not know this browser", "reasonUnknown"],
  ["this browser is not paired here", "reasonUnknown"],
  ["this browser was revoked", "reasonRevoked"],
  ["another protocol version", "reasonVersion"],
  ["the backend needs a newer extension", "reasonOldExtension"],
  ["the clocks of the browser and the backend", "reasonClock"],
  ["code: was used already", "reasonCodeUsed"],
  ["code: is wrong or has expired", "reasonCodeWrong"],
  ["code: too many", "reasonTooMany"],
  ["names another server, so nothing was paired", "reasonOtherServer"],
  ["browsers are paired already", "reasonFull"],
  ["pair this browser again in the options", "reasonDamaged"],
];

/** Says a reason in the person's language; one that is not known is shown as it is. */
export function reason(words: Words, text: string, localDenied = false): string {
  const known = reasons.find(([sentence]) => text.includes(sentence));
  if (localDenied && known?.[1] === "reasonNoBackend") return words.t("reasonLocalDenied");
  return known ? words.t(known[1]) : text;
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
      return told("warn", "statusWaiting", words.t("titleWaiting"), [why(words, link, localDenied), next(words, link, now)].filter(Boolean).join(" ").replace(/\.\.$/, "."), ended(link) ? "pair" : "retry", words);
    case "rejected":
      return told("bad", "statusRejected", words.t("titleRejected"), why(words, link), /newer extension|version/.test(link.reason) ? "retry" : "pair", words);
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
const pairAgain: readonly Key[] = ["reasonUnknown", "reasonRevoked", "reasonImpostor", "reasonReplaced"];
const ended = (link: Link): boolean => reasons.some(([sentence, key]) => link.reason.includes(sentence) && pairAgain.includes(key));

const why = (words: Words, link: Link, localDenied = false): string =>
  // While it pairs, the reason names the server; that is no reason for a person.
  link.reason && !link.reason.startsWith("pairing with") ? reason(words, link.reason, localDenied) : "";

function next(words: Words, link: Link, now: number): string {
  const left = Math.ceil((link.nextTry - now) / 1000);
  return left > 0 ? words.t("nextTry", words.span(left * 1000)) : "";
}
