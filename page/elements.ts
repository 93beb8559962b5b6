/**
 * The elements of extract: pick what can be acted on, choose which to list,
 * then describe only those. Picking visits every element, so it reads no style.
 */
import { flatChildren, frameDocument, isElement, shadowOf, styleOf } from "./dom";
import { nameOf, stateOf, valueOf } from "./names";
import { elementAt, labelled, register } from "./registry";
import { editingHost, explicitRole, focusable, implicitRole, interactive, roleOf } from "./roles";
import { boxOf, hiddenFromAX, imageOf, inViewport, rendered, transformOf, type Transform } from "./visibility";

/** Item is one row of extract's elements, as the wire has it, and area for the obstacle classifier. */
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
  /** Where it stands: header, nav, main, aside, footer or dialog. */
  area?: string;
}

/** Picked is an element that can be acted on. */
export interface Picked {
  el: Element;
  role: string;
}

// Tags that can be interactive without any attribute.
const control = new Set(["a", "button", "input", "select", "textarea", "option", "summary", "area", "label"]);
const maxDepth = 3000;
// Reading the cursor costs a style each; a page with more than this many
// plain elements has real controls to offer.
const maxCursorChecks = 1500;

/** pick lists in flat-tree order everything below root that can be acted on. */
export function pick(root: Element): Picked[] {
  const out: Picked[] = [];
  let cursorChecks = 0;

  const accept = (el: Element): string => {
    const tag = el.localName;
    const attrs = el.attributes.length;
    if (!control.has(tag) && attrs === 0) return "";
    if (tag === "label") {
      const c = labelled(el);
      return c && !(c as HTMLInputElement).hidden && el.checkVisibility() ? roleOf(c) : "";
    }
    // The options of a closed select have no box: the combobox stands for them.
    if (tag === "option" && el.closest("select")?.matches(":not([multiple],[size])")) return "";
    const role = el.hasAttribute("role") ? roleOf(el) : implicitRole(el);
    if (interactive.has(role)) return role;
    if (editingHost(el)) return "textbox";
    if (attrs > 0 && focusable(el)) return explicitRole(el) || "generic";
    return el.hasAttribute("onclick") ? role || "generic" : "";
  };

  const pointer = (el: Element): boolean => {
    if (cursorChecks >= maxCursorChecks || !plain.has(el.localName)) return false;
    cursorChecks++;
    return styleOf(el).cursor === "pointer";
  };

  const walk = (el: Element, inside: boolean, depth: number): void => {
    if (el.attributes.length > 0) {
      if (el.getAttribute("aria-hidden") === "true" && el.localName !== "body" && el.localName !== "html") return;
      if (el.hasAttribute("inert")) return;
    }
    let role = accept(el);
    if (!role && !inside && pointer(el)) role = "generic";
    if (role) {
      if (rendered(el)) out.push({ el, role });
      inside = true;
    }
    if (depth > maxDepth || el.localName === "select" && role !== "listbox") return;
    const doc = frameDocument(el);
    if (doc) {
      if (doc.documentElement && el.checkVisibility()) walkDocument(doc, depth + 1);
      return;
    }
    if (!shadowOf(el) && el.localName !== "slot") {
      for (let c = el.firstElementChild; c; c = c.nextElementSibling) walk(c, inside, depth + 1);
      return;
    }
    const list = flatChildren(el);
    for (let i = 0; i < list.length; i++) {
      const c = list[i]!;
      if (isElement(c)) walk(c, inside, depth + 1);
    }
  };

  const walkDocument = (doc: Document, depth: number): void => {
    walk(modalOf(doc) ?? doc.documentElement, false, depth);
  };

  if (root === root.ownerDocument.documentElement) walkDocument(root.ownerDocument, 0);
  else if (!hiddenFromAX(root)) walk(root, false, 0);
  return out;
}

const plain = new Set(["div", "span", "li", "td", "tr", "th", "img", "svg", "p", "i", "b", "em", "strong", "section", "article", "h1", "h2", "h3", "h4", "h5", "h6", "dt", "dd", "figure"]);

/** modalOf is the open modal dialog that makes the rest of its document inert. */
export function modalOf(doc: Document): Element | null {
  const open = [...doc.querySelectorAll("dialog:modal")];
  if (open.length < 2) return open[0] ?? null;
  // The top layer has no order that script can read: ask what is painted on top.
  for (const d of open.reverse()) {
    const r = d.getBoundingClientRect();
    const hit = doc.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
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
  const marked = all.map((p) => ({ ...p, visible: shows(p.el, transforms, w, h) }));
  if (marked.length <= cap) return { list: marked, omitted: 0 };
  const seen = marked.filter((p) => p.visible);
  const list = [...seen, ...marked.filter((p) => !p.visible)].slice(0, cap);
  return { list, omitted: marked.length - list.length };
}

function shows(el: Element, transforms: Map<Document, Transform>, w: number, h: number): boolean {
  const r = el.localName === "area" ? imageOf(el)?.getBoundingClientRect() : el.getBoundingClientRect();
  if (!r) return false;
  const doc = el.ownerDocument;
  if (doc === document) return r.width > 0 || r.height > 0 ? inViewport(r, w, h) : onScreen(el, w, h);
  const view = doc.defaultView;
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
  const name = nameOf(el, role);
  const item: Item = { uid: "e" + register(el, role, name), role };
  const subject = labelled(el) ?? el;
  if (name) item.name = name;
  const value = valueOf(subject, role);
  if (value && value !== name) item.value = value;
  if (visible) item.visible = true;
  const frame = frameName(el.ownerDocument);
  if (frame) item.frame = frame;
  const state = stateOf(subject, role);
  if (state.length) item.state = state;
  if (role === "treeitem" || role === "heading") {
    const level = Number(el.getAttribute("aria-level"));
    if (level > 0) item.level = level;
  }
  if (role === "link") {
    const href = (el as HTMLAnchorElement).href;
    if (typeof href === "string" && /^https?:/.test(href) && href.length <= 500) item.href = href;
  }
  const area = areaOf(el);
  if (area) item.area = area;
  return item;
}

const areas = "dialog,[role=dialog],[role=alertdialog],[aria-modal=true],header,[role=banner],footer,[role=contentinfo],nav,[role=navigation],aside,[role=complementary],main,[role=main]";

function areaOf(el: Element): string | undefined {
  const a = el.closest(areas);
  if (!a) return undefined;
  const role = a.getAttribute("role");
  switch (role ?? a.localName) {
    case "banner":
    case "header":
      return "header";
    case "contentinfo":
    case "footer":
      return "footer";
    case "navigation":
    case "nav":
      return "nav";
    case "complementary":
    case "aside":
      return "aside";
    case "main":
      return "main";
    default:
      return "dialog";
  }
}

/** stillThere reports whether a numbered element would still be listed. */
export function stillThere(n: number): Element | null {
  const el = elementAt(n);
  return el && el.isConnected && rendered(el) && !hiddenFromAX(el) ? el : null;
}
