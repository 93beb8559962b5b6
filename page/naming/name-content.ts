/**
 * Names from content, as the accessible name computation has it: the rendered
 * text of the flat tree, with spaces around what is not inline, images by their
 * alternative, fields by what they hold, and generated content.
 */
import { attr, attributed, checkVisible, dataOf, findIn, firstOf, hasAttr, nextOf, tagOf, textOf, typeOf } from "../dom/native";
import { flatChildren, portals, styleOf } from "../dom/tree";
import { embedded, isField } from "./name-fields";
import { labelledBy, owning, ownedBy, ownerOf } from "./name-refs";
import { styleFor } from "./name-style";
import { hiddenFromAX, rendered } from "../dom/visibility";

const silent = new Set(["script", "style", "template", "noscript", "datalist", "audio", "video", "iframe", "head"]);
const atomic = new Set(["img", "svg", "input", "select", "textarea", "progress", "meter"]);
const maxLength = 600;
const maxDepth = 40;

const boxed: CheckVisibilityOptions = {};
const seen: CheckVisibilityOptions = { visibilityProperty: true };

/**
 * contentName is the text that el's content gives, not yet collapsed. A generic
 * has no name: what its fields hold, and references, say nothing of it.
 */
export function contentName(el: Element, role: string): string {
  // The most common case: one text and nothing else.
  const only = firstOf(el);
  if (only && typeOf(only) === 3 && !nextOf(only) && !portals.has(tagOf(el)) && !tagOf(el).includes("-") && !(attributed(el) && hasAttr(el, "aria-owns"))) {
    const s = styleFor(el);
    return s.before + (readable(el) ? transform(dataOf(only)!, s.transform) : "") + s.after;
  }
  const w = new Walk(el, el, role, false, false);
  w.inside(el, 0, readable(el));
  return w.out;
}

/** labelText is what el says of named: a label, a caption. Of one that nobody sees everything counts. */
export function labelText(el: Element, named: Element): string {
  return text(el, named, false);
}

/** referredText is what el says of the element that refers to it. */
export function referredText(el: Element, named: Element): string {
  return text(el, named, true);
}

function text(el: Element, named: Element, referred: boolean): string {
  const w = new Walk(el, named, "", referred, !rendered(el) || hiddenFromAX(el));
  w.alternative(el, tagOf(el), 0, w.unseen || readable(el));
  return w.out;
}

/** readable reports whether text right in el is seen where el has a box. */
function readable(el: Element): boolean {
  return checkVisible(el, seen) || styleOf(el).visibility === "visible";
}

/** Of these the branches below are items of their own. */
const branching = new Set(["treeitem", "menuitem", "menuitemcheckbox", "menuitemradio"]);
const branches = new Set(["group", "menu", "tree", "treeitem"]);

class Walk {
  out = "";
  /** What is walked is hidden as a whole, and referred to all the same. */
  readonly unseen: boolean;
  private readonly named: Element;
  private readonly role: string;
  private readonly referred: boolean;
  private readonly boxed: boolean;
  private readonly owning: boolean;

  constructor(root: Element, named: Element, role: string, referred: boolean, unseen: boolean) {
    this.named = named;
    this.role = role;
    this.referred = referred;
    this.unseen = unseen;
    // What is walked has a box, so what has none in it is not seen.
    this.boxed = !unseen && checkVisible(root, boxed);
    this.owning = owning(root);
  }

  inside(el: Element, depth: number, visible: boolean): void {
    const style = styleFor(el);
    this.out += style.before;
    const closed = tagOf(el) === "details" && !(el as HTMLDetailsElement).open && !this.unseen;
    const list = flatChildren(el);
    for (let i = 0; i < list.length && this.out.length < maxLength; i++) {
      const n = list[i]!;
      const type = typeOf(n);
      if (type === 3) {
        if (visible && !closed) this.out += transform(dataOf(n)!, style.transform);
      } else if (type === 1 && !(closed && tagOf(n as Element) !== "summary") && !(this.owning && ownerOf(n as Element))) this.child(n as Element, depth + 1);
    }
    if (this.owning) for (const kid of ownedBy(el)) if (this.out.length < maxLength) this.child(kid, depth + 1);
    this.out += style.after;
  }

  private child(el: Element, depth: number): void {
    const tag = tagOf(el);
    if (tag === "br") {
      this.out += " ";
      return;
    }
    if (silent.has(tag) || depth > maxDepth || el === this.named) return;
    if (attributed(el)) {
      if (!this.unseen && (attr(el, "aria-hidden") === "true" || hasAttr(el, "inert"))) return;
      const role = attr(el, "role");
      if (role && ((branching.has(this.role) && branches.has(role)) || role === "menu")) return;
    }
    let visible = true;
    if (!this.unseen) {
      if (!this.boxed || !checkVisible(el, boxed)) {
        const s = styleOf(el);
        if (s.display === "none") return;
        visible = s.visibility === "visible";
      } else visible = checkVisible(el, seen);
    }
    // What stands in a line as one piece is a word of its own.
    const inline = styleFor(el).inline && !atomic.has(tag);
    const before = this.out.length;
    if (!inline) this.out += " ";
    const at = this.out.length;
    this.alternative(el, tag, depth, visible);
    if (this.out.length === at) {
      const title = attr(el, "title") ?? "";
      this.out = this.out.slice(0, before) + (inline || (!title && atomic.has(tag)) ? "" : " ") + title;
      if (!title && atomic.has(tag)) return;
    }
    if (!inline) this.out += " ";
  }

  /** alternative adds what stands for el in a text. */
  alternative(el: Element, tag: string, depth: number, visible: boolean): void {
    const generic = this.role === "generic";
    const attrs = attributed(el);
    if (visible && attrs && !generic) {
      if (!this.referred) {
        const by = labelledBy(el)?.map((other) => referredText(other, this.named)).join(" ");
        if (by?.trim()) {
          this.out += by;
          return;
        }
      }
    }
    if (isField(el, tag)) {
      const held = generic ? "" : embedded(el, tag);
      if (held !== null) {
        if (visible) this.out += held;
        return;
      }
    }
    if (visible) {
      const label = attrs ? attr(el, "aria-label")?.trim() : "";
      if (label) {
        this.out += label;
        return;
      }
      if (tag === "img" || tag === "area") {
        this.out += attr(el, "alt") || attr(el, "title") || "";
        return;
      }
      if (tag === "svg") {
        this.out += drawingTitle(el) ?? drawnText(el);
        return;
      }
    }
    const at = this.out.length;
    this.inside(el, depth, visible);
    if (depth === 0 && this.out.length === at) this.out += attr(el, "title") ?? "";
  }
}

/** drawingTitle is the title of a drawing or of a part of one. */
export function drawingTitle(el: Element): string | undefined {
  return findIn(el, ":scope > title")?.textContent ?? undefined;
}

function drawnText(svg: Element): string {
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
