/**
 * The way to the service worker, which Chrome ends when it likes: then a new port wakes it.
 * What is said between two ports waits for the next one.
 */
import type { FromAgent, ToAgent } from "../contracts/agent";
import { Ports } from "../contracts/ports";

export interface Heard {
  told(message: ToAgent): void;
  /** The port ended: what was asked over it and not answered never will be. */
  lost(): void;
}

/** How long after a port that ended the next one is opened, in ms. */
const pause = 100;

export class Port {
  private port: chrome.runtime.Port | undefined;
  private waiting: FromAgent[] = [];

  constructor(private readonly heard: Heard) {
    this.open();
  }

  say(message: FromAgent): void {
    if (this.port) this.port.postMessage(message);
    else this.waiting.push(message);
  }

  /** Ends the port, since who spoke over it is gone; the next one begins anew. */
  renew(): void {
    this.waiting = []; // its answers would be taken for those of the one who speaks next
    this.port?.disconnect(); // tells the other end alone
    this.ended();
  }

  private open(): void {
    const port = chrome.runtime.connect({ name: Ports.agent });
    port.onMessage.addListener((m: ToAgent) => this.port === port && this.heard.told(m));
    port.onDisconnect.addListener(() => {
      void chrome.runtime.lastError; // why it ended does not matter
      if (this.port === port) this.ended();
    });
    this.port = port;
    for (const m of this.waiting.splice(0)) port.postMessage(m);
  }

  private ended(): void {
    if (!this.port) return; // the next one is on its way
    this.port = undefined;
    this.heard.lost();
    setTimeout(() => this.open(), pause);
  }
}
