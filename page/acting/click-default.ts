/** What the browser itself may still do when the listeners of an event have run. */
import { flatParent } from "../dom/tree";
import { matchesOf, tagOf } from "../dom/native";

/** Elements that a click activates: a link, a field, what opens or submits something. */
const active = "a,area,input,label,summary,select,option,audio,video,object,embed,button:not([type=button]),[popovertarget],[command]";

const acts = (t: EventTarget): boolean => t instanceof Element && (tagOf(t).includes("-") || matchesOf(t, active));

/** follows reports whether a click on el may make the browser do something. A custom element may hide what in a closed shadow root. */
export function follows(el: Element): boolean {
  for (let e: Element | null = el; e; e = flatParent(e)) if (acts(e)) return true;
  return false;
}

/**
 * final reports whether nothing follows an event: of a click, that no element
 * on its way does something then, of a key, that its release presses nothing.
 */
export function final(e: Event): boolean {
  if (e.defaultPrevented) return true;
  if (e instanceof KeyboardEvent) return e.key !== " ";
  return e.type !== "click" || !e.composedPath().some(acts);
}
