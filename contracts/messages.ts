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
