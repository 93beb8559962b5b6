/**
 * The life of the Go instance: start, death by trap, restart. What arrives
 * while there is none waits in order; what an instance was asked and did not
 * answer is answered for it.
 */
import { Agent } from "./agent";
import { type Call, calls, type Handlers, run } from "./calls";
import { compile } from "./compile";
import type { Tell, Told } from "./listeners";
import { type Host, Module } from "./module";
import { Menu } from "./menu";
import { Messages } from "./messages";
import { Notices } from "./notices";
import { Panels } from "./panels";
import { Socket } from "./socket";
import { json } from "./text";
import { Toolbar } from "./toolbar";
import { Kind, type Refusal } from "../contracts/seam.gen";

/** Events beyond this many are dropped, oldest first: a page can cause them without end. */
const maxQueue = 4096;
/** More deaths than this in a minute, and the next start waits for the alarm. */
const maxDeaths = 10;
const minute = 60_000;

const lost = "The extension's core failed and was started again: look at the page before you repeat the action.";

export class Life {
  module: Module | undefined;
  deaths = 0;
  /** Calls that the current instance waits for. */
  outstanding = 0;
  readonly socket = new Socket((kind, conn, text) => this.module?.deliver(kind, conn, text));
  readonly toolbar = new Toolbar();
  readonly messages = new Messages((...told) => this.tell(...told));
  readonly agent = new Agent((...told) => this.tell(...told));
  readonly panels = new Panels((...told) => this.tell(...told), this.agent);
  readonly notices = new Notices(this.panels);
  readonly menu = new Menu(async (url) => (await this.messages.ask("refuses", { url })).ok !== false);
  /** What Go may ask: the browser's calls, and those about the pages. */
  private readonly calls: Handlers = {
    ...calls,
    reply: (a) => this.messages.answer(a.message, a.value),
    panel: (a) => this.panels.show(a.port, a.data),
    panel_close: (a) => this.panels.close(a.port),
    local: (a) => this.agent.reply({ wire: a.data }),
    broadcast: (a) => {
      // What it costs is not what somebody waits for: answers go first.
      setTimeout(() => {
        this.toolbar.tell(a.value);
        this.panels.follow(a.value);
        this.notices.tell(a.value);
        this.messages.broadcast(a.value);
      }, 0);
    },
  };
  private readonly queue: string[] = [];
  private recent: number[] = [];
  private compiled: Promise<WebAssembly.Module> | undefined;
  private starting = false;

  /** Tells Go an event, or keeps it until Go is there; an event also revives a core that gave up. */
  readonly tell: Tell = (...[event, params]: Told): void => {
    // CDP's parameters may be deep, so Go gets them as a line that it need not read.
    const text = params === undefined ? json(event) : `${json(event)}\n${json(params)}`;
    if (this.module) return this.module.deliver(Kind.event, 0, text);
    if (this.queue.push(text) > maxQueue) this.queue.shift();
    void this.start();
  };

  /** Starts an instance unless one runs or too many died just now. */
  async start(): Promise<void> {
    if (this.module || this.starting || this.exhausted()) return;
    this.starting = true;
    try {
      const compiled = await (this.compiled ??= compile());
      const module: Module = new Module(compiled, this.hostOf(() => module), (reason) => this.died(module, reason));
      this.outstanding = 0;
      this.module = module;
      module.start();
      for (let text = this.queue.shift(); text !== undefined && this.module === module; text = this.queue.shift()) {
        module.deliver(Kind.event, 0, text);
      }
    } catch (e) {
      this.compiled = undefined; // a failed compilation must not be kept
      console.error("bua: the core did not start:", e);
      this.messages.fail("The extension's core did not start; reload the extension.");
    } finally {
      this.starting = false;
    }
  }

  /** The surroundings of one instance: what it asked is answered to it or to nobody. */
  private hostOf(module: () => Module): Host {
    return {
      call: (id, text) => {
        this.outstanding++;
        const done = (kind: number, value: unknown) => {
          if (module().dead) return;
          this.outstanding--;
          if (id) module().deliver(kind, id, json(value ?? null)); // id 0: nobody waits
        };
        this.run(text).then(
          (value) => done(Kind.answer, value),
          (e: unknown) => done(Kind.refusal, { message: e instanceof Error ? e.message : String(e) } satisfies Refusal),
        );
      },
      socket: (op, conn, text) => this.socket.work(op, conn, text),
      log: (line) => console.log("bua:", line),
    };
  }

  private async run(text: string): Promise<unknown> {
    return run(this.calls, JSON.parse(text) as Call);
  }

  private exhausted(): boolean {
    const since = Date.now() - minute;
    this.recent = this.recent.filter((t) => t > since);
    return this.recent.length > maxDeaths;
  }

  private died(module: Module, reason: string): void {
    console.error("bua: the core died:", reason);
    if (this.module !== module) return;
    this.module = undefined;
    this.deaths++;
    this.recent.push(Date.now());
    this.socket.fail(lost);
    this.messages.fail(lost);
    this.panels.fail();
    // Out of the stack of the dead instance first.
    setTimeout(() => void this.start(), 0);
  }
}
