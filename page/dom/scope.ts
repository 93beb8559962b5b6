/** Which document a selector means: the main one, or that of the frame that the agent named. */
import { frameDocument } from "./tree";
import { Fault } from "../common/fault";

let holder: Element | null = null;

/** enter is told the element that holds the frame; the core finds it. */
export function enter(el: Element): void {
  holder = el;
}

/** scopeOf returns the document to look in. */
export function scopeOf(within: boolean | undefined): Document {
  if (!within) return document;
  const doc = holder?.isConnected ? frameDocument(holder) : null;
  if (!doc && holder?.isConnected)
    throw new Fault("invalid_action", "The frame shares the page's process and not its origin, so only evaluate works in it; give its frameId.");
  if (!doc) throw new Fault("element_stale", "The frame is gone or has another document; list the frames again.");
  return doc;
}
