/** Where a press meets an element, as the page lies now. */
import { closestOf, dataOf, documentOf, findIn, matchesOf, viewOf, walkText } from "../dom/native";
import { flatParent } from "../dom/tree";
import { gaps } from "./cover";
import { hit, reaches } from "./hit";
import { noSize, rectsOf, rendered, transformOf } from "../dom/visibility";

/** What is seen of the page, which is less where somebody has zoomed in with two fingers. */
export const sight = window.visualViewport!;

/** pressable reports whether el has a place on the page: one for readers of screens only has a pixel, is clipped away, or is beside the page. */
export function pressable(el: Element): boolean {
  for (let e: Element | null = el, n = 0; e && n < 3; e = flatParent(e), n++) if (noSize(e)) return false;
  const w = viewOf(documentOf(el)) ?? window;
  return rendered(el) && rectsOf(el).some((r) => r.width > 2 && r.height > 2 && r.right + w.scrollX > 0 && r.bottom + w.scrollY > 0);
}

/** What may stand in another of its kind, which takes presses of its own. */
const items = "li,[role=treeitem],[role=menuitem],[role=listitem]";

/** aim returns a point of face where the hit test reaches el, null when there is none in the viewport: of an item with others in it one at its own words. */
export function aim(el: Element, face = el): { x: number; y: number } | null {
  const t = transformOf(documentOf(el));
  const own = (got: Element): boolean => closestOf(got, items) === el;
  const words = matchesOf(el, items) && findIn(el, items) ? letters(el, own) : [];
  const { offsetLeft, offsetTop, width, height } = sight;
  for (const r of (words.length ? words : rectsOf(face)).slice(0, 12)) {
    const left = Math.max(offsetLeft, t.x + r.left * t.sx);
    const top = Math.max(offsetTop, t.y + r.top * t.sy);
    const right = Math.min(offsetLeft + width, t.x + r.right * t.sx);
    const bottom = Math.min(offsetTop + height, t.y + r.bottom * t.sy);
    if (right - left < 0.5 || bottom - top < 0.5) continue;
    const box = { x: left, y: top, width: right - left, height: bottom - top };
    const covers = new Set<Element>();
    const free = ([x, y]: readonly [number, number]): boolean => {
      const got = hit(x, y);
      if (face === el ? reaches(el, got) && (!words.length || own(got!)) : got === el) return true;
      if (got) covers.add(got);
      return false;
    };
    const at = spots.map(([fx, fy]) => [left + box.width * fx, top + box.height * fy] as const).find(free) ?? gaps(box, covers).find(free);
    if (at) return { x: round(at[0]), y: round(at[1]) };
  }
  return null;
}

/** letters lists the rectangles of an item's own words. */
function letters(el: Element, own: (got: Element) => boolean): DOMRect[] {
  const out: DOMRect[] = [];
  const walker = walkText(documentOf(el), el, NodeFilter.SHOW_TEXT);
  for (let n = walker.nextNode(); n && out.length < 4; n = walker.nextNode()) {
    if (!/\S/.test(dataOf(n)!) || !own(n.parentElement!)) continue;
    const range = documentOf(el).createRange();
    range.selectNodeContents(n);
    out.push(...range.getClientRects());
  }
  return out;
}

// The centre first, then where a partly covered or rotated element still shows.
const spots = [
  [0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.25], [0.5, 0.75], [0.1, 0.5], [0.9, 0.5],
  [0.5, 0.1], [0.5, 0.9], [0.15, 0.15], [0.85, 0.15], [0.15, 0.85], [0.85, 0.85],
] as const;

/** round is a coordinate with two decimals. */
export function round(n: number): number {
  return Math.round(n * 100) / 100;
}
