/** The hit test: what a press at a point would reach, and what stands in its way. */
import { attr, documentOf, hitIn, matchesOf, tagOf, typeOf } from "../dom/native";
import { contains, flatParent, frameDocument, shadowOf } from "../dom/tree";
import { line } from "../common/plain-text";
import { pointOut } from "../naming/registry";
import { roleOf } from "../naming/roles";
import { transformOf } from "../dom/visibility";

/** hit returns the innermost element at a point of the engine's viewport. */
export function hit(x: number, y: number): Element | null {
  let root: Document | ShadowRoot = document;
  let found: Element | null = null;
  for (let i = 0; i < 100; i++) {
    const el: Element | null = hitIn(root, x, y);
    if (!el || el === found) return found && slotAt(found, x, y);
    found = el;
    const shadow: ShadowRoot | null = shadowOf(el);
    const doc: Document | null = shadow ? null : frameDocument(el);
    if (shadow) root = shadow;
    else if (doc) {
      const [outer, inner] = [transformOf(documentOf(el)), transformOf(doc)];
      // From the coordinates of el's document to those of the frame's.
      x = (x * outer.sx + outer.x - inner.x) / inner.sx;
      y = (y * outer.sy + outer.y - inner.y) / inner.sy;
      root = doc;
    } else return found;
  }
  return found;
}

/**
 * slotAt is the slot that shows the text of a shadow host at a point of its
 * document: a root's own hit test says no more of it than its host.
 */
function slotAt(host: Element, x: number, y: number): Element {
  const root = shadowOf(host);
  if (!root) return host;
  for (const slot of root.querySelectorAll("slot")) {
    for (const n of slot.assignedNodes()) {
      if (typeOf(n) !== 3) continue;
      const range = documentOf(n).createRange();
      range.selectNodeContents(n);
      for (const r of range.getClientRects()) if (x >= r.left && x <= r.right && y >= r.top && y <= r.bottom) return slot;
    }
  }
  return host;
}

const own = "a[href],button,input,select,textarea,summary,iframe,embed,audio[controls],video[controls],[role=button],[role=link]";

/** inside reports whether something in a label takes a press at got for itself, such as a link to the terms that one agrees to. */
function inside(label: HTMLLabelElement, got: Element): boolean {
  for (let e: Element | null = got; e && e !== label; e = flatParent(e)) if (e !== label.control && matchesOf(e, own)) return true;
  return false;
}

/** reaches reports whether a press on got acts on el. */
export function reaches(el: Element, got: Element | null): boolean {
  if (!got) return false;
  if (contains(el, got)) return tagOf(el) !== "label" || !inside(el as HTMLLabelElement, got);
  for (let e: Element | null = got; e; e = flatParent(e)) {
    // A press on a label acts on its control, unless a control inside it takes the press.
    if (tagOf(e) === "label") return (e as HTMLLabelElement).control === el && !inside(e as HTMLLabelElement, got);
    if (tagOf(e) === "img" && tagOf(el) === "area") return true;
  }
  return false;
}

const telling = new Set(["dialog", "alertdialog", "banner", "navigation", "complementary", "contentinfo", "region", "alert", "status", "toolbar", "tooltip", "menu", "listbox", "Iframe", "button", "link", "image", "Video", "form"]);

/** obstacle says what got is, or what it is a part of. */
export function obstacle(got: Element | null): string {
  if (!got) return "nothing that takes a press";
  let best: Element = got;
  for (let e: Element | null = got; e; e = flatParent(e)) {
    const role = roleOf(e);
    if (role === "dialog" || role === "alertdialog" || attr(e, "aria-modal") === "true") {
      best = e;
      break;
    }
    if (best === got && !telling.has(roleOf(got)) && telling.has(role)) best = e;
  }
  return pointOut(best, line((got as HTMLElement).innerText ?? ""));
}
