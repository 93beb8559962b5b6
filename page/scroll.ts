/** Scrolling the page or the nearest scrollable thing around a target. */
import { documentOf, hitIn, queryAll, scrollerOf, topOf } from "./native";
import { flatParent, styleOf } from "./dom";
import { frame, turn } from "./frames";
import { resolve, type Target } from "./registry";

/**
 * scroll moves at once, without the page's smooth behaviour, and reports by how
 * much. The page hears of it in the next frame: what it shows at the new place
 * has begun when scroll resolves.
 */
export async function scroll(args: Target & { direction: string; amount?: number }): Promise<{ moved: number; more: boolean }> {
  const down = args.direction !== "up";
  const start = args.uid || args.selector ? resolve(args) : null;
  const box = scrollerFor(start, down);
  const by = args.amount ?? Math.max(40, Math.round(box.clientHeight * 0.8));
  const before = box.scrollTop;
  box.scrollBy({ top: down ? by : -by, behavior: "instant" });
  const moved = Math.round(Math.abs(box.scrollTop - before));
  if (moved) {
    await frame();
    await turn();
    await turn(); // observers of what comes into view are told in a task of the frame's end
  }
  return { moved, more: canScroll(box, down) };
}

function canScroll(el: Element, down: boolean): boolean {
  return down ? el.scrollTop + el.clientHeight < el.scrollHeight - 1 : el.scrollTop > 0;
}

/** scrollable reports whether a person could scroll el with the wheel. */
function scrollable(el: Element): boolean {
  if (el.scrollHeight <= el.clientHeight + 1) return false;
  if (el === scrollerOf(documentOf(el))) return true;
  const o = styleOf(el).overflowY;
  return o === "auto" || o === "scroll" || o === "overlay";
}

function scrollerFor(start: Element | null, down: boolean): Element {
  const page = scrollerOf(document) ?? topOf(document);
  // Without a target: the page, or what is under the middle of the screen in
  // applications that scroll a part of it.
  let from = start;
  if (!from) {
    if (canScroll(page, down)) return page;
    from = hitIn(document, window.innerWidth / 2, window.innerHeight / 2);
  }
  let first: Element | null = null;
  for (let e = from; e; e = flatParent(e)) {
    if (!scrollable(e)) continue;
    first ??= e;
    // The wheel passes a scroller at its end on to the next one out.
    if (canScroll(e, down)) return e;
  }
  if (!start && !first) first = largest();
  return first ?? page;
}

// The middle of the screen may be covered: take the biggest scroller there is.
function largest(): Element | null {
  let best: Element | null = null;
  let area = 0;
  for (const e of queryAll(document, "*")) {
    const a = e.clientHeight * e.clientWidth;
    if (a > area && scrollable(e)) [best, area] = [e, a];
  }
  return best;
}
