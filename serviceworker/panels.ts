/**
 * The ports of the extension's own panels. What passes through one is between the
 * panel and where the runs live: the backend, or this browser's own agent where none is
 * paired. It is handed on unread. Nobody else may open one: neither
 * another extension (externally_connectable names bua alone) nor a frame or a script in a
 * web page, nor any other page of the extension.
 */
import { Ports } from "../contracts/ports";
import { MAX_FRAME } from "../contracts/protocol.gen";
import type { State } from "../contracts/state.gen";
import { Key } from "../contracts/storage.gen";
import type { Agent } from "./agent";
import { early } from "./early";
import type { Tell } from "./listeners";
import { json } from "./text";

/** The page's end of a port, or of one of the worker's own. */
export type Way = Pick<chrome.runtime.Port, "postMessage" | "disconnect">;

/** Where the runs of a panel live. */
type Home = "backend" | "browser";

interface Open {
  way: Way;
  /** It is the worker's own: nobody looks. */
  aside: boolean;
  /** It leads to this browser alone, while a backend is paired and there are runs. */
  beside: boolean;
  /** Where it leads; what comes before that is known waits. */
  home: Home | undefined;
  early: object[];
}

export class Panels {
  /** No port of an ended worker's has the number of one of the next. */
  private next = crypto.getRandomValues(new Uint32Array(1))[0]! >>> 2;
  private readonly open = new Map<number, Open>();
  private home: Home | undefined;
  private state: State | undefined;
  /** Called when the agent's document is there, also beside a backend: asking it makes none. */
  there: ((beside: boolean) => void) | undefined;

  constructor(
    private readonly tell: Tell,
    private readonly agent: Pick<Agent, "say" | "reply" | "shown" | "allowed" | "keeps" | "there">,
  ) {
    agent.shown = {
      show: (id, frame) => this.show(id, frame),
      close: (id) => this.close(id),
      opened: () => this.met(),
      lost: () => this.lost(),
      judged: () => this.state && this.follow(this.state),
    };
  }

  /** Registers the listener; in the first turn. */
  listen(): void {
    void early.get("session", Key.state).then((state) => {
      if (state && !this.state) this.follow(state as State);
    });
    chrome.runtime.onConnect.addListener((port) => {
      if (port.name === Ports.agent) return; // agent.ts has it
      if ((port.name !== Ports.panel && port.name !== Ports.beside) || !ours(port.sender)) return port.disconnect();
      const id = this.enter(port, false, port.name === Ports.beside);
      port.onMessage.addListener((frame: unknown) => {
        if (!this.open.has(id)) return;
        if (json(frame).length > MAX_FRAME) return this.close(id);
        this.say(id, frame as object);
      });
      port.onDisconnect.addListener(() => this.gone(id));
    });
  }

  /** Opens a port of the worker's own; what it returns says a frame. */
  join(way: Way, beside = false): (frame: object) => void {
    const id = this.enter(way, true, beside);
    return (frame) => this.say(id, frame);
  }

  /** Learns where runs live. Ports that lead elsewhere end, and are opened anew. */
  follow(state: State): void {
    this.state = state;
    if (state.link.state !== "unpaired") return this.settle("backend");
    void this.agent.allowed().then((is) => this.state === state && this.settle(is ? "browser" : "backend"));
  }

  private settle(home: Home): void {
    if (home === this.home) return;
    this.home = home;
    for (const [id, one] of this.open) {
      if (one.beside) void this.pass(id);
      else if (one.home) this.close(id);
      else this.lead(id, home);
    }
    this.met();
  }

  private met(): void {
    if (this.home && this.agent.there) this.there?.(this.home === "backend");
  }

  /** Lets a port through to the runs that are in this browser beside a backend's, or ends it. */
  private async pass(id: number): Promise<void> {
    const there = this.home === "backend" && (await this.agent.keeps());
    if (!there) {
      this.close(id);
      if (this.home === "browser") this.met(); // it leads there as any other now
      return;
    }
    if (!this.open.get(id)?.home) this.lead(id, "browser");
  }

  private lead(id: number, home: Home): void {
    const one = this.open.get(id);
    if (!one) return;
    one.home = home;
    for (const frame of one.early.splice(0)) this.say(id, frame);
  }

  /** Hands over what is said there. */
  show(id: number, frame: unknown): void {
    try {
      this.open.get(id)?.way.postMessage(frame);
    } catch {
      this.gone(id); // the page has just gone
    }
  }

  /** Ends a port; its page may open another one. */
  close(id: number): void {
    this.open.get(id)?.way.disconnect();
    this.gone(id);
  }

  /** Ends all of them. */
  fail(): void {
    for (const id of [...this.open.keys()]) this.close(id);
  }

  private lost(): void {
    for (const [id, one] of this.open) if (one.home === "browser") this.close(id);
  }

  private enter(way: Way, aside: boolean, beside: boolean): number {
    const id = ++this.next;
    this.open.set(id, { way, aside, beside, home: beside ? undefined : this.home, early: [] });
    if (beside && this.home) void this.pass(id);
    return id;
  }

  private say(id: number, frame: object): void {
    const one = this.open.get(id);
    if (one?.home === "browser") this.agent.say({ frame: { port: id, data: frame, aside: one.aside } });
    else if (one?.home) this.tell({ event: "panel", port: id }, frame);
    else one?.early.push(frame);
  }

  private gone(id: number): void {
    const home = this.open.get(id)?.home;
    if (!this.open.delete(id)) return;
    if (home === "browser") this.agent.reply({ closed: id });
    else if (home) this.tell({ event: "panel_closed", port: id });
  }
}

/** Reports whether the sender is the panel's page of this extension. */
export function ours(sender: chrome.runtime.MessageSender | undefined): boolean {
  const url = (sender?.url ?? "").split(/[?#]/)[0];
  return sender?.id === chrome.runtime.id && url === chrome.runtime.getURL("sidepanel/index.html");
}
