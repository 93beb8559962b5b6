/**
 * The elements of extract: pick what can be acted on, choose which to list,
 * then describe only those. Picking visits every element, so it reads no style.
 */
import { attr, attributed, checkVisible, documentOf, firstElementOf, hasAttr, hitIn, idOf, nextElementOf, parentOf, queryAll, rectOf, tagOf, topOf, viewOf } from "./native";
import { flatChildren, flatParent, frameDocument, isElement, remember, shadowOf, styleOf } from "./dom";
import { Memo } from "./memo";
import { nameOf, stateOf, valueOf } from "./names";
import { elementAt, register } from "./registry";
import { isOneTimeCode, isPassword } from "./secrets";
import { editingHost, focusable, implicitRole, interactive, labelled, roleOf } from "./roles";
import { boxOf, hiddenFromAX, imageOf, inViewport, rendered, transformOf, type Transform } from "./visibility";

/** Item is one row of extract's elements, as the wire has it. */
export interface Item {
  uid: string;
  role: string;
  name?: string;
  value?: string;
  visible?: boolean;
  frame?: string;
  state?: string[];
  level?: number;
  href?: string;
}

/** Picked is an element that can be acted on. */
export interface Picked {
  el: Element;
  role: string;
}

// Tags that can be interactive without any attribute.
const control = new Set(["a", "button", "input", "select", "textarea", "option", "summary", "area", "label"]);
const maxDepth = 3000;
// Reading the cursor costs a style for each kind of element; a page with more
// kinds than this is not worth it.
const maxCursors = 1500;

/** pick lists in flat-tree order everything below root that can be acted on. */
export function pick(root: Element): Picked[] {
  const out: Picked[] = [];
  const fromSelect = tagOf(root) === "select";
  const cursors = new Map<string, boolean>();

  const accept = (el: Element, tag: string, attrs: boolean): string => {
    if (!attrs && !control.has(tag)) return "";
    if (tag === "label") {
      const c = labelled(el);
      return c && (c as HTMLInputElement).type !== "hidden" ? roleOf(c) : "";
    }
    const role = attrs && hasAttr(el, "role") ? roleOf(el) : implicitRole(el, tag);
    if (!attrs || interactive.has(role)) return interactive.has(role) ? role : "";
    if (editingHost(el)) return "textbox";
    return focusable(el) || hasAttr(el, "onclick") ? roleOf(el) : "";
  };

  const pointer = (el: Element, tag: string): boolean => {
    if (!plain.has(tag)) return false;
    const p = parentOf(el);
    const key = kind(el) + "<" + (p && isElement(p) ? kind(p) : "");
    let v = cursors.get(key);
    if (v === undefined) cursors.set(key, (v = cursors.size < maxCursors && styleOf(el).cursor === "pointer"));
    return v;
  };

  const walk = (el: Element, inside: boolean, depth: number): void => {
    const tag = tagOf(el);
    const attrs = attributed(el);
    if (attrs) {
      if (attr(el, "aria-hidden") === "true" && tag !== "body" && tag !== "html") return;
      if (hasAttr(el, "inert")) return;
    }
    let role = accept(el, tag, attrs);
    if (!role && !inside && pointer(el, tag)) role = roleOf(el);
    if (role) {
      if (rendered(el) || (role === "option" && fromSelect)) out.push({ el, role });
      inside = true;
    }
    // The options of a closed select have no box: the combobox stands for them,
    // unless it is what was asked for.
    if (depth > maxDepth || (tag === "select" && role === "combobox" && el !== root)) return;
    const doc = frameDocument(el, tag);
    if (doc) {
      remember(doc);
      if (topOf(doc) && checkVisible(el)) walkDocument(doc, depth + 1);
      return;
    }
    const shadow = shadowOf(el, tag);
    if (shadow) remember(shadow);
    if (!shadow && tag !== "slot") {
      for (let c = firstElementOf(el); c; c = nextElementOf(c)) walk(c, inside, depth + 1);
      return;
    }
    const list = flatChildren(el);
    for (let i = 0; i < list.length; i++) {
      const c = list[i]!;
      if (isElement(c)) walk(c, inside, depth + 1);
    }
  };

  const walkDocument = (doc: Document, depth: number): void => {
    walk(modalOf(doc) ?? topOf(doc), false, depth);
  };

  if (root === topOf(documentOf(root))) walkDocument(documentOf(root), 0);
  else if (!hiddenFromAX(root)) walk(root, false, 0);
  return out;
}

const plain = new Set(["div", "span", "li", "td", "tr", "th", "img", "svg", "p", "i", "b", "em", "strong", "section", "article", "h1", "h2", "h3", "h4", "h5", "h6", "dt", "dd", "figure"]);

function kind(el: Element): string {
  if (!attributed(el)) return tagOf(el);
  return tagOf(el) + "|" + (attr(el, "class") ?? "") + "|" + (attr(el, "style") ?? "") + "|" + idOf(el);
}

/** modalOf is the open modal dialog that makes the rest of its document inert. */
export function modalOf(doc: Document): Element | null {
  const open = [...queryAll(doc, "dialog:modal")];
  if (open.length < 2) return open[0] ?? null;
  // The top layer has no order that script can read: ask what is painted on top.
  for (const d of open.reverse()) {
    const r = rectOf(d);
    const hit = hitIn(doc, r.x + r.width / 2, r.y + r.height / 2);
    if (hit && d.contains(hit)) return d;
  }
  return open[0]!;
}

/** Choice is what was chosen to be listed. */
export interface Choice {
  list: (Picked & { visible: boolean })[];
  omitted: number;
}

/** choose keeps at most cap: what is in the viewport first, then document order. */
export function choose(all: Picked[], cap: number): Choice {
  const transforms = new Map<Document, Transform>();
  const [w, h] = [window.innerWidth, window.innerHeight];
  const look = (p: Picked): boolean => shows(p.el, transforms, w, h);
  if (all.length <= cap) return { list: all.map((p) => ({ el: p.el, role: p.role, visible: look(p) })), omitted: 0 };
  const seen = all.length <= maxRects ? new Set(all.filter(look)) : onTop(all, look);
  const list: Choice["list"] = [];
  for (const p of all) if (seen.has(p) && list.length < cap) list.push({ ...p, visible: true });
  for (const p of all) {
    if (list.length >= cap) break;
    if (!seen.has(p)) list.push({ ...p, visible: false });
  }
  return { list, omitted: all.length - list.length };
}

// Up to so many elements are all asked for their place.
const maxRects = 1500;

/**
 * onTop finds what is in the viewport of a very long page without asking every
 * element for its place: neighbours in the document are mostly neighbours on
 * the screen, and what is not stands in a part of its own or at the end.
 */
function onTop(all: Picked[], look: (p: Picked) => boolean): Set<Picked> {
  const out = new Set<Picked>();
  const step = 16;
  const tested = new Uint8Array(all.length);
  const test = (i: number): boolean => {
    const p = all[i]!;
    if (!tested[i]) {
      tested[i] = 1;
      if (look(p)) out.add(p);
    }
    return out.has(p);
  };
  for (let i = 0; i < all.length; i += step) {
    if (!test(i)) continue;
    // Around a hit, everything as far as it stays dense.
    for (const way of [1, -1]) for (let j = i + way, miss = 0; miss < step && j >= 0 && j < all.length; j += way) miss = test(j) ? 0 : miss + 1;
  }
  for (let i = 0, budget = maxRects; i < all.length && budget > 0; i++) {
    const area = i >= all.length - 64 ? "end" : areaOf(all[i]!.el);
    if (!area || area === "main" || tested[i]) continue;
    budget--;
    test(i);
  }
  return out;
}

function shows(el: Element, transforms: Map<Document, Transform>, w: number, h: number): boolean {
  const r = tagOf(el) === "area" ? imageOf(el)?.getBoundingClientRect() : rectOf(el);
  if (!r) return false;
  const doc = documentOf(el);
  if (doc === document) return r.width > 0 || r.height > 0 ? inViewport(r, w, h) : onScreen(el, w, h);
  const view = viewOf(doc);
  if (!view || !inViewport(r, view.innerWidth, view.innerHeight)) return false;
  let t = transforms.get(doc);
  if (!t) transforms.set(doc, (t = transformOf(doc)));
  return inViewport(new DOMRect(t.x + r.x * t.sx, t.y + r.y * t.sy, r.width * t.sx, r.height * t.sy), w, h);
}

// An element without a box of its own, such as display:contents.
function onScreen(el: Element, w: number, h: number): boolean {
  const b = boxOf(el);
  return b !== null && inViewport(b, w, h);
}

const frames = new WeakMap<Document, string>();
let frameCount = 0;

/** frameName is a short name for a same-origin frame, stable for its document's life. */
export function frameName(doc: Document): string | undefined {
  if (doc === document) return undefined;
  let f = frames.get(doc);
  if (!f) frames.set(doc, (f = "f" + ++frameCount));
  return f;
}

/** describe turns chosen elements into rows, numbered in document order. */
export function describe(list: Choice["list"]): Item[] {
  return list.map((p) => describeOne(p.el, p.role, p.visible));
}

/** describeOne names, numbers and describes one element. */
export function describeOne(el: Element, role: string, visible: boolean): Item {
  const tag = tagOf(el);
  const name = nameOf(el, role);
  const item: Item = { uid: "e" + register(el, role, name), role };
  const subject = tag === "label" ? (labelled(el) ?? el) : el;
  if (name) item.name = name;
  const value = valueOf(subject, role);
  if (value && value !== name) item.value = value;
  if (visible) item.visible = true;
  const frame = frameName(el.ownerDocument);
  if (frame) item.frame = frame;
  const state = stateOf(subject);
  if (state.length) item.state = state;
  if (role === "treeitem" || role === "heading") {
    const level = Number(attr(el, "aria-level"));
    if (level > 0) item.level = level;
  }
  if (role === "link") {
    const href = (el as HTMLAnchorElement).href;
    if (typeof href === "string" && /^https?:/.test(href) && href.length <= 500) item.href = href;
  }
  return item;
}

const areas = new Memo<Element, string | undefined>();

/** areaOf says in which part of the page el stands: the innermost one counts. */
function areaOf(el: Element): string | undefined {
  return areas.get(el, () => {
    const role = attributed(el) ? attr(el, "role") : null;
    const own = areaNames[role ?? tagOf(el)] ?? (attr(el, "aria-modal") === "true" ? "dialog" : undefined);
    if (own) return own;
    const above = flatParent(el);
    return above ? areaOf(above) : undefined;
  });
}

const areaNames: Record<string, string | undefined> = {
  __proto__: null as never,
  dialog: "dialog", alertdialog: "dialog", header: "header", banner: "header", footer: "footer", contentinfo: "footer",
  nav: "nav", navigation: "nav", aside: "aside", complementary: "aside", main: "main",
};

/** Signals are what the obstacle classifier asks of the elements. */
export interface Signals {
  /** uids of listed elements in a header, footer, navigation or sidebar. */
  peripheral: string[];
  /** uids of listed elements in an open dialog. */
  dialog: string[];
  /** A password field is shown outside the periphery. */
  password?: boolean;
  /** A field for a one-time code is shown. */
  otp?: boolean;
}

/** signals sorts what was listed, and looks at every field, listed or not. */
export function signals(all: Picked[], listed: Item[], choice: Choice): Signals {
  const out: Signals = { peripheral: [], dialog: [] };
  listed.forEach((item, i) => {
    const area = areaOf(choice.list[i]!.el);
    if (area === "dialog") out.dialog.push(item.uid);
    else if (area && area !== "main") out.peripheral.push(item.uid);
  });
  for (const { el } of all) {
    if (tagOf(el) !== "input") continue;
    const area = areaOf(el);
    if ((!area || area === "main" || area === "dialog") && isPassword(el)) out.password = true;
    if (isOneTimeCode(el)) out.otp = true;
  }
  return out;
}

/** stillThere reports whether a numbered element would still be listed. */
export function stillThere(n: number): Element | null {
  const el = elementAt(n);
  return el && el.isConnected && rendered(el) && !hiddenFromAX(el) ? el : null;
}
