/**
 * The document in which bua's own agent lives where there is no backend. Chrome shows it to
 * nobody. It stands between the program, in a dedicated worker, and the service worker; it
 * ends itself when no run goes on, no planned task is due and no panel looks.
 */
import type { FromAgent, ToAgent } from "../contracts/agent";
import { Port } from "./port";
import { Program } from "./program";

/** For how long nobody may want the program, in ms, before it goes. */
const idle = 60_000;

class Document {
  private readonly panels = new Set<number>();
  /** What the program has said last of when it is wanted, undefined before it has. */
  private awake: FromAgent | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly port: Port = new Port({
    told: (m) => this.toProgram(m),
    lost: () => {
      if (this.awake) this.port.say(this.awake); // the worker may have ended before it kept that
      this.panels.clear();
      this.program.say({ lost: true });
      this.rest();
    },
  });
  private readonly program: Program = new Program({
    told: (m) => this.toWorker(m),
    died: () => {
      this.awake = undefined;
      this.port.renew();
    },
  });

  private toProgram(m: ToAgent): void {
    if (m.frame && !m.frame.aside) this.panels.add(m.frame.port);
    if (m.closed !== undefined) this.panels.delete(m.closed);
    this.program.say(m);
    this.rest();
  }

  private toWorker(m: FromAgent): void {
    if (m.awake !== undefined) this.awake = m;
    if (m.close !== undefined) this.panels.delete(m.close);
    this.port.say(m);
    this.rest();
  }

  /** Begins to wait for the end, or stops waiting. */
  private rest(): void {
    clearTimeout(this.timer);
    const from = this.awake?.awake;
    const wanted = from === undefined || (from && from <= Date.now());
    if (!wanted && !this.panels.size) this.timer = setTimeout(() => window.close(), idle);
  }
}

new Document();
