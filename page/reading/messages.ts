/** What a page wants the person to notice now: messages, and what they have just opened. */
import { attr, matchesOf } from "../dom/native";

const roles = new Set(["alert", "status", "log", "tooltip"]);

/** isMessage reports whether el, which has attributes, is a message or an open popover. */
export function isMessage(el: Element, role: string | null): boolean {
  if (role && roles.has(role)) return true;
  const live = attr(el, "aria-live");
  return live === "polite" || live === "assertive" || (attr(el, "popover") !== null && matchesOf(el, ":popover-open"));
}
