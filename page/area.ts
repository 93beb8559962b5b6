/** In which part of the page an element stands. */
import { flatParent } from "./dom";
import { Memo } from "./memo";
import { attr, attributed, tagOf } from "./native";

const areas = new Memo<Element, string | undefined>();

/** areaOf says in which part of the page el stands: the innermost one counts. */
export function areaOf(el: Element): string | undefined {
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
