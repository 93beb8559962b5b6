/** What the browser does by itself after the page's handlers of an input event have run. */
import { tagOf } from "./native";
import { mayHost } from "./dom";

/** Elements of which a click follows a link, sends a form, clicks another one or changes a value, which the page then hears of. */
const active = new Set(["label", "summary", "select", "option", "object", "embed", "iframe", "frame"]);
/** The kinds of input, and of button, of which it does not. */
const idle = new Set(["button", "text", "search", "email", "url", "tel", "password", "number"]);

/** isLast reports that nothing follows an event whose handlers have run: the browser does nothing by itself after it. */
export function isLast(e: Event): boolean {
  if (e.defaultPrevented) return true;
  if (e.type === "keyup") return (e as KeyboardEvent).key !== " "; // which presses a button when it is let go
  if (e.type !== "click") return true;
  const path = e.composedPath().filter((t) => t instanceof Element);
  // Inside a closed shadow root anything may have been clicked.
  const inner = path[0];
  return inner !== undefined && !mayHost(inner) && !path.some(acts);
}

function acts(el: Element): boolean {
  const tag = tagOf(el);
  if (tag === "a" || tag === "area") return el.hasAttribute("href") || el.hasAttribute("xlink:href");
  if (tag === "input" || tag === "button") return !idle.has((el as HTMLInputElement).type);
  return active.has(tag);
}
