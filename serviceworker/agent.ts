/**
 * The agent in this browser, as the worker sees it: its document, which is made when it is
 * wanted, and the port to it. What passes is handed on unread; acts go through the core's
 * gate like a backend's.
 */
import type { Asked, FromAgent, ToAgent } from "../contracts/agent";
import { agentKeys, agentPolicy } from "./agent-policy";
import type { Tell } from "./listeners";
import { keep } from "./stored";
import { get } from "../services/area";
import { pattern } from "../services/permission";
import { Ports } from "../contracts/ports";
import { Key } from "../contracts/storage.gen";

const page = "offscreen/index.html";
/** Rings when a planned task is due. It is set anew whenever the worker wakes: the browser may forget it. */
const agentAlarm = "agent";

/** The panels' end. */
export interface Shown {
  show(port: number, frame: unknown): void;
  close(port: number): void;
  /** The document is there, and can be asked. */
  opened(): void;
  /** Ends all that lead to the document: it is gone, and what was asked there with it. */
  lost(): void;
  /** The organisation has changed whether the agent may be here. */
  judged(): void;
}

export class Agent {
  private port: chrome.runtime.Port | undefined;
  private making: Promise<void> | undefined;
  private waiting: ToAgent[] = [];
  shown: Shown | undefined;

  constructor(private readonly tell: Tell) {}

  /** Registers the listeners; in the first turn. */
  listen(): void {
    chrome.runtime.onConnect.addListener((port) => {
      if (port.name !== Ports.agent) return;
      if (!ours(port.sender)) return port.disconnect();
      this.opened(port);
    });
    chrome.storage.onChanged.addListener((changes, area) => {
      if (area === "managed" && agentKeys.some((key) => key in changes)) void this.judged();
    });
    void agentPolicy(); // its values are known then when one of them is mistyped
    chrome.alarms.onAlarm.addListener(() => void this.wake());
    chrome.runtime.onStartup.addListener(() => void this.wake());
    chrome.runtime.onInstalled.addListener(() => void this.wake());
  }

  /** Reports whether the organisation lets the agent live in the browser; a word that is not understood refuses. */
  async allowed(): Promise<boolean> {
    const word = (await agentPolicy())[Key.localAgent];
    return word === undefined || word === "allow";
  }

  /** Reports whether there are runs to be read here. */
  async keeps(): Promise<boolean> {
    return (await get("local", Key.agentRuns))[Key.agentRuns] === true && (await this.allowed());
  }

  /** Reports whether the document is there. */
  get there(): boolean {
    return this.port !== undefined;
  }

  /** Says something to the document, which is made where there is none. */
  say(message: ToAgent): void {
    if (this.port) return this.port.postMessage(message);
    this.waiting.push(message);
    void this.make();
  }

  /** Says something to the document that is there, as the answer to what it asked. */
  reply(message: ToAgent): void {
    this.port?.postMessage(message);
  }

  /** Brings the document back where a run goes on or a planned task is due, and has the worker woken for one that will be. */
  async wake(): Promise<void> {
    const at = Number((await get("local", Key.agentAwake))[Key.agentAwake] ?? 0);
    if (at > Date.now()) await chrome.alarms.create(agentAlarm, { when: at });
    else if (at && !this.port) await this.make();
  }

  /** Ends the document where the organisation no longer allows it. */
  private async judged(): Promise<void> {
    if (!(await this.allowed())) await chrome.offscreen.closeDocument().catch(() => undefined); // there may be none
    this.shown?.judged();
  }

  private opened(port: chrome.runtime.Port): void {
    this.port = port;
    port.onMessage.addListener((m: FromAgent) => this.heard(port, m));
    port.onDisconnect.addListener(() => {
      if (this.port !== port) return;
      this.port = undefined;
      this.shown?.lost();
      void this.wake();
    });
    for (const m of this.waiting.splice(0)) port.postMessage(m);
    this.shown?.opened();
  }

  private heard(port: chrome.runtime.Port, m: FromAgent): void {
    if (m.wire !== undefined) this.tell({ event: "local" }, m.wire);
    if (m.frame) this.shown?.show(m.frame.port, m.frame.data);
    if (m.close !== undefined) this.shown?.close(m.close);
    if (m.awake !== undefined) void keep("local", { [Key.agentAwake]: m.awake, [Key.agentRuns]: m.runs === true }).then(() => this.wake());
    if (m.id === undefined) return;
    const answer = (rest: Partial<ToAgent>) => this.port === port && port.postMessage({ id: m.id, ...rest });
    this.asked(m.ask, m.value).then(
      (value) => answer({ value: value ?? null }),
      (e: unknown) => answer({ refused: String(e) }),
    );
  }

  private async asked(what: Asked | undefined, value: unknown): Promise<unknown> {
    switch (what) {
      case "settings":
        return (await get("local", Key.agentSettings))[Key.agentSettings];
      case "keep":
        return keep("local", { [Key.agentSettings]: value });
      case "policy":
        return agentPolicy();
      case "allowed":
        return chrome.permissions.contains({ origins: [pattern(String(value))] });
      default:
        throw new Error("the worker is not asked that");
    }
  }

  /** Makes the document. Chrome allows an extension one. */
  private make(): Promise<void> {
    this.making ??= this.made().finally(() => (this.making = undefined));
    return this.making;
  }

  private async made(): Promise<void> {
    if (!(await this.allowed())) return;
    const there = await chrome.runtime.getContexts({ contextTypes: ["OFFSCREEN_DOCUMENT"] });
    if (there.length) return; // its port comes by itself
    try {
      await chrome.offscreen.createDocument({
        url: page,
        reasons: ["WORKERS"],
        justification: "bua's own agent works on a task that the person gave it, also while no page of the extension is open.",
      });
    } catch (e) {
      console.error("bua: the agent's document did not open:", e);
    }
  }
}

/** Reports whether the sender is the agent's document of this extension. */
function ours(sender: chrome.runtime.MessageSender | undefined): boolean {
  return sender?.id === chrome.runtime.id && sender.url === chrome.runtime.getURL(page);
}
