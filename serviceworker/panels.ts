/**
 * The ports of the extension's own panels. What passes through one is between the
 * panel and the backend: it is handed on unread. Nobody else may open one: neither
 * another extension (there is no externally_connectable) nor a frame or a script in a
 * web page, nor any other page of the extension.
 */
import type { Tell } from "./listeners";
import { json } from "./text";

/** What a panel calls its port. */
const name = "panel";
/** A frame that is longer than this closes its port. The core's own limit is in bytes. */
const longest = 256 * 1024;

/** The page's end of a port, or of one of the worker's own. */
export type Way = Pick<chrome.runtime.Port, "postMessage" | "disconnect">;

export class Panels {
  private next = 0;
  private readonly open = new Map<number, Way>();

  constructor(private readonly tell: Tell) {}

  /** Registers the listener; in the first turn. */
  listen(): void {
    chrome.runtime.onConnect.addListener((port) => {
      if (port.name !== name || !ours(port.sender)) return port.disconnect();
      const id = ++this.next;
      this.open.set(id, port);
      port.onMessage.addListener((frame: unknown) => {
        if (!this.open.has(id)) return;
        const text = json(frame);
        if (text.length > longest) return this.close(id);
        this.tell({ event: "panel", port: id }, frame as object);
      });
      port.onDisconnect.addListener(() => this.gone(id));
    });
  }

  /** Opens a port of the worker's own; what it returns says a frame. */
  join(way: Way): (frame: object) => void {
    const id = ++this.next;
    this.open.set(id, way);
    return (frame) => this.tell({ event: "panel", port: id }, frame);
  }

  /** Hands over what the backend says. */
  show(id: number, frame: unknown): void {
    try {
      this.open.get(id)?.postMessage(frame);
    } catch {
      this.gone(id); // the page has just gone
    }
  }

  /** Ends a port; its page may open another one. */
  close(id: number): void {
    this.open.get(id)?.disconnect();
    this.gone(id);
  }

  /** Ends all of them. */
  fail(): void {
    for (const port of this.open.values()) port.disconnect();
    this.open.clear();
  }

  private gone(id: number): void {
    if (this.open.delete(id)) this.tell({ event: "panel_closed", port: id });
  }
}

/** Reports whether the sender is the panel's page of this extension. */
export function ours(sender: chrome.runtime.MessageSender | undefined): boolean {
  const url = (sender?.url ?? "").split(/[?#]/)[0];
  return sender?.id === chrome.runtime.id && url === chrome.runtime.getURL("sidepanel/index.html");
}
