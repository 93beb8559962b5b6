/** What the agent asks to do in the strict profile, in words. */
import type { Subject } from "../../contracts/bridge-service";
import type { Key, Words } from "./words";

/** The kinds of core/internal/sink: what names the act stands in the sentence. */
const acts: Readonly<Record<string, Key>> = {
  pay: "sinkPay",
  send: "sinkSend",
  delete: "sinkDelete",
  hand_over: "sinkFile",
  fill_in: "sinkSecret",
  take_over: "sinkTab",
};

/** The capabilities of core/session/subject.go that the person grants, in the order in which they are shown. */
export const rights: readonly { can: string; name: Key }[] = [
  { can: "read", name: "rightRead" },
  { can: "act", name: "rightAct" },
  { can: "script", name: "rightScript" },
  { can: "upload", name: "rightUpload" },
  { can: "download", name: "rightDownload" },
  { can: "secrets", name: "rightSecrets" },
  { can: "sinks", name: "rightSinks" },
];

/** Reports whether one act is asked about, which no answer allows for good. */
export const isAct = (q: Subject): boolean => Object.hasOwn(acts, q.can);

/** Says the act as a sentence, "" when it is none. */
export function act(words: Words, q: Subject): string {
  const key = isAct(q) ? acts[q.can] : undefined;
  return key ? words.t(key, q.what) : "";
}

/** Says the capability that is asked for, "" when it is none. */
export function right(words: Words, q: Subject): string {
  const found = rights.find((r) => r.can === q.can);
  return found ? words.t("askRight", words.t(found.name)) : "";
}
