/**
 * What the compiler must refuse at the worker's boundaries. Each line below an
 * @ts-expect-error is a mistake; tsc fails when one of them is accepted.
 */
import { calls, type Handlers } from "../../serviceworker/calls";
import type { Tell } from "../../serviceworker/listeners";
import type { BridgeRequest } from "../../contracts/messages";
import { get, remove, set } from "../../services/area";
import { Key, readSessionRows } from "../../contracts/storage.gen";
import { keep } from "../../serviceworker/stored";

declare const tell: Tell;

const pages: Pick<Handlers, "reply" | "broadcast"> = { reply: () => {}, broadcast: () => {} };

// @ts-expect-error a table without the calls about the pages
export const few: Handlers = { ...calls };

// @ts-expect-error a call that Go does not have
export const many: Handlers = { ...calls, ...pages, tab_mute: () => {} };

// @ts-expect-error an answer of another kind
export const wrong: Handlers = { ...calls, ...pages, window_exists: () => 1 };

// @ts-expect-error an argument that the call does not have
export const asked: Handlers = { ...calls, ...pages, tab_close: async (a: { tab: number; why: string }) => console.log(a.why) };

export function told(): void {
  // @ts-expect-error an event that Go does not have
  tell({ event: "tab_muted", tab: 1 });
  // @ts-expect-error an event without what it tells
  tell({ event: "tab_replaced", tab: 1 });
  // @ts-expect-error a member that Go does not read
  tell({ event: "tab_removed", tab: 1, why: "" });
  // @ts-expect-error a member of another kind
  tell({ event: "tab_removed", tab: "1" });
  // @ts-expect-error parameters belong to an event of the protocol
  tell({ event: "alarm" }, {});
  // @ts-expect-error and that one has them always
  tell({ event: "cdp", tab: 1, session: "", method: "" });
}

// @ts-expect-error a method that the worker does not have
export const method: BridgeRequest<"mute"> = { kind: "bridge_request", method: "mute", args: {} };

// @ts-expect-error a method without its argument
export const args: BridgeRequest<"stop"> = { kind: "bridge_request", method: "stop", args: {} };

// @ts-expect-error a method with an argument that it does not have
export const none: BridgeRequest<"stopAll"> = { kind: "bridge_request", method: "stopAll", args: { tabId: 1 } };

// @ts-expect-error a word that is none of the method's
export const word: BridgeRequest<"consent">["args"]["answer"] = "maybe";

export async function stored(): Promise<void> {
  // @ts-expect-error a key that the area does not have
  await get("local", Key.sessions);
  // @ts-expect-error a key that was not asked for
  console.log((await get("local", Key.history))[Key.blocklist]);
  // @ts-expect-error what was read is not to be trusted before it is looked at
  const rows: { tabId: number }[] = (await get("session", Key.sessions))[Key.sessions];
  // @ts-expect-error a member that may be missing
  const began: number = readSessionRows(rows)[0]!.startedAt;
  // @ts-expect-error a key that the pages do not write
  await set({ [Key.config]: { serverUrl: `${began}` } });
  // @ts-expect-error a value of another kind
  await set({ [Key.blocklist]: "a.example" });
  // @ts-expect-error a key that the pages do not remove
  await remove(Key.history);
  // @ts-expect-error a key that is not the shim's
  await keep("local", { [Key.blocklist]: [] });
}
