/** Text in the colour of what lies behind it, which only a machine can read. */
import { rectOf, tagOf } from "../dom/native";
import { flatParent, styleOf } from "../dom/tree";
import { colour, type Look } from "../dom/computed-look";

/** camouflaged reports whether el's own text cannot be told from its background. */
export function camouflaged(el: Element, look: Look): boolean {
  const fill = styleOf(el).webkitTextFillColor;
  if (fill === look.fine || look.outlined) return false;
  const c = colour(fill);
  if (!c) return false;
  if (c[3] < 0.05) return true;
  const g = look.ground;
  if (g && (Math.abs(c[0] - g[0]) + Math.abs(c[1] - g[1]) + Math.abs(c[2] - g[2])) * c[3] <= 12) return !behind(el);
  look.fine = fill;
  return false;
}

const media = "img,video,canvas,svg,iframe";

/** behind reports whether something near el gives its text another background after all. */
function behind(el: Element): boolean {
  const r = rectOf(el);
  const x = r.x + Math.min(r.width, 200) / 2;
  const y = r.y + r.height / 2;
  const w = el.ownerDocument.defaultView ?? window;
  if (x >= 0 && y >= 0 && x < w.innerWidth && y < w.innerHeight) {
    for (const under of el.ownerDocument.elementsFromPoint(x, y)) {
      if (el.contains(under) || under.contains(el)) continue;
      const s = styleOf(under);
      if (under.matches(media) || s.backgroundImage !== "none" || (colour(s.backgroundColor)?.[3] ?? 1) > 0) return true;
    }
  }
  for (let e: Element | null = el, i = 0; e && i < 6 && tagOf(e) !== "body"; e = flatParent(e), i++) {
    // A positioned box may lie on a sibling, and generated boxes paint too.
    if (painted(e, "::before") || painted(e, "::after")) return true;
    if (e === el) continue;
    for (const m of e.querySelectorAll(media)) {
      const b = m.getBoundingClientRect();
      if (b.left < r.right && b.right > r.left && b.top < r.bottom && b.bottom > r.top) return true;
    }
  }
  return false;
}

function painted(el: Element, pseudo: string): boolean {
  const s = styleOf(el, pseudo);
  return s.content !== "none" && (s.backgroundImage !== "none" || (colour(s.backgroundColor)?.[3] ?? 1) > 0);
}
