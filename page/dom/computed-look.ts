/**
 * Computed style is the dearest thing an extract reads. Elements with the same
 * tag, class, id, style attribute and ancestry are styled alike but for rare
 * selectors, so what such a group has in common is read once. What could hide
 * a single element's text from a person (display, visibility, opacity, colour,
 * place) is still read from every element.
 */
import { attr, hasAttr, idOf } from "./native";
import { styleOf } from "./tree";

export type RGBA = readonly [number, number, number, number];

/** Look is what the elements of one group have in common. */
export interface Look {
  role: string | null;
  inline: boolean;
  contents: boolean;
  /** A box in the flow that clips nothing: nothing about it hides what is inside. */
  plain: boolean;
  /** White space is kept. */
  pre: boolean;
  position: string;
  /** Something may lie outside the box and not show. */
  overflow: boolean;
  scrolls: boolean;
  /** What is inside may lie where nothing can be scrolled to. */
  shifted: boolean;
  /** Text directly inside cannot be seen, whatever its colour. */
  unseen: boolean;
  /** A shadow or an outline makes text of any colour visible. */
  outlined: boolean;
  opacity: number;
  pointer: boolean;
  /** The colour behind the text, null where it is not one plain colour. */
  ground: RGBA | null;
  /** A text colour that was found to differ from the ground. */
  fine: string;
  kids: Map<string, Look>;
}

const white: RGBA = [255, 255, 255, 1];
const colours = new Map<string, RGBA | null>();

/** colour reads what computed styles give; null for colour spaces that are left alone. */
export function colour(s: string): RGBA | null {
  let c = colours.get(s);
  if (c !== undefined) return c;
  const m = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(s);
  c = m ? [Number(m[1]), Number(m[2]), Number(m[3]), m[4] === undefined ? 1 : Number(m[4])] : null;
  if (colours.size > 500) colours.clear();
  colours.set(s, c);
  return c;
}

/** root is the look above the topmost element. */
export function root(): Look {
  return {
    role: null, inline: false, contents: false, plain: true, pre: false, position: "static", overflow: false, scrolls: false, shifted: false,
    unseen: false, outlined: false, opacity: 1, pointer: false, ground: white, fine: "", kids: new Map(),
  };
}

/**
 * lookOf returns el's look, reading its style only when its group is new. Ids
 * with a digit are mostly generated and would make every element its own group.
 */
export function lookOf(el: Element, tag: string, attrs: boolean, above: Look): Look {
  let key = tag;
  if (attrs) {
    key += "|" + (attr(el, "class") ?? "") + "|" + (attr(el, "style") ?? "") + "|" + (/\d/.test(idOf(el)) ? "" : idOf(el)) + "|" + (attr(el, "role") ?? "");
    if (hasAttr(el, "hidden") || hasAttr(el, "dir") || hasAttr(el, "bgcolor")) key += "|" + attr(el, "dir") + attr(el, "bgcolor");
  }
  let look = above.kids.get(key);
  if (!look) above.kids.set(key, (look = read(el, attrs, above)));
  return look;
}

function read(el: Element, attrs: boolean, above: Look): Look {
  const s = styleOf(el);
  const display = s.display;
  const contents = display === "contents";
  const out = s.position === "absolute" || s.position === "fixed";
  const overflow = !contents && (s.overflowX !== "visible" || s.overflowY !== "visible");
  const collapse = s.whiteSpaceCollapse;
  return {
    role: attrs ? attr(el, "role") : null,
    inline: contents || display.startsWith("inline") || display.startsWith("ruby"),
    contents,
    plain: !contents && display !== "none" && !out && !overflow,
    pre: collapse === "preserve" || collapse === "break-spaces",
    position: s.position,
    overflow,
    scrolls: overflow && /auto|scroll|overlay/.test(s.overflowX + s.overflowY),
    shifted: above.shifted || out || s.transform !== "none" || s.translate !== "none" || s.scale !== "none" || s.position === "relative" || parseFloat(s.marginLeft) < -20 || parseFloat(s.marginTop) < -20,
    unseen: parseFloat(s.fontSize) < 2 || parseFloat(s.textIndent) < -300 || s.contentVisibility === "hidden" || (out && s.clip !== "auto" && noRect(s.clip)) || (s.clipPath !== "none" && noArea(s.clipPath)),
    outlined: s.textShadow !== "none" || (parseFloat(s.webkitTextStrokeWidth) || 0) > 0 || s.backgroundClip === "text",
    opacity: above.opacity * Number(s.opacity),
    pointer: s.cursor === "pointer",
    ground: groundOf(s, above.ground),
    fine: "",
    kids: new Map(),
  };
}

function groundOf(s: CSSStyleDeclaration, above: RGBA | null): RGBA | null {
  const c = colour(s.backgroundColor);
  if (s.backgroundImage !== "none" || !c || (c[3] > 0 && c[3] < 1) || s.mixBlendMode !== "normal") return null;
  return c[3] === 1 ? c : above;
}

/** noRect reports whether a clip rectangle leaves nothing. */
export function noRect(clip: string): boolean {
  const n = clip.match(/-?[\d.]+/g)?.map(Number);
  return n?.length === 4 && (n[1]! - n[3]! <= 1 || n[2]! - n[0]! <= 1);
}

/** noArea reports whether a clip-path leaves nothing. */
export function noArea(path: string): boolean {
  const inset = /^inset\(([^)]*)\)/.exec(path);
  if (inset) {
    const v = inset[1]!.split(" round ")[0]!.trim().split(/\s+/).map((p) => (p.endsWith("%") ? parseFloat(p) : 0));
    const t = v[0] ?? 0;
    const r = v[1] ?? t;
    return t + (v[2] ?? t) >= 100 || r + (v[3] ?? r) >= 100;
  }
  return /^(circle|ellipse)\(0(px|%)?[ )]/.test(path) || /^polygon\((0px 0px(, )?)+\)$/.test(path);
}
