/** Whether an element is rendered, and where it is on the engine's viewport. */
import { attr, checkVisible, closestOf, documentOf, hasAttr, rectOf, tagOf, viewOf } from "./native";
import { noArea, noRect } from "./computed-look";
import { flatChildren, flatParent, frameOf, isElement, styleOf } from "./tree";

/** Box is a rectangle in the coordinates of the engine's own viewport. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const shown: CheckVisibilityOptions = { visibilityProperty: true };

/** rendered reports whether el shows anything: it has a box, or its children have. */
export function rendered(el: Element): boolean {
  if (checkVisible(el, shown)) return true;
  if (tagOf(el) === "area") return imageOf(el)?.checkVisibility(shown) ?? false;
  if (!el.isConnected || styleOf(el).display !== "contents") return false;
  const list = flatChildren(el);
  for (let i = 0; i < list.length; i++) {
    const n = list[i]!;
    if (isElement(n) ? rendered(n) : n.nodeType === 3 && n.nodeValue!.trim() !== "") return true;
  }
  return false;
}

/** imageOf is the image that shows the map of an area. */
export function imageOf(area: Element): Element | null {
  const name = closestOf(area, "map")?.getAttribute("name");
  return name ? area.ownerDocument.querySelector(`img[usemap="#${CSS.escape(name)}"]`) : null;
}

/** noSize reports whether el shows nothing of what is inside: a box of no size that clips, or one that is clipped away. */
export function noSize(el: Element): boolean {
  const s = styleOf(el);
  if (s.clipPath !== "none" && noArea(s.clipPath)) return true;
  if (s.clip !== "auto" && (s.position === "absolute" || s.position === "fixed") && noRect(s.clip)) return true;
  if ((s.overflowX === "visible" && s.overflowY === "visible") || tagOf(el) === "body" || tagOf(el) === "html" || s.display === "contents" || s.display === "inline") return false;
  const r = rectOf(el);
  return r.width <= 1 || r.height <= 1;
}

/** hiddenFromAX reports whether an ancestor takes el out of the accessibility tree. */
export function hiddenFromAX(el: Element): boolean {
  for (let e: Element | null = el; e; e = flatParent(e)) {
    if (attr(e, "aria-hidden") === "true" && tagOf(e) !== "body" && tagOf(e) !== "html") return true;
    if (hasAttr(e, "inert")) return true;
  }
  return false;
}

/** Transform takes a frame's coordinates to the engine's viewport. */
export interface Transform {
  x: number;
  y: number;
  sx: number;
  sy: number;
}

/** transformOf is where doc's viewport lies on the engine's viewport. */
export function transformOf(doc: Document): Transform {
  const t = { x: 0, y: 0, sx: 1, sy: 1 };
  for (let f = frameOf(doc); f; f = frameOf(documentOf(f))) {
    const r = rectOf(f);
    const el = f as HTMLElement;
    const s = styleOf(f);
    const sx = el.offsetWidth ? r.width / el.offsetWidth : 1;
    const sy = el.offsetHeight ? r.height / el.offsetHeight : 1;
    t.x = r.x + (el.clientLeft + parseFloat(s.paddingLeft)) * sx + t.x * sx;
    t.y = r.y + (el.clientTop + parseFloat(s.paddingTop)) * sy + t.y * sy;
    t.sx *= sx;
    t.sy *= sy;
  }
  return t;
}

/** rectsOf lists the rectangles that el paints, in its own document's viewport. */
export function rectsOf(el: Element): DOMRect[] {
  const own = tagOf(el) === "area" ? areaRects(el) : [...el.getClientRects()];
  const list = own.filter((r) => r.width > 0 && r.height > 0);
  if (list.length) return list;
  // display:contents, and inline elements around blocks or floats: what is inside counts.
  const range = documentOf(el).createRange();
  range.selectNodeContents(el);
  return [...range.getClientRects()].filter((r) => r.width > 0 && r.height > 0);
}

function areaRects(area: Element): DOMRect[] {
  const img = imageOf(area);
  if (!img) return [];
  const r = rectOf(img);
  const c = (attr(area, "coords") ?? "").split(",").map(Number);
  const shape = (attr(area, "shape") ?? "rect").toLowerCase();
  if (shape === "default" || c.length < 3 || c.some(Number.isNaN)) return [r];
  if (shape.startsWith("circ")) {
    const d = c[2]! * 1.4;
    return [new DOMRect(r.x + c[0]! - d / 2, r.y + c[1]! - d / 2, d, d)];
  }
  const xs = c.filter((_, i) => i % 2 === 0);
  const ys = c.filter((_, i) => i % 2 === 1);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return [new DOMRect(r.x + x, r.y + y, Math.max(...xs) - x, Math.max(...ys) - y)];
}

/** over makes an event of the page's own be one of the mouse over the middle of el. */
export function over(el: Element): MouseEventInit {
  const r = rectOf(el);
  return { clientX: r.x + r.width / 2, clientY: r.y + r.height / 2, view: viewOf(documentOf(el)), bubbles: true, cancelable: true, composed: true };
}

/** boxOf is the rectangle around all that el paints, null when it paints nothing. */
export function boxOf(el: Element): DOMRect | null {
  const r = rectOf(el);
  if (r.width > 0 && r.height > 0 && tagOf(el) !== "area") return r;
  const list = rectsOf(el);
  if (!list.length) return null;
  const x = Math.min(...list.map((b) => b.left));
  const y = Math.min(...list.map((b) => b.top));
  return new DOMRect(x, y, Math.max(...list.map((b) => b.right)) - x, Math.max(...list.map((b) => b.bottom)) - y);
}

/** inViewport reports whether r, of doc's viewport, shows on the engine's viewport. */
export function inViewport(r: DOMRect, w: number, h: number): boolean {
  return r.right > 0 && r.bottom > 0 && r.left < w && r.top < h && r.width > 0 && r.height > 0;
}
