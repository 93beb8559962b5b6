/** What lies over a control: where it still shows, by what key it can be pressed, and what is said. */
import { activeElement, contains, flatParent, styleOf } from "../dom/tree";
import { Fault } from "../common/fault";
import { hit, obstacle } from "./hit";
import { documentOf, matchesOf, rectOf, tagOf } from "../dom/native";
import { pointOut } from "../naming/registry";
import { noSize, rectsOf, transformOf, type Box } from "../dom/visibility";

/** So many covers, and boxes of each, are tried beside. */
const most = 4;
/** How far beside a cover is pressed at most, in CSS pixels. */
const beside = 8;

/** gaps lists the points of a box right beside what lies over it. */
export function gaps(box: Box, covers: Iterable<Element>): [number, number][] {
  const out: [number, number][] = [];
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  for (const c of [...covers].slice(0, most)) {
    const t = transformOf(documentOf(c));
    for (const r of rectsOf(c).slice(0, most)) {
      const [l, u, w, h] = [t.x + r.left * t.sx, t.y + r.top * t.sy, r.width * t.sx, r.height * t.sy];
      const x = (Math.max(l, box.x) + Math.min(l + w, right)) / 2;
      const y = (Math.max(u, box.y) + Math.min(u + h, bottom)) / 2;
      const off = (room: number): number => Math.min(room / 2, beside);
      if (l > box.x) out.push([l - off(l - box.x), y]);
      if (l + w < right) out.push([l + w + off(right - l - w), y]);
      if (u > box.y) out.push([x, u - off(u - box.y)]);
      if (u + h < bottom) out.push([x, u + h + off(bottom - u - h)]);
    }
  }
  return out;
}

/** What holds more than a control and what belongs to it. */
export const wide = new Set(["html", "body", "main", "form", "table", "tbody", "ul", "ol", "nav"]);
/** What holds just that. */
const unit = new Set(["li", "tr", "article", "section", "fieldset"]);

/** belongs reports whether what lies over a control stands in one small group with it, as a link over its card. */
export function belongs(control: Element, over: Element): boolean {
  for (let e: Element | null = over; e && !contains(e, control); e = flatParent(e)) if (styleOf(e).position === "fixed" || matchesOf(e, "[role=dialog],[role=alertdialog],[aria-modal=true],dialog,iframe")) return false;
  for (let e = flatParent(control), n = 0; e && n < 5 && !wide.has(tagOf(e)); e = flatParent(e), n++) {
    if (contains(e, over)) return true;
    if (unit.has(tagOf(e))) break;
  }
  return false;
}

const toggles = "input:is([type=checkbox],[type=radio])";
const natives = "button,a[href],summary,input:is([type=button],[type=submit],[type=reset],[type=image])";

/** keyFor brings the focus to a native control that only what belongs to it lies over, and is the key that presses it; "" for none. */
export function keyFor(control: Element, over: Element): string {
  const key = matchesOf(control, toggles) ? "Space" : matchesOf(control, natives) ? "Enter" : "";
  if (!key || !(belongs(control, over) || contains((control as HTMLInputElement).labels?.[0] ?? control, over))) return "";
  (control as HTMLElement).focus({ preventScroll: true });
  return activeElement() === control ? key : "";
}

/** clipper is what clips el away, null for nothing. */
export function clipper(el: Element): Element | null {
  const r = rectOf(el);
  for (let e = flatParent(el); e && documentOf(e) === documentOf(el) && !matchesOf(e, "html,body"); e = flatParent(e)) {
    const s = styleOf(e);
    const box = rectOf(e);
    const away = (over: string, from: number, to: number, low: number, high: number): boolean => over !== "visible" && (to <= low || from >= high);
    if (noSize(e) || away(s.overflowX, r.left, r.right, box.left, box.right) || away(s.overflowY, r.top, r.bottom, box.top, box.bottom)) return e;
  }
  return null;
}

/** blocked says why no press can meet el: over is what is there in its place, undefined where that is nowhere on the screen. */
export function blocked(el: Element, over: Element | null | undefined): Fault {
  const clips = clipper(el);
  const says =
    clips ? `is clipped away by ${pointOut(clips)}; open or scroll that`
    : over === undefined ? "cannot be scrolled into view; it lies outside what the page can show"
    : styleOf(el).pointerEvents === "none" ? "takes no pointer events; do first what enables it, or pick another element"
    : `is covered by ${obstacle(over)}; ${over && belongs(el, over) ? "press that if it does the same" : "close or move that first"}`;
  return new Fault(over === undefined ? "element_not_found" : "invalid_action", `The element ${says}.`);
}

/** above is what the hit test meets first where el's middle is on the screen, undefined when that is nowhere. */
export function above(el: Element): Element | null | undefined {
  const t = transformOf(documentOf(el));
  for (const r of rectsOf(el)) {
    const x = t.x + (r.left + r.width / 2) * t.sx;
    const y = t.y + (r.top + r.height / 2) * t.sy;
    if (x >= 0 && y >= 0 && x < window.innerWidth && y < window.innerHeight) return hit(x, y);
  }
  return undefined;
}
