/**
 * Questions from the extension's own pages (popup, options):
 * {kind: "bridge_request", method, args?} is answered {ok: value} or
 * {error: {code, message}}. Nobody else is heard: neither another extension
 * (externally_connectable names bua alone) nor a frame or script in a web page.
 */

/** What a page asks, as far as it is checked here; which methods there are Go knows. */
type PageRequest = Pick<BridgeRequest, "kind"> & { method: string; args?: unknown };

import type { BridgeAnswer, BridgeBroadcast, BridgeRequest, Method, Methods } from "../contracts/messages";
import type { State } from "../contracts/state.gen";
import type { Tell } from "./listeners";

/** How long a page waits at most; its channel would otherwise stay open for ever. */
const patience = 30_000;

const failure = (message: string): BridgeAnswer => ({ error: { code: "internal_error", message } });

export class Messages {
  private next = 0;
  private readonly open = new Map<number, (answer: BridgeAnswer) => void>();

  constructor(private readonly tell: Tell) {}

  /** Registers the listener; in the first turn. */
  listen(): void {
    chrome.runtime.onMessage.addListener((message: unknown, sender, respond) => {
      if (!ours(sender) || !isQuestion(message)) return false;
      this.begin(message.method, message.args ?? {}, respond);
      return true;
    });
  }

  /** Asks what a page could ask; for the worker's own parts. */
  ask<M extends Method>(method: M, args: Methods[M]["args"]): Promise<BridgeAnswer<M>> {
    return new Promise((done) => this.begin(method, args, (answer) => done(answer as BridgeAnswer<M>)));
  }

  private begin(method: string, args: unknown, respond: (answer: BridgeAnswer) => void): void {
    const id = ++this.next;
    const timer = setTimeout(() => this.answer(id, failure("The extension did not answer in time.")), patience);
    this.open.set(id, (answer) => {
      clearTimeout(timer);
      respond(answer);
    });
    this.tell({ event: "message", id, method, args: args as object });
  }

  /** Answers one question; a second answer is dropped. */
  answer(id: number, value: BridgeAnswer): void {
    const respond = this.open.get(id);
    this.open.delete(id);
    try {
      respond?.(value);
    } catch {
      // The page has gone.
    }
  }

  /** Answers every question that waits. */
  fail(message: string): void {
    for (const id of [...this.open.keys()]) this.answer(id, failure(message));
  }

  /** Sends what changed to the pages that are open. */
  broadcast(event: State): void {
    chrome.runtime.sendMessage({ kind: "bridge_broadcast", event } satisfies BridgeBroadcast).catch(() => {}); // no page is open
  }
}

/** Reports whether the sender is a page of this extension. */
function ours(sender: chrome.runtime.MessageSender): boolean {
  return sender.id === chrome.runtime.id && (sender.url ?? "").startsWith(chrome.runtime.getURL(""));
}

function isQuestion(m: unknown): m is PageRequest {
  const q = m as Partial<PageRequest> | null;
  return typeof q === "object" && q !== null && q.kind === "bridge_request" && typeof q.method === "string";
}
