/** Scrolling the page or the nearest scrollable thing around a target. */
import { bodyOf, documentOf, queryAll, scrollerOf, topOf } from "../dom/native";
import { flatParent, styleOf } from "../dom/tree";
import type { Scroll } from "../common/engine.gen";
import { frame, turn } from "../common/animation-frames";
import { hit } from "../guarding/hit";
import { pointOut, resolve, startAt } from "../naming/registry";
import { undrawn } from "../reading/undrawn";
import { over } from "../dom/visibility";
import { scrolled } from "./watch";

/**
 * scroll moves at once, without the page's smooth behaviour, and has the watch
 * tell by how much. The page hears of it in the next frame: what it shows at the new place
 * has begun when scroll resolves. Where nothing can be scrolled the page may
 * have a scrolling of its own: it hears of the wheel.
 */
export async function scroll(args: Scroll): Promise<void> {
  const down = args.direction !== "up";
  startAt(args.base ?? 0);
  const start = args.uid || args.selector ? resolve(args) : null;
  const under = start ?? hit(window.innerWidth / 2, window.innerHeight / 2);
  const box = scrollerFor(start, under, down);
  const by = (args.amount ?? Math.max(40, Math.round(box.clientHeight * 0.8))) * (down ? 1 : -1);
  const before = box.scrollTop;
  box.scrollBy({ top: by, behavior: "instant" });
  const moved = Math.round(Math.abs(box.scrollTop - before));
  const heard = !moved && !canScroll(box, !down) && !!under && wheel(under, by);
  if (moved || heard) {
    await frame();
    await turn();
    await turn(); // observers of what comes into view are told in a task of the frame's end
  }
  // More may come where the end seems to be.
  for (const end = performance.now() + patience; moved && !canScroll(box, down) && performance.now() < end; ) await frame(50);
  const pane = box === scrollerOf(document) ? "" : ", in " + pointOut(box);
  if (!heard) scrolled(() => `${moved} px${canScroll(box, down) ? "" : undrawn() ? ", more is still loading" : ", the end"}${pane}`);
}

/** How long in ms more may take to come. */
const patience = 500;

/** wheel tells the page of a turn of the wheel over el and reports whether it made something of it. */
function wheel(el: Element, deltaY: number): boolean {
  return !el.dispatchEvent(new WheelEvent("wheel", { ...over(el), deltaY }));
}

export function canScroll(el: Element, down: boolean): boolean {
  return down ? el.scrollTop + el.clientHeight < el.scrollHeight - 1 : el.scrollTop > 0;
}

/** scrollable reports whether a person could scroll el with the wheel. */
export function scrollable(el: Element): boolean {
  if (el.scrollHeight <= el.clientHeight + 1) return false;
  const doc = documentOf(el);
  const o = styleOf(el).overflowY;
  if (el !== scrollerOf(doc)) return o === "auto" || o === "scroll";
  // The body's word counts for the page where the root says nothing, as when a dialog holds the page still.
  const held = o === "visible" && bodyOf(doc) ? styleOf(bodyOf(doc)!).overflowY : o;
  return held !== "hidden" && held !== "clip";
}

/**
 * scrollerFor is what the wheel would scroll. Without a target, start, that is
 * the page, or in applications that scroll a part of it what is under the
 * middle of the screen.
 */
function scrollerFor(start: Element | null, under: Element | null, down: boolean): Element {
  const page = scrollerOf(document) ?? topOf(document);
  if (!start && scrollable(page) && canScroll(page, down)) return page;
  let first: Element | null = null;
  for (let e = under; e; e = flatParent(e)) {
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
