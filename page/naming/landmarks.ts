/** In which part of the page an element stands. */
import { flatParent } from "../dom/tree";
import { Memo } from "../common/memo";
import { attr, attributed, tagOf } from "../dom/native";

const areas = new Memo<Element, string | undefined>();

/** areaOf says in which part of the page el stands: the innermost one counts. */
export function areaOf(el: Element): string | undefined {
  return areas.get(el, () => {
    const tag = tagOf(el);
    const own = attributed(el) ? areaBy(el, tag, attr(el, "role")) : areaNames[tag];
    return own ?? areaAbove(el);
  });
}

/** areaAbove says in which part of the page el stands, whatever it is itself. */
export function areaAbove(el: Element): string | undefined {
  const above = flatParent(el);
  return above ? areaOf(above) : undefined;
}

/** areaBy is the part of the page that an element with attributes is itself. */
export function areaBy(el: Element, tag: string, role: string | null): string | undefined {
  return areaNames[role ?? tag] ?? (attr(el, "aria-modal") === "true" ? "dialog" : undefined);
}

/** areaNames are the parts of a page by tag, and by role. */
export const areaNames: Record<string, string | undefined> = {
  __proto__: null as never,
  dialog: "dialog", alertdialog: "dialog", header: "header", banner: "header", footer: "footer", contentinfo: "footer",
  nav: "nav", navigation: "nav", aside: "aside", complementary: "aside", main: "main",
};
