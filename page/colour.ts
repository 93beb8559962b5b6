/** Text in the colour of what lies behind it, which only a machine can read. */
import { flatParent, styleOf } from "./dom";

type RGBA = readonly [number, number, number, number];

const parsed = new Map<string, RGBA | null>();

/** parse reads what computed styles give; null for colour spaces that are left alone. */
function parse(s: string): RGBA | null {
  let c = parsed.get(s);
  if (c !== undefined) return c;
  const m = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(s);
  c = m ? [Number(m[1]), Number(m[2]), Number(m[3]), m[4] === undefined ? 1 : Number(m[4])] : null;
  if (parsed.size > 500) parsed.clear();
  parsed.set(s, c);
  return c;
}

// What is behind an element: a colour, or null where a picture or a translucent
// layer makes it unknown.
type Ground = RGBA | null;
let grounds = new WeakMap<Element, Ground>();

/** forget drops what was learned of backgrounds: styles may have changed since the last extract. */
export function forget(): void {
  grounds = new WeakMap();
}

const white: RGBA = [255, 255, 255, 1];

function groundOf(el: Element | null, depth = 0): Ground {
  if (!el || depth > 400) return white;
  const known = grounds.get(el);
  if (known !== undefined) return known;
  const s = styleOf(el);
  let g: Ground;
  const c = parse(s.backgroundColor);
  if (s.backgroundImage !== "none" || !c || (c[3] > 0 && c[3] < 1)) g = null;
  else if (c[3] === 1) g = c;
  // A positioned element may lie on anything that was painted before it.
  else if (s.position === "absolute" || s.position === "fixed" || s.mixBlendMode !== "normal") g = over(el);
  else g = groundOf(flatParent(el), depth + 1);
  grounds.set(el, g);
  return g;
}

/** over is the background of a positioned element, known only where nothing is painted beside it. */
function over(el: Element): Ground {
  const parent = flatParent(el);
  for (let e = parent, i = 0; e && i < 4; e = flatParent(e), i++) {
    if (e.localName === "body") break;
    if (e.childElementCount > 1 || styleOf(e, "::before").content !== "none" || styleOf(e, "::after").content !== "none") return null;
  }
  return groundOf(parent);
}

/** camouflaged reports whether el's own text cannot be told from its background. */
export function camouflaged(el: Element, style: CSSStyleDeclaration): boolean {
  const fill = style.webkitTextFillColor || style.color;
  const c = parse(fill);
  if (!c) return false;
  const clip = style.backgroundClip || style.webkitBackgroundClip;
  if (c[3] < 0.05) return clip !== "text" && !outlined(style);
  const g = groundOf(el);
  if (!g || outlined(style)) return false;
  const far = Math.abs(c[0] - g[0]) + Math.abs(c[1] - g[1]) + Math.abs(c[2] - g[2]);
  if (far * c[3] > 12) return false;
  return !behind(el);
}

function outlined(s: CSSStyleDeclaration): boolean {
  return s.textShadow !== "none" || (parseFloat(s.webkitTextStrokeWidth) || 0) > 0;
}

/** behind reports whether a picture near el may give its text a background after all. */
function behind(el: Element): boolean {
  const r = el.getBoundingClientRect();
  const x = r.x + Math.min(r.width, 200) / 2;
  const y = r.y + r.height / 2;
  if (x >= 0 && y >= 0 && x < innerWidth && y < innerHeight) {
    for (const under of el.ownerDocument.elementsFromPoint(x, y)) {
      if (el.contains(under) || under.contains(el)) continue;
      const s = styleOf(under);
      if (/^(img|video|canvas|picture|svg|iframe)$/.test(under.localName) || s.backgroundImage !== "none" || (parse(s.backgroundColor)?.[3] ?? 1) > 0) return true;
    }
    return false;
  }
  for (let e = flatParent(el), i = 0; e && i < 4; e = flatParent(e), i++) {
    for (const m of e.querySelectorAll("img,video,canvas,svg")) {
      const b = m.getBoundingClientRect();
      if (b.left < r.right && b.right > r.left && b.top < r.bottom && b.bottom > r.top) return true;
    }
  }
  return false;
}
