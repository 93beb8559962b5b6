/** A port of the panel's to one home of runs, opened again whenever it ended. */
import { PanelError } from "../contracts/panel-service";

/** How long after a port that ended the next one is opened, and at most. */
const first = 200;
const longest = 3000;

/** What a home says; core/panel/port.go has the other end. */
interface Told {
  n: number;
  id: number;
  ok?: unknown;
  error?: { code: string; message: string };
  told?: unknown[];
  end?: boolean;
}

export interface Waiting {
  told?(list: unknown[]): void;
  done(ok: unknown, error?: PanelError): void;
}

const closed = () => new PanelError("closed", "The way to the backend ended.");

export class Link {
  open = false;
  private port: chrome.runtime.Port | undefined;
  private next = 0;
  private readonly waiting = new Map<number, Waiting>();
  private pause = first;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wanted = false;

  constructor(
    private readonly name: string,
    private readonly changed: (open: boolean) => void,
  ) {}

  /** Opens the port, or ends it. */
  want(is: boolean): void {
    this.wanted = is;
    if (is) return this.connect();
    this.port?.disconnect();
    if (this.port) this.ended();
  }

  connect(): void {
    if (this.port || !this.wanted) return;
    clearTimeout(this.timer);
    const port = chrome.runtime.connect({ name: this.name });
    this.port = port;
    port.onMessage.addListener((frame: Told) => {
      if (this.port !== port) return;
      this.post({ ack: frame.n });
      this.show(true);
      this.take(frame);
    });
    port.onDisconnect.addListener(() => {
      void chrome.runtime.lastError; // why it ended does not matter
      if (this.port === port) this.ended();
    });
    this.post({ id: ++this.next, call: "about", args: {} }); // its answer says that the way is open
  }

  begin(call: string, args: object, waiting: Waiting): number {
    const id = ++this.next;
    this.waiting.set(id, waiting);
    if (!this.post({ id, call, args })) queueMicrotask(() => this.end(id, undefined, closed()));
    return id;
  }

  ask(call: string, args: object): Promise<unknown> {
    return new Promise((resolve, reject) => void this.begin(call, args, { done: (ok, error) => (error ? reject(error) : resolve(ok)) }));
  }

  cancel(id: number): void {
    if (this.waiting.delete(id)) this.post({ id, cancel: true });
  }

  private ended(): void {
    this.port = undefined;
    this.show(false);
    for (const id of [...this.waiting.keys()]) this.end(id, undefined, closed());
    if (!this.wanted) return;
    this.timer = setTimeout(() => this.connect(), this.pause);
    this.pause = Math.min(longest, this.pause * 2);
  }

  private end(id: number, ok: unknown, error?: PanelError): void {
    const w = this.waiting.get(id);
    this.waiting.delete(id);
    w?.done(ok, error);
  }

  private post(frame: object): boolean {
    try {
      this.port?.postMessage(frame);
      return this.port !== undefined;
    } catch {
      return false; // it has just ended
    }
  }

  private show(open: boolean): void {
    if (open) this.pause = first;
    if (open === this.open) return;
    this.open = open;
    this.changed(open);
  }

  private take(frame: Told): void {
    if (frame.told) this.waiting.get(frame.id)?.told?.(frame.told);
    else this.end(frame.id, frame.ok, frame.error && new PanelError(frame.error.code, frame.error.message));
  }
}
