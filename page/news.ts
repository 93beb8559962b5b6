/** What a page wants the person to notice now: messages, and what they have just opened. */
import { attr, allIn, closestOf, matchesOf, parentOf } from "./native";
import { line } from "./clean";
import { isElement } from "./dom";

const roles = new Set(["alert", "status", "log", "tooltip"]);

/** isNews reports whether el, which has attributes, is a message or an open popover. */
export function isNews(el: Element, role: string | null): boolean {
  if (role && roles.has(role)) return true;
  const live = attr(el, "aria-live");
  return live === "polite" || live === "assertive" || (attr(el, "popover") !== null && matchesOf(el, ":popover-open"));
}

// What assistive technology reads out when it changes.
const spoken = "[role=alert],[role=status],[aria-live=polite],[aria-live=assertive],output";
export const maxSaid = 300;
// What is larger is a part of the page that was switched over, not a message.
const maxInside = 40;
/** What each message said when it was told of. */
const told = new WeakMap<Element, string>();

/** announced is what the messages that these changed nodes belong to, or hold, say now; visible gives an element's text as a person sees it. */
export function announced(changed: Iterable<Node>, visible: (el: Element) => string): string {
  const found = new Set<Element>();
  for (const n of changed) {
    const el = isElement(n) ? n : (parentOf(n) as Element | null);
    const around = el?.isConnected ? closestOf(el, spoken) : null;
    if (around) found.add(around);
    else if (el?.isConnected && allIn(el, "*").length <= maxInside) for (const e of allIn(el, spoken)) found.add(e);
  }
  const out: string[] = [];
  for (const el of found) {
    const said = line(visible(el));
    if (said && told.get(el) !== said && !out.includes(said)) out.push(said);
    told.set(el, said);
  }
  return out.join(" · ");
}
