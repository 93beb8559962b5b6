/** What an element takes besides a click, as far as attributes and styles say it. */
import { flatParent, styleOf } from "../dom/tree";
import { attr, hasAttr, tagOf } from "../dom/native";

/** A text stands at most so far inside what is dragged or takes the double click. */
const maxUp = 4;
const grips = /^(grab|grabbing|move|all-scroll|[a-z]+-resize)$/;

/** gestures says what el takes: by itself, or by what it stands in. A cursor that is inherited speaks for el as well. */
export function gestures(el: Element): string[] {
  let drags = grips.test(styleOf(el).cursor);
  let twice = false;
  let at: Element | null = el;
  for (let n = 0; at && n < maxUp && tagOf(at) !== "body"; n++, at = flatParent(at)) {
    drags ||= attr(at, "draggable") === "true";
    twice ||= hasAttr(at, "ondblclick");
  }
  return [...(drags ? ["draggable"] : []), ...(twice ? ["double-click"] : [])];
}
