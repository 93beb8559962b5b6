/**
 * The life of the agent's program, in a dedicated worker: start, death, and the next start,
 * later each time. What is said to it before it runs waits.
 */
import type { FromAgent, ToAgent } from "../contracts/agent";

/** What the document says to the program: what the service worker says, and that its port ended. */
export type ToProgram = ToAgent & { lost?: true };
/** What the program says: to the service worker, or that it has started, or has heard that the port ended, or why it died. */
export type FromProgram = FromAgent & { started?: true; heard?: true; died?: string };

export interface Heard {
  told(message: FromAgent): void;
  /** It died, and the journals have all that it was: the next one goes on with them. */
  died(): void;
}

/** After the first death the next start waits least ms, after each further one twice as long, up to most. */
const least = 100;
const most = 60_000;
/** A life of so many ms makes the deaths before it forgotten. */
const long = 60_000;

declare const trustedTypes: { createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(text: string): URL } };

/** The one script that a page of the extension may start by its address. */
const script = trustedTypes.createPolicy("program", { createScriptURL: () => "worker.js" }).createScriptURL("");

export class Program {
  private worker: Worker | undefined;
  private waiting: ToProgram[] = [];
  private deaths = 0;
  private began = 0;
  private started = false;
  /** How many ends of the port the program has not heard of. What it says meanwhile it counts as lost itself or says again, so that nobody may do it. */
  private unheard = 0;

  constructor(private readonly heard: Heard) {
    this.start();
  }

  say(message: ToProgram): void {
    if (message.lost) this.unheard++;
    if (this.started) this.worker!.postMessage(message);
    else this.waiting.push(message);
  }

  private start(): void {
    this.began = Date.now();
    const worker = new Worker(script);
    this.worker = worker;
    worker.onmessage = ({ data }: MessageEvent<FromProgram>) => {
      if (this.worker !== worker) return;
      if (data.died !== undefined) this.end(worker, data.died);
      else if (data.started) this.flush(worker);
      else if (data.heard) this.unheard--;
      else if (!this.unheard || data.awake !== undefined) this.heard.told(data);
    };
    worker.onerror = (e) => this.end(worker, e.message);
  }

  private flush(worker: Worker): void {
    this.started = true;
    for (const m of this.waiting.splice(0)) worker.postMessage(m);
  }

  private end(worker: Worker, why: string): void {
    if (this.worker !== worker) return;
    console.error("bua: the agent's program died:", why);
    worker.terminate();
    this.worker = undefined;
    this.started = false;
    this.waiting = [];
    this.unheard = 0;
    if (Date.now() - this.began > long) this.deaths = 0;
    const pause = Math.min(least * 2 ** this.deaths++, most);
    this.heard.died();
    setTimeout(() => this.start(), pause);
  }
}
