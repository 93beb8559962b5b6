/**
 * The way to the service worker: the wire's messages, the panels' frames, what the person has
 * chosen. The worker may be ended at any time; then a new port wakes it.
 */
import type { FromAgent, ToAgent } from "../contracts/agent";

export interface Heard {
  told(message: ToAgent): void;
  /** The worker was ended: what it was asked and did not answer is lost. */
  lost(): void;
}

/** How long after a port that ended the next one is opened, in ms: it wakes the worker. */
const pause = 100;

export class Worker {
  private port: chrome.runtime.Port;
  private last = 0;
  private readonly asked = new Map<number, { resolve(value: unknown): void; reject(e: Error): void }>();

  constructor(private readonly heard: Heard) {
    this.port = this.connect();
  }

  say(message: FromAgent): void {
    try {
      this.port.postMessage(message);
    } catch {
      // It ended just now: lost() follows.
    }
  }

  /** Asks for what the worker keeps. */
  ask(settings: "get" | "put", value?: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const id = ++this.last;
      this.asked.set(id, { resolve, reject });
      this.say({ id, settings, value });
    });
  }

  private connect(): chrome.runtime.Port {
    const port = chrome.runtime.connect({ name: "agent" });
    port.onMessage.addListener((m: ToAgent) => {
      if (m.id === undefined) return this.heard.told(m);
      const waiting = this.asked.get(m.id);
      this.asked.delete(m.id);
      if (m.refused) waiting?.reject(new Error(m.refused));
      else waiting?.resolve(m.value ?? null);
    });
    port.onDisconnect.addListener(() => {
      void chrome.runtime.lastError; // why it ended does not matter
      for (const w of this.asked.values()) w.reject(new Error("the extension's worker was ended"));
      this.asked.clear();
      this.heard.lost();
      setTimeout(() => (this.port = this.connect()), pause);
    });
    return port;
  }
}
