/**
 * Names from content, as Chrome reads them: the rendered text of the flat tree,
 * with spaces around what is not inline, images by their alternative, and
 * generated content.
 */
import { attr, attributed, checkVisible, firstOf, hasAttr, idOf, nextOf, parentOf, tagOf, textOf, typeOf, dataOf } from "./native";
import { flatChildren, isElement, portals, styleOf } from "./dom";
import { Memo } from "./memo";

const silent = new Set(["script", "style", "template", "noscript", "datalist", "audio", "video", "iframe", "head"]);
const maxLength = 600;

const boxed: CheckVisibilityOptions = {};
const seen: CheckVisibilityOptions = { visibilityProperty: true };

/**
 * contentName is the text that el's content gives, not yet collapsed; null when only the library can tell. A generic
 * has no name: what its fields hold, and references, say nothing of it.
 */
export function contentName(el: Element, role: string): string | null {
  // The most common case: one text and nothing else.
  const only = firstOf(el);
  if (only && typeOf(only) === 3 && !nextOf(only) && !portals.has(tagOf(el)) && !tagOf(el).includes("-")) {
    const s = styleFor(el);
    return s.before + (readable(el) ? transform(dataOf(only)!, s.transform) : "") + s.after;
  }
  const w = new Walk(role, checkVisible(el, boxed));
  w.inside(el, 0, readable(el));
  return w.complex ? null : w.out;
}

/** readable reports whether text right in el is seen where el has a box. */
function readable(el: Element): boolean {
  return checkVisible(el, seen) || styleOf(el).visibility === "visible";
}

class Walk {
  out = "";
  complex = false;
  private readonly role: string;
  private readonly boxed: boolean;

  /** boxed: what is named has a box, so what has none in it is not seen. */
  constructor(role: string, boxed: boolean) {
    this.role = role;
    this.boxed = boxed;
  }

  inside(el: Element, depth: number, visible: boolean): void {
    const style = styleFor(el);
    this.out += style.before;
    const list = flatChildren(el);
    for (let i = 0; i < list.length && this.out.length < maxLength && !this.complex; i++) {
      const n = list[i]!;
      if (n.nodeType === 3) {
        if (visible) this.out += transform(n.nodeValue!, style.transform);
      } else if (isElement(n)) this.child(n, depth + 1);
    }
    this.out += style.after;
  }

  private child(el: Element, depth: number): void {
    const tag = tagOf(el);
    if (tag === "br") {
      this.out += " ";
      return;
    }
    if (silent.has(tag) || depth > 40) return;
    if (attributed(el)) {
      if (attr(el, "aria-hidden") === "true") return;
      if (hasAttr(el, "aria-labelledby") || hasAttr(el, "aria-owns")) {
        this.complex = this.role !== "generic";
        if (this.complex) return;
      }
      const role = attr(el, "role");
      // The branches of a tree item are items of their own.
      if (role === "group" && this.role === "treeitem") return;
    }
    if (tag === "input" || tag === "select" || tag === "textarea") {
      this.complex = this.role !== "generic";
      return;
    }
    let visible: boolean;
    if (!this.boxed || !checkVisible(el, boxed)) {
      const s = styleOf(el);
      if (s.display === "none") return;
      visible = s.visibility === "visible";
    } else visible = checkVisible(el, seen);
    const { inline } = styleFor(el);
    const before = this.out.length;
    if (!inline) this.out += " ";
    const at = this.out.length;
    if (visible) {
      const label = attr(el, "aria-label")?.trim();
      if (label) this.out += label;
      else if (tag === "img") this.out += attr(el, "alt") ?? attr(el, "title") ?? "";
      else if (tag === "svg") this.out += el.querySelector(":scope > title")?.textContent ?? text(el);
      else this.inside(el, depth, true);
    } else this.inside(el, depth, false);
    if (this.out.length === at) {
      this.out = this.out.slice(0, before) + (inline ? "" : " ") + (attr(el, "title") ?? "");
    }
    if (!inline) this.out += " ";
  }
}

function text(svg: Element): string {
  let out = "";
  for (const t of svg.querySelectorAll("text")) out += textOf(t) + " ";
  return out;
}

function transform(s: string, how: string): string {
  if (how === "none") return s;
  if (how === "uppercase") return s.toUpperCase();
  if (how === "lowercase") return s.toLowerCase();
  return how === "capitalize" ? s.replace(/(^|\s)(\p{L})/gu, (_, a: string, b: string) => a + b.toUpperCase()) : s;
}

/** Style is what naming reads of an element's style, besides whether it is seen. */
interface Style {
  inline: boolean;
  transform: string;
  before: string;
  after: string;
}

/** Kin are elements of the same kind below ancestors of the same kinds. */
interface Kin {
  style: Style | null;
  kids: Map<string, Kin>;
}

const kin = new Memo<Node, Kin>();

// Names read the style of few elements, but of each three times; a list has
// the same button in every row.
function styleFor(el: Element): Style {
  return (kinOf(el).style ??= read(el, styleOf(el)));
}

function read(el: Element, s: CSSStyleDeclaration): Style {
  return { inline: s.display === "inline" || s.display === "contents", transform: s.textTransform, before: generated(el, "::before"), after: generated(el, "::after") };
}

function kinOf(n: Node): Kin {
  return kin.get(n, () => {
    const above = parentOf(n) ?? (n as ShadowRoot).host;
    if (!above) return { style: null, kids: new Map() };
    const kids = kinOf(above).kids;
    const key = isElement(n) ? kind(n) : "";
    let k = kids.get(key);
    if (!k) kids.set(key, (k = { style: null, kids: new Map() }));
    return k;
  });
}

function kind(el: Element): string {
  if (!attributed(el)) return tagOf(el);
  return tagOf(el) + "|" + (attr(el, "class") ?? "") + "|" + (attr(el, "style") ?? "") + "|" + idOf(el) + (hasAttr(el, "hidden") ? "|h" : "");
}

/** generated is the text that a pseudo element adds: its strings, or their alternative after a slash. */
function generated(el: Element, pseudo: "::before" | "::after"): string {
  const s = styleOf(el, pseudo);
  const content = s.content;
  if (content === "none" || content === "normal" || content === "" || content === '""') return "";
  if (s.display === "none" || s.visibility !== "visible") return "";
  const strings: string[] = [];
  const body = /" ?\/ ?"/.test(content) ? content.slice(content.lastIndexOf("/") + 1) : content;
  for (const m of body.matchAll(/"((?:[^"\\]|\\.)*)"/g)) strings.push(m[1]!.replace(/\\(.)/g, "$1"));
  const t = strings.join("");
  return s.display === "inline" || !t ? t : " " + t + " ";
}
