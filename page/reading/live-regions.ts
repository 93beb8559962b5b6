/** What messages say that came or changed, kept until it is told of. */
import { allIn, closestOf, parentOf } from "../dom/native";
import { cut, line } from "../common/plain-text";
import { Reading } from "./content";
import { isElement } from "../dom/tree";
import { begin } from "../common/memo";
import { text } from "./text";

// What assistive technology reads out when it changes.
const spoken = "[role=alert],[role=status],[aria-live=polite],[aria-live=assertive],output";
const maxSaid = 300;
// What is larger is a part of the page that was switched over, not a message.
const maxInside = 40;
/** The first of a long list will do. */
const maxChanged = 200;
/** How long a message takes to be drawn, in ms. */
const drawn = 250;

/** What changed, as far as it may have brought a message, since the messages were last heard. */
let changed = new Set<Node>();
let hearing = 0;
let unreported = "";
/** What each message said when it was last heard. */
const before = new WeakMap<Element, string>();

/** changes notes where a message may have come. */
export function changes(list: MutationRecord[]): void {
  for (const m of list) {
    if (changed.size >= maxChanged) return;
    (m.addedNodes.length ? m.addedNodes : [m.target]).forEach((n) => changed.add(n));
  }
}

/** readMessagesSoon hears what the messages say when they have had time to be drawn. */
export function readMessagesSoon(): void {
  hearing ||= setTimeout(readMessages, drawn);
}

/** readMessages takes down what the messages say that the changes belong to, or hold. */
export function readMessages(): void {
  clearTimeout(hearing);
  hearing = 0;
  if (!changed.size) return;
  begin();
  const found = new Set<Element>();
  for (const n of changed) {
    const el = isElement(n) ? n : (parentOf(n) as Element | null);
    const around = el?.isConnected ? closestOf(el, spoken) : null;
    if (around) found.add(around);
    else if (el?.isConnected && allIn(el, "*").length <= maxInside) for (const e of allIn(el, spoken)) found.add(e);
  }
  changed = new Set();
  const out: string[] = [];
  for (const el of found) {
    const part = new Reading(1000).read(el);
    const said = part ? line(text([part])) : "";
    if (said && before.get(el) !== said && !out.includes(said)) out.push(said);
    before.set(el, said);
  }
  if (out.length) unreported += (unreported && " · ") + out.join(" · ");
}

/** takeMessages is what was heard and not told of yet. */
export function takeMessages(): string {
  readMessages();
  const said = unreported;
  unreported = "";
  return cut(said, maxSaid);
}
