/**
 * The one WebSocket. What it says and when it opens is decided in Go; here is
 * only what must outlive the Go instance: the ids of the requests in
 * execution, so that every one of them gets an answer even when it traps.
 */

import { HEADS, MAX_ID, MAX_TO_EXTENSION, type ProtocolError, type ResponseMessage } from "../contracts/protocol.gen";
import { Close, type Closing, Kind, Op } from "../contracts/seam.gen";

/** Is told what happens; the numbers are the kinds of module.ts. */
export type Tell = (kind: number, conn: number, text: string) => void;

/** Returns the id of a message of the given type, "" when it is another message. */
function idOf(text: string, type: keyof typeof HEADS): string {
  const quick = HEADS[type].exec(text);
  if (quick) return quick[1] as string;
  // Another order of members, or white space: rare, so it may cost a parse.
  if (!text.includes(`"${type}"`)) return "";
  try {
    const m: unknown = JSON.parse(text);
    const { type: t, id } = m as { type?: unknown; id?: unknown };
    return t === type && typeof id === "string" && id.length <= MAX_ID ? id : "";
  } catch {
    return ""; // Go refuses it with a better sentence
  }
}

export class Socket {
  private ws: WebSocket | undefined;
  /** The number that Go gave the socket; what a former one says is not told. */
  private conn = 0;
  private readonly running = new Set<string>();

  constructor(private readonly tell: Tell) {}

  /** How many requests wait for their answer. */
  get pending(): number {
    return this.running.size;
  }

  /** Does one operation; never throws. */
  work(op: number, conn: number, text: string): void {
    if (op === Op.open) return this.open(conn, text);
    if (conn !== this.conn) return;
    if (op === Op.send) this.send(text);
    else if (op === Op.close) {
      const { code, reason } = JSON.parse(text) as Closing;
      this.drop(code, reason);
    }
  }

  /** Answers every request in execution, of which nobody knows whether it has happened, and closes. */
  fail(why: string): void {
    const error: ProtocolError = { code: "internal_error", message: `outcome unknown: ${why}`, outcome: "unknown" };
    for (const id of [...this.running]) this.send(JSON.stringify({ type: "response", id, error } satisfies ResponseMessage));
    this.drop(Close.died, "core restarted");
  }

  private open(conn: number, url: string): void {
    this.drop(Close.normal, "");
    this.conn = conn;
    let ws: WebSocket;
    try {
      ws = new WebSocket(url);
    } catch (e) {
      // Never call back into Go from its own call.
      queueMicrotask(() => this.tell(Kind.closed, conn, closed(1006, String(e))));
      return;
    }
    this.ws = ws;
    ws.binaryType = "arraybuffer";
    const told = (kind: number, text: string) => {
      if (this.ws === ws) this.tell(kind, conn, text);
    };
    ws.onopen = () => told(Kind.opened, "");
    ws.onmessage = (m) => {
      const text = typeof m.data === "string" && m.data.length <= MAX_TO_EXTENSION ? m.data : ""; // Go counts the exact bytes
      const id = idOf(text, "request");
      if (id && this.ws === ws) this.running.add(id);
      told(Kind.text, text); // empty stands for what Go refuses: binary, or too long
    };
    ws.onclose = (e) => {
      if (this.ws === ws) this.forget();
      if (this.conn === conn) this.tell(Kind.closed, conn, closed(e.code, e.reason));
    };
  }

  private send(text: string): void {
    const id = idOf(text, "response");
    if (id) this.running.delete(id);
    if (this.ws?.readyState === WebSocket.OPEN) this.ws.send(text);
  }

  private drop(code: number, reason: string): void {
    const ws = this.ws;
    this.forget();
    this.conn = 0;
    try {
      ws?.close(code, reason);
    } catch {
      ws?.close(); // a code or a reason that browsers do not take
    }
  }

  private forget(): void {
    this.ws = undefined;
    this.running.clear();
  }
}

function closed(code: number, reason: string): string {
  return JSON.stringify({ code, reason } satisfies Closing);
}
