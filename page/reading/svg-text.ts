/** What a drawing says: the texts of an SVG that a person can read, such as a chart's labels. */
import { allIn, attr, checkVisible, dataOf, documentOf, rectOf, tagOf, viewOf } from "../dom/native";
import { styleOf } from "../dom/tree";
import { strip } from "../common/plain-text";
import { colour, type Look } from "../dom/computed-look";

const shapes = "rect,path,circle,ellipse,polygon,image,use";
const seen: CheckVisibilityOptions = { visibilityProperty: true, opacityProperty: true };

/** drawn lists the legible texts of a drawing, at most `room` characters; look is the drawing's own, clip what shows of its surroundings. */
export function drawn(svg: Element, look: Look, clip: DOMRect | null, room: number): string[] {
  const out: string[] = [];
  const texts = allIn(svg, "text");
  if (!texts.length) return out;
  const bounds = styleOf(svg).overflowX === "visible" ? null : rectOf(svg);
  for (const text of texts) {
    if (room <= 0) break;
    let line = "";
    const walker = documentOf(text).createTreeWalker(text, NodeFilter.SHOW_TEXT);
    for (let n = walker.nextNode(); n; n = walker.nextNode()) {
      const el = n.parentElement!;
      if (!legible(el, svg, look, [bounds, clip])) continue;
      // A part with a place of its own begins a line.
      line += (el !== text && (attr(el, "x") ?? attr(el, "y") ?? attr(el, "dy")) !== null ? " " : "") + dataOf(n);
    }
    const said = strip(line).replace(/\s+/g, " ").trim();
    room -= said.length;
    if (said) out.push(said);
  }
  return out;
}

function legible(el: Element, svg: Element, look: Look, bounds: (DOMRect | null)[]): boolean {
  if (!checkVisible(el, seen)) return false;
  const r = rectOf(el);
  const w = viewOf(documentOf(el)) ?? window;
  if (r.width < 1 || r.height < 2 || r.right + w.scrollX <= 0 || r.bottom + w.scrollY <= 0) return false;
  if (bounds.some((b) => b && (r.left >= b.right || r.right <= b.left || r.top >= b.bottom || r.bottom <= b.top))) return false;
  let opacity = look.opacity;
  for (let e = el; e !== svg; e = e.parentElement!) opacity *= Number(styleOf(e).opacity);
  if (opacity < 0.1) return false;
  const s = styleOf(el);
  if (s.stroke !== "none") return true;
  if (s.fill === "none") return false;
  const c = colour(s.fill);
  if (!c) return true; // a pattern, a gradient
  if (c[3] * Number(s.fillOpacity) < 0.05) return false;
  const ground = look.ground;
  return !ground || Math.abs(c[0] - ground[0]) + Math.abs(c[1] - ground[1]) + Math.abs(c[2] - ground[2]) > 12 || onShape(r, svg);
}

/** onShape reports whether a shape of the drawing lies where r is, and gives its text another ground than the page's. */
function onShape(r: DOMRect, svg: Element): boolean {
  const [x, y] = [r.x + r.width / 2, r.y + r.height / 2];
  for (const shape of allIn(svg, shapes)) {
    const b = rectOf(shape);
    if (b.left <= x && b.right >= x && b.top <= y && b.bottom >= y && checkVisible(shape, seen) && (tagOf(shape) === "image" || styleOf(shape).fill !== "none")) return true;
  }
  return false;
}
