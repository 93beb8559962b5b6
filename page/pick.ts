/**
 * Picking what can be acted on. The walk visits every element of the page, so
 * it asks little of each: style only of kinds of elements, once.
 */
import { flatChildren, frameDocument, isElement, remember, shadowOf, styleOf } from "./dom";
import { attr, attributed, checkVisible, firstElementOf, hasAttr, idOf, nextElementOf, rectOf, tagOf, documentOf, topOf, hitIn, queryAll, parentOf } from "./native";
import { editingHost, focusable, implicitRole, interactive, labelled, roleOf } from "./roles";
import { hiddenFromAX, rendered } from "./visibility";

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
