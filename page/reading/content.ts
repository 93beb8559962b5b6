/**
 * What a person can see, as a light tree: the one source of the Markdown and
 * of the text. Nothing hidden gets into it, whatever the trick.
 */
import { allIn, attr, attributed, bodyOf, checkVisible, closestOf, dataOf, documentOf, findIn, firstOf, matchesOf, nextOf, rectOf, tagOf, textOf, topOf, typeOf, viewOf } from "../dom/native";
import { camouflaged } from "./colour";
import { drawn } from "./svg-text";
import { flatChildren, flatParent, frameDocument, portals, shadowOf, styleOf } from "../dom/tree";
import { strip, tidy } from "../common/plain-text";
import { lookOf, root, type Look } from "../dom/computed-look";
import { isMessage } from "./messages";
import type { Refs } from "./refs";

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
  /** It, or something in it, is for the person to notice now, see messages.ts. */
  news: boolean;
  /** Undefined for text. */
  el: Element | undefined;
  /** There is no attribute to ask for. */
  bare: boolean;
  /** The text is one line already, see plain-text.ts. */
  tidy: boolean;
}

/** said is an attribute of the element that p shows, null for none. */
export function said(p: Part, name: string): string | null {
  return p.bare ? null : attr(p.el!, name);
}

/** words is the part of a text. */
export function words(text: string, isTidy = false): Part {
  return { tag: "#", text, kids: none, inline: true, aside: false, dialog: false, news: false, el: undefined, bare: true, tidy: isTidy };
}

interface Clip {
  el: Element;
  box: DOMRect;
}

const skipped = [
  "script", "style", "noscript", "template", "head", "meta", "link", "title", "canvas", "object", "embed", "audio", "video",
  "select", "datalist", "textarea", "input", "map", "progress", "meter", "option", "optgroup", "param", "source", "track",
];

// What a tag asks of the reading: most ask for nothing, and are found out at once.
const isSkipped = 1;
const isPicture = 2;
/** What is inside may come from elsewhere. */
const isPortal = 4;
/** It is a part even when it is empty. */
const isKept = 8;
const traits = new Map<string, number>();
for (const [list, trait] of [[skipped, isSkipped], [["svg", "img"], isPicture], [portals, isPortal], [["br", "hr", "td", "th"], isKept]] as const) {
  for (const tag of list) traits.set(tag, trait);
}

function traitsOf(tag: string): number {
  return traits.get(tag) ?? (tag.includes("-") ? isPortal : 0);
}

/** Where what can be pressed is told in its place. */
const places = "table,ul,ol,menu,[role=table],[role=grid],[role=treegrid]";
const maxDepth = 1500;
export const faint = 0.1;
const seen: CheckVisibilityOptions = { visibilityProperty: true, opacityProperty: true };
const boxed: CheckVisibilityOptions = {};

/** A reading throws it when its task has taken long; the next call of read goes on. */
export const paused = new Error("paused");

/** The time is asked at each 16th element: asking costs as much as a small one. */
const often = 16;

/**
 * Reading reads the visible content below elements, at most `limit` characters in all. One that may pause walks from the
 * top again when it goes on. It takes the elements that it has read as they were then.
 */
export class Reading {
  /** Characters read so far. */
  size = 0;
  /** Whether something was left unread because of the limit. */
  cut = false;
  /** Elements already read by an earlier call, so that they are not read twice. */
  private readonly done = new Set<Element>();
  private readonly limit: number;

  private readonly refs: Refs | undefined;
  /** What was read so far of what is being read, and its characters; undefined where it is done in one task. */
  private readonly known: Map<Element, [Part | null, number]> | undefined;
  private readonly late: () => boolean;
  private count = 0;
  /** The page as a whole is hidden, so that nothing in it has a box to be judged by: what is not hidden in it is read. */
  readonly veiled: boolean;

  /** late reports whether the task has taken long, for a reading that may pause. */
  constructor(limit: number, refs?: Refs, late?: () => boolean, veiled = false) {
    this.limit = limit;
    this.refs = refs;
    this.known = late && new Map();
    this.late = late ?? (() => false);
    this.veiled = veiled;
  }

  /** read returns el's part, null when el shows nothing. It throws paused where its task has taken long. */
  read(el: Element): Part | null {
    const before = this.size;
    const above: Element[] = [];
    for (let e = flatParent(el); e; e = flatParent(e)) above.unshift(e);
    let look = root();
    for (const e of above) look = this.look(e, look);
    try {
      const part = this.element(el, null, look, null, 0);
      this.done.add(el);
      this.known?.clear();
      return part;
    } catch (e) {
      this.size = before;
      throw e;
    }
  }

  private element(el: Element, clip: Clip | null, above: Look, unsure: Element | null, depth: number): Part | null {
    if (!this.known) return this.fresh(el, clip, above, unsure, depth);
    const known = this.known.get(el);
    if (known) {
      this.size += known[1];
      return known[0];
    }
    if (++this.count % often === 0 && this.late()) throw paused;
    const before = this.size;
    const part = this.fresh(el, clip, above, unsure, depth);
    this.known.set(el, [part, this.size - before]);
    return part;
  }

  private look(el: Element, above: Look, tag = tagOf(el), attrs = attributed(el)): Look {
    const look = lookOf(el, tag, attrs, above);
    if (this.veiled && (tag === "html" || tag === "body")) look.opacity = 1;
    return look;
  }

  /** shows reports whether el is seen, or would be without the veil. */
  private shows(el: Element, by: CheckVisibilityOptions): boolean {
    if (!this.veiled) return checkVisible(el, by);
    const s = styleOf(el);
    const body = bodyOf(documentOf(el));
    return el === body || (s.display !== "none" && (s.visibility === "visible" || (!!body && styleOf(body).visibility !== "visible")));
  }

  // unsure is the innermost element above that was not asked whether it is displayed, null when there is none.
  private fresh(el: Element, clip: Clip | null, above: Look, unsure: Element | null, depth: number): Part | null {
    const tag = tagOf(el);
    const trait = traitsOf(tag);
    if ((trait & isSkipped && !(tag === "input" && this.refs?.has(el))) || (this.done.size > 0 && this.done.has(el)) || depth > maxDepth) return null;
    if (this.size >= this.limit) {
      this.cut = true;
      return null;
    }
    const attrs = attributed(el);
    const look = this.look(el, above, tag, attrs);
    if (look.opacity < faint) return null;
    // One native call tells display, visibility and opacity of el and all
    // above it. What it refuses may still hold something: visibility can be
    // switched on again inside, and display:contents has no box of its own.
    // A plain box is asked only when it turns out to have something of its own.
    let visible: boolean | null = null;
    if (attrs || !look.plain) {
      visible = this.shows(el, seen);
      if (!visible && (look.contents ? unsure && !this.shows(unsure, boxed) : !this.shows(el, boxed))) return null;
    }
    const doubt = visible === null ? el : null;
    if (trait & isPicture) {
      if (!(visible ?? this.shows(el, seen))) return null;
      if (tag === "svg") return this.drawing(el, look, clip);
      return rectOf(el).width > 1 ? picture(el, attr(el, "alt") ?? "") : null;
    }
    if (!this.veiled && (look.overflow || look.position === "absolute" || look.position === "fixed")) {
      const verdict = clipping(el, look, clip);
      if (verdict === false) return null;
      clip = verdict;
    }
    const part: Part = { tag, text: "", kids: [], inline: look.inline, aside: false, dialog: (attrs || tag === "dialog") && isDialog(el, tag, look.role), news: attrs && isMessage(el, look.role), el, bare: !attrs, tidy: false };
    let list: ArrayLike<Node> | null = null;
    if (trait & isPortal) {
      const doc = frameDocument(el, tag);
      if (doc) {
        const top = bodyOf(doc) ?? topOf(doc);
        const inner = (visible ?? this.shows(el, seen)) && top ? this.element(top, null, root(), null, depth + 1) : null;
        if (!inner) return null;
        part.tag = "div";
        part.inline = false;
        part.kids.push(inner);
        return part;
      }
      if (tag === "iframe" || tag === "frame") return null;
      if (shadowOf(el, tag) || tag === "slot") list = flatChildren(el);
    }
    let legible: boolean | null = null;
    let full = false;
    let within = false;
    const closed = tag === "details" && !(el as HTMLDetailsElement).open;
    let i = 0;
    for (let n: Node | null = list ? (list[0] ?? null) : firstOf(el); n; n = list ? (list[++i] ?? null) : nextOf(n)) {
      const type = typeOf(n);
      if (type === 3) {
        const raw = dataOf(n)!;
        // Most texts are: then none of the tests below and of the writers is needed.
        const isTidy = tidy.test(raw);
        if (!isTidy && !look.pre && !/\S/.test(raw)) {
          if (part.kids.length) part.kids.push(space);
          continue;
        }
        if (legible === null) {
          visible ??= this.shows(el, seen);
          legible = (visible || look.contents) && isLegible(el, this.veiled ? { ...look, shifted: false } : look, clip);
        }
        if (!legible || closed) continue;
        const text = isTidy ? raw : strip(raw);
        if (!text) continue;
        this.size += text.length;
        full = true;
        part.kids.push(words(text, isTidy));
      } else if (type === 1 && !this.cut) {
        if (closed && tagOf(n as Element) !== "summary") continue;
        const kid = this.element(n as Element, clip, look, doubt, depth + 1);
        if (kid) {
          full = true;
          part.kids.push(kid);
          if (kid.news) within = true;
        }
      }
    }
    if (!full && !(trait & isKept && (!doubt || this.shows(el, boxed)))) {
      if (!this.refs?.has(el) || !closestOf(el, places) || !(visible ?? this.shows(el, seen))) return null;
      part.inline = true; // it has nothing to read, but is to be referred to
    }
    part.aside = !part.dialog && !part.news && isAside(el, tag, look);
    part.news ||= within;
    return part;
  }

  /** drawing is what an SVG is called and what stands in it; one taller than a line is a block of its own. */
  private drawing(el: Element, look: Look, clip: Clip | null): Part | null {
    const name = picture(el, attr(el, "aria-label") ?? "");
    const texts = drawn(el, look, clip?.box ?? null, this.limit - this.size).join(" · ");
    if (!texts) return name;
    this.size += texts.length;
    const inline = rectOf(el).height < 40;
    return { tag: inline ? "span" : "p", text: "", kids: name ? [name, space, words(texts)] : [words(texts)], inline, aside: false, dialog: false, news: false, el, bare: true, tidy: false };
  }
}

/** clipping returns the clip for what is inside el, or false when el shows nothing at all. */
function clipping(el: Element, look: Look, clip: Clip | null): Clip | null | false {
  if (tagOf(el) === "body" || tagOf(el) === "html") return null;
  const r = rectOf(el);
  if (look.position === "fixed") {
    clip = null;
    if (!near(r, el)) return false;
  } else if (look.position === "absolute" && clip && !clip.el.contains((el as HTMLElement).offsetParent)) clip = null;
  if (look.unseen && look.position !== "static" && r.width <= 2) return false;
  if (!look.overflow) return clip;
  if (r.width <= 1 || r.height <= 1) return false;
  if (clip && !meets(r, clip.box)) return false;
  return look.scrolls ? null : { el, box: clip ? cross(r, clip.box) : r };
}

const none: Part[] = [];
const space = words(" ");

function picture(el: Element, alt: string): Part | null {
  const text = strip(alt).replace(/\s+/g, " ").trim();
  return text ? { tag: "img", text, kids: none, inline: true, aside: false, dialog: false, news: false, el, bare: false, tidy: false } : null;
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
  const w = viewOf(documentOf(el)) ?? window;
  if (r.width === 0 || r.height === 0) return true;
  return r.right > 0 && r.bottom > 0 && r.left < w.innerWidth && r.top < w.innerHeight;
}

/** isLegible reports whether text directly inside el can be read. */
function isLegible(el: Element, look: Look, clip: Clip | null): boolean {
  if (look.unseen) return false;
  if ((look.shifted || clip) && !look.contents) {
    const r = rectOf(el);
    const w = viewOf(documentOf(el)) ?? window;
    if (r.width > 0 && r.height > 0) {
      // Left of or above the page nothing can be scrolled to.
      if (r.bottom + w.scrollY <= 0) return false;
      if (r.right + w.scrollX <= 0 && styleOf(el).direction !== "rtl") return false;
      if (r.left + w.scrollX > 3000 + w.innerWidth && r.left + w.scrollX >= topOf(documentOf(el)).scrollWidth) return false;
      if (clip && !meets(r, clip.box)) return false;
    } else if (r.width === 0 && r.height === 0) {
      // Scaled to nothing, unless the text overflows an empty box.
      const range = document.createRange();
      range.selectNodeContents(el);
      if (range.getBoundingClientRect().width === 0) return false;
    }
  }
  return !camouflaged(el, look);
}

/** isDialog reports whether el is an open dialog that wants an answer. */
export function isDialog(el: Element, tag = tagOf(el), role = attr(el, "role")): boolean {
  if (tag === "dialog") return matchesOf(el, ":modal") || covers(el);
  if (role === "alertdialog" || attr(el, "aria-modal") === "true") return true;
  return role === "dialog" && covers(el);
}

/** covers reports whether el takes the middle of the screen, as a dialog that wants an answer does. */
function covers(el: Element): boolean {
  const r = rectOf(el);
  const w = viewOf(documentOf(el)) ?? window;
  const [x, y] = [w.innerWidth / 2, w.innerHeight / 2];
  return r.left <= x && r.right >= x && r.top <= y && r.bottom >= y;
}

const asideRoles = new Set(["navigation", "contentinfo", "complementary"]);

/** isAside reports whether the Markdown leaves el out: nav, the site's footer, aside and fixed overlays. */
function isAside(el: Element, tag: string, look: Look): boolean {
  if (tag === "footer" || look.role === "contentinfo") return isOfSite(el) && !findIn(el, "main,[role=main]");
  if (tag === "aside" || look.role === "complementary") return !findIn(el, "main,[role=main]") && !(closestOf(el, "main,[role=main]") && links(el) < 3);
  if (tag === "nav" || (look.role && asideRoles.has(look.role))) return !findIn(el, "main,[role=main]");
  if (look.position !== "fixed") return false;
  // An application may live in a fixed box that fills the screen: that is no overlay.
  const r = rectOf(el);
  const w = viewOf(documentOf(el)) ?? window;
  if (r.width * r.height >= 0.6 * w.innerWidth * w.innerHeight) return false;
  // Nor is the line at the bottom in which an application says how things stand.
  if (r.height <= 40 && r.bottom >= w.innerHeight - 2 && links(el) === 0) return false;
  return !findIn(el, "main,[role=main],h1");
}

const owner = /©|\(c\) ?\d|copyright|all rights reserved|imprint|impressum|datenschutz|privacy|terms of|legal notice|powered by/i;

/**
 * isOfSite reports whether a footer is the site's, which every page of it has, rather than an application's line of what
 * is left, marked or summed up: that has a number or a control, or belongs to a part of the page.
 */
function isOfSite(el: Element): boolean {
  const text = textOf(el);
  if (links(el) >= 3 || text.length > 600 || owner.test(text)) return true;
  return !/\d/.test(text) && !findIn(el, "button,input,select,textarea,[role=button]") && !closestOf(el, "main,[role=main],section,article,[role=application]") && !!findIn(documentOf(el).documentElement, "main,[role=main]");
}

/** links counts the links in el that lead to another page. */
function links(el: Element): number {
  let n = 0;
  for (const a of allIn(el, "a[href]")) if (!/^(#|javascript:)/.test(attr(a, "href")!)) n++;
  return n;
}
