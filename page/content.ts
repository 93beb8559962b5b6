/**
 * What a person can see, as a light tree: the one source of the Markdown and
 * of the text. Nothing hidden gets into it, whatever the trick.
 */
import { camouflaged } from "./colour";
import { flatChildren, frameDocument, isElement, shadowOf, styleOf } from "./dom";
import { strip } from "./clean";

/** Part is one visible element, or text when tag is "#". */
export interface Part {
  tag: string;
  /** The text of a "#" part; the alt of an image. */
  text: string;
  kids: Part[];
  inline: boolean;
  /** Navigation, footer, aside or overlay: in the text but not in the Markdown. */
  aside: boolean;
  /** An open dialog. */
  dialog: boolean;
  /** Absent for text. */
  el?: Element;
}

interface Clip {
  el: Element;
  box: DOMRect;
}

interface Context {
  clip: Clip | null;
  opacity: number;
  pre: boolean;
}

const skipped = new Set([
  "script", "style", "noscript", "template", "head", "meta", "link", "title", "canvas", "object", "embed", "audio", "video",
  "select", "datalist", "textarea", "input", "map", "progress", "meter", "math-field", "option", "optgroup", "param", "source", "track",
]);
const maxDepth = 1500;

/** Reading reads the visible content below elements, at most `limit` characters in all. */
export class Reading {
  /** Characters read so far. */
  size = 0;
  /** Whether something was left unread because of the limit. */
  cut = false;
  /** Parts already read by an earlier call, so that they are not read twice. */
  private readonly done = new Set<Element>();
  private readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** read returns el's part, null when el shows nothing. */
  read(el: Element): Part | null {
    const part = this.element(el, { clip: null, opacity: opacityAbove(el), pre: false }, 0);
    this.done.add(el);
    return part;
  }

  private element(el: Element, ctx: Context, depth: number): Part | null {
    const tag = el.localName;
    if (skipped.has(tag) || this.done.has(el) || depth > maxDepth) return null;
    if (this.size >= this.limit) {
      this.cut = true;
      return null;
    }
    const s = styleOf(el);
    const display = s.display;
    if (display === "none") return null;
    const opacity = ctx.opacity * Number(s.opacity);
    if (opacity < 0.1) return null;
    if (tag === "svg") return picture(el, "img", el.getAttribute("aria-label") ?? "");
    if (tag === "img") return s.visibility === "visible" && el.getBoundingClientRect().width > 1 ? picture(el, "img", el.getAttribute("alt") ?? "") : null;
    const contents = display === "contents";
    let clip = ctx.clip;
    const position = s.position;
    if (!contents) {
      const verdict = this.clipping(el, s, position, clip);
      if (verdict === false) return null;
      clip = verdict;
      if (s.contentVisibility === "hidden") return null;
    }
    const pre = s.whiteSpaceCollapse ? s.whiteSpaceCollapse === "preserve" || s.whiteSpaceCollapse === "break-spaces" : s.whiteSpace.startsWith("pre");
    const part: Part = { tag, text: "", kids: [], inline: contents || display.startsWith("inline") || display.startsWith("ruby"), aside: false, dialog: isDialog(el), el };
    const here: Context = { clip, opacity, pre };
    const doc = frameDocument(el);
    if (doc) {
      const root = doc.body ?? doc.documentElement;
      const inner = s.visibility === "visible" && root ? this.element(root, { clip: null, opacity, pre: false }, depth + 1) : null;
      if (!inner) return null;
      part.tag = "div";
      part.inline = false;
      part.kids.push(inner);
      return part;
    }
    if (tag === "iframe" || tag === "frame") return null;
    let legible: boolean | null = null;
    const list = shadowOf(el) || tag === "slot" ? flatChildren(el) : null;
    let i = 0;
    for (let n: Node | null = list ? (list[0] ?? null) : el.firstChild; n; n = list ? (list[++i] ?? null) : n.nextSibling) {
      if (n.nodeType === 3) {
        const raw = n.nodeValue!;
        const blank = !/\S/.test(raw);
        if (blank && !pre) {
          if (part.kids.length) part.kids.push(space);
          continue;
        }
        if (!blank) legible ??= isLegible(el, s, clip);
        if (legible === false) continue;
        const text = strip(raw);
        if (!text) continue;
        this.size += text.length;
        part.kids.push({ tag: "#", text, kids: none, inline: true, aside: false, dialog: false });
      } else if (isElement(n)) {
        if (tag === "details" && n.localName !== "summary" && !(el as HTMLDetailsElement).open) continue;
        const kid = this.element(n, here, depth + 1);
        if (kid) part.kids.push(kid);
      }
    }
    const keep = part.kids.some((k) => k !== space) || tag === "br" || tag === "hr" || tag === "td" || tag === "th";
    if (!keep) return null;
    part.aside = !part.dialog && isAside(el, position);
    return part;
  }

  /** clipping returns the clip for what is inside el, or false when el shows nothing at all. */
  private clipping(el: Element, s: CSSStyleDeclaration, position: string, clip: Clip | null): Clip | null | false {
    const out = position === "absolute" || position === "fixed";
    const overflow = s.overflowX !== "visible" || s.overflowY !== "visible";
    if (!out && !overflow) return clip;
    if (el.localName === "body" || el.localName === "html") return null;
    const r = el.getBoundingClientRect();
    if (position === "fixed") {
      clip = null;
      if (!near(r, el)) return false;
    } else if (position === "absolute" && clip && !clip.el.contains((el as HTMLElement).offsetParent)) clip = null;
    if (out && s.clip !== "auto" && tiny(s.clip)) return false;
    if (!overflow) return clip;
    if (r.width <= 1 || r.height <= 1) return false;
    if (clip && !meets(r, clip.box)) return false;
    const scrolls = /auto|scroll|overlay/.test(s.overflowX + s.overflowY);
    return scrolls ? null : { el, box: clip ? cross(r, clip.box) : r };
  }
}

const none: Part[] = [];
const space: Part = { tag: "#", text: " ", kids: none, inline: true, aside: false, dialog: false };

function picture(el: Element, tag: string, alt: string): Part | null {
  const text = strip(alt).replace(/\s+/g, " ").trim();
  return text ? { tag, text, kids: none, inline: true, aside: false, dialog: false, el } : null;
}

function opacityAbove(el: Element): number {
  let o = 1;
  for (let e = el.parentElement; e; e = e.parentElement) o *= Number(styleOf(e).opacity);
  return o;
}

function meets(a: DOMRect, b: DOMRect): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}

function cross(a: DOMRect, b: DOMRect): DOMRect {
  const x = Math.max(a.left, b.left);
  const y = Math.max(a.top, b.top);
  return new DOMRect(x, y, Math.max(0, Math.min(a.right, b.right) - x), Math.max(0, Math.min(a.bottom, b.bottom) - y));
}

/** near reports whether a fixed box, which no scrolling moves, is on the viewport, or overflows onto it. */
function near(r: DOMRect, el: Element): boolean {
  const w = el.ownerDocument.defaultView ?? window;
  if (r.width === 0 || r.height === 0) return true;
  return r.right > 0 && r.bottom > 0 && r.left < w.innerWidth && r.top < w.innerHeight;
}

/** tiny reports whether a clip rectangle leaves nothing. */
function tiny(clip: string): boolean {
  const n = clip.match(/-?[\d.]+/g)?.map(Number);
  return n?.length === 4 && (n[1]! - n[3]! <= 1 || n[2]! - n[0]! <= 1);
}

/** isLegible reports whether text directly inside el can be read. */
function isLegible(el: Element, s: CSSStyleDeclaration, clip: Clip | null): boolean {
  if (s.visibility !== "visible" || parseFloat(s.fontSize) < 2) return false;
  if (parseFloat(s.textIndent) < -300) return false;
  if (s.clipPath !== "none" && clipped(s.clipPath)) return false;
  if (s.display !== "contents") {
    const r = el.getBoundingClientRect();
    const w = el.ownerDocument.defaultView ?? window;
    if (r.width > 0 && r.height > 0) {
      // Left of or above the page nothing can be scrolled to.
      if (r.bottom + w.scrollY <= 0 || (r.right + w.scrollX <= 0 && s.direction !== "rtl")) return false;
      if (r.left + w.scrollX > 5000 + w.innerWidth && r.left + w.scrollX >= el.ownerDocument.documentElement.scrollWidth) return false;
      if (clip && !meets(r, clip.box)) return false;
    }
    if (s.transform !== "none" && (r.width < 1 || r.height < 1)) return false;
  }
  return !camouflaged(el, s);
}

/** clipped reports whether a clip-path leaves nothing. */
function clipped(path: string): boolean {
  const inset = /^inset\(([^)]*)\)/.exec(path);
  if (inset) {
    const v = inset[1]!.split(" round ")[0]!.trim().split(/\s+/).map((p) => (p.endsWith("%") ? parseFloat(p) : 0));
    const [t, r = t, b = t, l = r] = v as [number, number?, number?, number?];
    return t + (b ?? 0) >= 100 || (r ?? 0) + (l ?? 0) >= 100;
  }
  return /^(circle|ellipse)\(0(px|%)?[ )]/.test(path) || path === "polygon(0px 0px, 0px 0px, 0px 0px)" || path === "polygon(0px 0px, 0px 0px, 0px 0px, 0px 0px)";
}

function isDialog(el: Element): boolean {
  if (el.localName === "dialog") return el.matches(":modal") || covers(el);
  const role = el.getAttribute("role");
  if (el.getAttribute("aria-modal") === "true" || role === "alertdialog") return true;
  return role === "dialog" && covers(el);
}

/** covers reports whether el takes the middle of the screen, as a dialog that wants an answer does. */
function covers(el: Element): boolean {
  const r = el.getBoundingClientRect();
  const w = el.ownerDocument.defaultView ?? window;
  const [x, y] = [w.innerWidth / 2, w.innerHeight / 2];
  return r.left <= x && r.right >= x && r.top <= y && r.bottom >= y;
}

const asideRoles = new Set(["navigation", "contentinfo", "complementary"]);

/** isAside reports whether the Markdown leaves el out: nav, footer, aside and fixed overlays. */
function isAside(el: Element, position: string): boolean {
  const tag = el.localName;
  if (tag === "nav" || tag === "footer" || tag === "aside") return !el.querySelector("main,[role=main]");
  const role = el.getAttribute("role");
  if (role && asideRoles.has(role)) return !el.querySelector("main,[role=main]");
  if (position !== "fixed") return false;
  // An application may live in a fixed box that fills the screen: that is no overlay.
  const r = el.getBoundingClientRect();
  const w = el.ownerDocument.defaultView ?? window;
  if (r.width * r.height >= 0.6 * w.innerWidth * w.innerHeight) return false;
  return !el.querySelector("main,[role=main],h1");
}
