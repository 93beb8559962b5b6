/**
 * Roles as Chrome's accessibility tree gives them: an explicit role that exists,
 * else what HTML implies.
 */
import { attr, firstElementOf, hasAttr, names, tagOf, textOf } from "./native";

import { rendered } from "./visibility";

/** Roles that a person can act on: the ones that extract lists. */
export const interactive = new Set([
  "button", "link", "textbox", "searchbox", "combobox", "listbox", "option", "checkbox", "radio", "switch",
  "slider", "spinbutton", "tab", "menuitem", "menuitemcheckbox", "menuitemradio", "treeitem",
  "scrollbar", "DisclosureTriangle", "ColorWell", "Date", "DateTime", "InputTime",
]);

const known = new Set([
  ...interactive,
  "alert", "alertdialog", "application", "article", "banner", "blockquote", "caption", "cell", "code", "columnheader",
  "complementary", "contentinfo", "definition", "deletion", "dialog", "directory", "document", "emphasis", "feed",
  "figure", "form", "generic", "grid", "gridcell", "group", "heading", "image", "img", "insertion", "list", "listitem",
  "log", "main", "mark", "marquee", "math", "menu", "menubar", "meter", "navigation", "none", "note", "paragraph",
  "presentation", "progressbar", "radiogroup", "region", "row", "rowgroup", "rowheader", "search", "separator", "status",
  "strong", "subscript", "superscript", "suggestion", "table", "tablist", "tabpanel", "term", "time", "timer", "toolbar",
  "tooltip", "tree", "treegrid",
]);

const inputs: Record<string, string> = {
  button: "button", submit: "button", reset: "button", image: "button", file: "button",
  checkbox: "checkbox", radio: "radio", range: "slider", number: "spinbutton", search: "searchbox",
  color: "ColorWell", date: "Date", month: "DateTime", week: "DateTime", "datetime-local": "DateTime", time: "InputTime",
  hidden: "",
};

const tags: Record<string, string> = {
  button: "button", textarea: "textbox", option: "option", summary: "DisclosureTriangle", dialog: "dialog",
  nav: "navigation", main: "main", aside: "complementary", img: "image", form: "form", article: "article",
  ul: "list", ol: "list", li: "listitem", table: "table", tr: "row", td: "cell", th: "columnheader", p: "paragraph",
  h1: "heading", h2: "heading", h3: "heading", h4: "heading", h5: "heading", h6: "heading", header: "banner",
  footer: "contentinfo", iframe: "Iframe", video: "Video", label: "LabelText", section: "region",
};

/** explicitRole is the first role attribute token that exists, "" for none. */
export function explicitRole(el: Element): string {
  const given = attr(el, "role");
  if (!given) return "";
  for (const token of given.toLowerCase().split(/\s+/)) if (known.has(token)) return token;
  return "";
}

/** implicitRole is what HTML says el is, "" when it says nothing that matters here. */
export function implicitRole(el: Element, tag = tagOf(el)): string {
  switch (tag) {
    case "a":
    case "area":
      return hasAttr(el, "href") || el.hasAttributeNS("http://www.w3.org/1999/xlink", "href") ? "link" : "";
    case "input": {
      const role = inputs[(el as HTMLInputElement).type];
      if (role !== undefined && role !== "searchbox") return role;
      return (el as HTMLInputElement).list ? "combobox" : (role ?? "textbox");
    }
    case "select":
      return (el as HTMLSelectElement).multiple || (el as HTMLSelectElement).size > 1 ? "listbox" : "combobox";
    case "summary": {
      // Only the first summary child of a details opens it.
      const p = el.parentElement;
      return p?.localName === "details" && p.querySelector(":scope > summary") === el ? tags[tag]! : "";
    }
    default:
      return tags[tag] ?? "";
  }
}

/** editingHost reports whether el is the root of an editable region. */
export function editingHost(el: Element): boolean {
  const given = attr(el, "contenteditable");
  return given !== null && given.toLowerCase() !== "false" && (el as HTMLElement).isContentEditable;
}

/** focusable reports whether el takes the focus by its tabindex alone. */
export function focusable(el: Element): boolean {
  return hasAttr(el, "tabindex") && (el as HTMLElement).tabIndex >= 0;
}

/** roleOf returns el's role, "generic" when it has none. */
export function roleOf(el: Element): string {
  let role = explicitRole(el);
  if (role === "none" || role === "presentation") {
    // ARIA: a focusable element keeps its meaning whatever it claims.
    const own = implicitRole(el);
    role = interactive.has(own) || focusable(el) ? "" : role;
  }
  if (!role) role = implicitRole(el);
  if (!role || role === "generic") role = editingHost(el) ? "textbox" : role || "generic";
  return role === "img" ? "image" : role;
}

/**
 * actRole is the role that el is listed and referenced with: a label stands for
 * the control that it alone shows, and what can be edited or pressed is that,
 * whatever part of a page it claims to be.
 */
export function actRole(el: Element): string {
  const role = roleOf(labelled(el) ?? el);
  if (interactive.has(role)) return role;
  if (editingHost(el)) return "textbox";
  return role === "generic" && presses(el) ? "link" : role;
}

/** presses reports whether el is an anchor without an address that shows something: scripts make it act, unless it is but a place to go to. */
export function presses(el: Element): boolean {
  if (tagOf(el) !== "a" || implicitRole(el, "a")) return false;
  let own = 0;
  let place = false;
  for (const name of names(el)) {
    if (name === "id" || name === "name") place = true;
    else own++;
  }
  return (own > 0 || !place) && !hasAttr(el, "aria-current") && (/\S/.test(textOf(el)) || firstElementOf(el) !== null || hasAttr(el, "title") || hasAttr(el, "aria-label"));
}

/** labelled is the control that a label stands for when only the label shows. */
export function labelled(el: Element): Element | null {
  const control = tagOf(el) === "label" ? (el as HTMLLabelElement).control : null;
  return control && !rendered(control) ? control : null;
}
