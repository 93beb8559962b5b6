/** An open dialog that keeps the rest of its document from being used. */
import { checkVisible, hitIn, queryAll, rectOf } from "../dom/native";
import { inViewport } from "../dom/visibility";

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

/** modal is modalOf, or an open dialog of which the page says that it is one. */
export function modal(doc: Document): Element | null {
  const shows = (d: Element): boolean => checkVisible(d, { opacityProperty: true, visibilityProperty: true }) && inViewport(rectOf(d), innerWidth, innerHeight);
  return modalOf(doc) ?? [...queryAll(doc, "[aria-modal=true]")].findLast(shows) ?? null;
}
