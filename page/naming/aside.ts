/** Fields beside the page, which neither pointer nor keyboard gets to: a widget has drawn another one in their place. */
import { allIn, attr, documentOf, rectOf, tagOf, viewOf } from "../dom/native";
import { flatParent } from "../dom/tree";
import { nameOf } from "./names";
import { roleOf } from "./roles";

const wide = new Set(["body", "form", "table", "main", "dialog", "fieldset"]);
const maxUp = 5;

/** outOfReach reports whether el is a text field that stands beside the page and takes no Tab. */
export function outOfReach(el: Element, tag: string): boolean {
  if ((tag !== "input" && tag !== "textarea") || attr(el, "tabindex") !== "-1") return false;
  const r = rectOf(el);
  const w = viewOf(documentOf(el)) ?? window;
  return r.right + w.scrollX <= 0 || r.bottom + w.scrollY <= 0;
}

/** lent is the name of the one field out of reach that el, the one other field of a small box, stands for: "" where there is none. */
export function lent(el: Element): string {
  for (let box = flatParent(el), n = 0; box && n < maxUp && !wide.has(tagOf(box)); box = flatParent(box), n++) {
    const others = [...allIn(box, "input:not([type=hidden]),textarea,select")].filter((f) => f !== el);
    if (others.length > 1) return "";
    const f = others[0];
    if (f) return outOfReach(f, tagOf(f)) ? nameOf(f, roleOf(f)) : "";
  }
  return "";
}
