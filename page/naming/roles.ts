/**
 * Roles as Chrome's accessibility tree gives them: an explicit role that exists,
 * else what HTML implies.
 */
import { attr, closestOf, findIn, firstElementOf, hasAttr, names, tagOf, textOf } from "../dom/native";
import { flatParent, styleOf } from "../dom/tree";
import { ownerOf } from "./name-refs";
import { rendered } from "../dom/visibility";

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

/** Of these an input with a list of proposals is a combobox. */
const proposing = new Set(["text", "search", "email", "tel", "url"]);

const tags: Record<string, string> = {
  button: "button", textarea: "textbox", option: "option", summary: "DisclosureTriangle", dialog: "dialog",
  nav: "navigation", main: "main", img: "image", form: "form", article: "article", search: "search",
  ul: "list", ol: "list", menu: "list", table: "table", caption: "caption", p: "paragraph",
  h1: "heading", h2: "heading", h3: "heading", h4: "heading", h5: "heading", h6: "heading",
  iframe: "Iframe", video: "Video", label: "LabelText", svg: "image", math: "math", hr: "separator",
  fieldset: "group", details: "group", address: "group", hgroup: "group", optgroup: "group", figure: "figure",
  blockquote: "blockquote", code: "code", dd: "definition", dt: "term", dfn: "term", del: "deletion", s: "deletion", ins: "insertion",
  em: "emphasis", strong: "strong", sub: "subscript", sup: "superscript", mark: "mark", time: "time",
  meter: "meter", progress: "progressbar", output: "status",
};

/** explicitRole is the first role attribute token that exists, "" for none. */
export function explicitRole(el: Element): string {
  const given = attr(el, "role");
  if (!given) return "";
  for (const token of given.toLowerCase().split(/\s+/)) if (known.has(token)) return synonyms[token] ?? token;
  return "";
}

const synonyms: Record<string, string> = { presentation: "none", directory: "list" };

/** implicitRole is what HTML says el is, "" when it says nothing that matters here. */
export function implicitRole(el: Element, tag = tagOf(el)): string {
  switch (tag) {
    case "a":
    case "area":
      return hasAttr(el, "href") || el.hasAttributeNS("http://www.w3.org/1999/xlink", "href") ? "link" : "";
    case "input": {
      const { type } = el as HTMLInputElement;
      return proposing.has(type) && (el as HTMLInputElement).list ? "combobox" : (inputs[type] ?? "textbox");
    }
    case "select":
      return (el as HTMLSelectElement).multiple || (el as HTMLSelectElement).size > 1 ? "listbox" : "combobox";
    case "summary": {
      // Only the first summary child of a details opens it.
      const p = el.parentElement;
      return p?.localName === "details" && p.querySelector(":scope > summary") === el ? tags[tag]! : "";
    }
    case "header":
      return within(el, sections) ? "" : "banner";
    case "footer":
      return within(el, sections) ? "" : "contentinfo";
    case "aside":
      return within(el, "article,aside,nav,section") && !titled(el) ? "" : "complementary";
    case "section":
      return titled(el) ? "region" : "";
    case "li":
      return listed(el) ? "listitem" : "";
    case "thead":
    case "tbody":
    case "tfoot":
    case "tr":
    case "td":
    case "th":
      return tableRole(el, tag);
    default:
      return tags[tag] ?? "";
  }
}

const sections = "article,aside,main,nav,section,[role=article],[role=complementary],[role=main],[role=navigation],[role=region]";

function within(el: Element, selector: string): boolean {
  return el.parentElement !== null && closestOf(el.parentElement, selector) !== null;
}

/** titled reports whether a part of the page has a name, without asking which. */
function titled(el: Element): boolean {
  return ["aria-label", "aria-labelledby", "title"].some((name) => attr(el, name)?.trim());
}

function listed(item: Element): boolean {
  const p = flatParent(item);
  return p !== null && (/^(ul|ol|menu)$/.test(tagOf(p)) ? roleOf(p) !== "none" : explicitRole(p) === "list");
}

/** tableRole is what a part of a table is: of one for looks only, nothing. */
function tableRole(el: Element, tag: string): string {
  const table = closestOf(el, "table");
  const kind = table ? roleOf(table) : "";
  const grid = kind === "grid" || kind === "treegrid";
  if (!grid && kind !== "table") return "";
  if (tag === "tr") return "row";
  if (tag !== "td" && tag !== "th") return "rowgroup";
  return (tag === "th" && headerRole(el as HTMLTableCellElement)) || (grid ? "gridcell" : "cell");
}

/** headerRole says whether a header cell is one of its column or of its row. */
function headerRole(el: HTMLTableCellElement): string {
  const scope = (attr(el, "scope") ?? "").toLowerCase();
  if (scope) return scope.startsWith("row") ? "rowheader" : "columnheader";
  const row = el.parentElement;
  if (!row || closestOf(el, "thead")) return "columnheader";
  // A header among cells is one of its row, unless it stands in the first.
  if (!findIn(row, ":scope > td")) return "columnheader";
  return "rowheader";
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

/** Attributes that mean something whatever the role: with one of them nothing is there for looks only. */
const telling = ["aria-label", "aria-labelledby", "aria-describedby", "aria-description", "aria-controls", "aria-current", "aria-details", "aria-live", "aria-owns", "aria-atomic", "aria-busy", "aria-flowto", "aria-keyshortcuts", "aria-relevant", "aria-roledescription"];

/** Roles that mean nothing outside of others. */
const parents: Record<string, ReadonlySet<string>> = { option: new Set(["listbox"]), treeitem: new Set(["tree"]), listitem: new Set(["list"]) };

/** roleOf returns el's role, "generic" when it has none. */
export function roleOf(el: Element): string {
  let role = explicitRole(el);
  if (role === "none") {
    // ARIA: what takes the focus, or has something to say, keeps its meaning whatever it claims.
    if (interactive.has(implicitRole(el)) || focusable(el) || telling.some((name) => attr(el, name)?.trim())) role = "";
  } else if ((role === "region" || role === "form") && !titled(el)) role = "";
  else if (role in parents && orphaned(el, parents[role]!)) role = "generic";
  if (!role) role = implicitRole(el);
  if (!role || role === "generic") role = editingHost(el) ? "textbox" : role || "generic";
  return role === "img" ? "image" : role;
}

/** Owners may go round in circles. */
const maxLevels = 200;

const above = (el: Element): Element | null => ownerOf(el) ?? flatParent(el);

/** orphaned reports whether nothing around el has one of the roles; what a custom element is cannot be told. */
function orphaned(el: Element, roles: ReadonlySet<string>): boolean {
  let n = 0;
  for (let e = above(el); e && n < maxLevels; e = above(e), n++) {
    const tag = tagOf(e);
    if (roles.has(explicitRole(e) || implicitRole(e, tag)) || tag === "datalist" || tag.includes("-")) return false;
  }
  return true;
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
  return (own > 0 || !place) && !hasAttr(el, "aria-current") && (/\S/.test(textOf(el)) || firstElementOf(el) !== null || hasAttr(el, "title") || hasAttr(el, "aria-label") || drawn(el));
}

/** drawn reports whether an element without content shows something by its style. */
function drawn(el: Element): boolean {
  const s = styleOf(el);
  if (s.cursor !== "pointer") return false;
  return s.backgroundImage !== "none" || ["::before", "::after"].some((part) => !/^(none|normal|"")$/.test(styleOf(el, part).content));
}

/** labelled is the control that a label stands for when only the label shows. */
export function labelled(el: Element): Element | null {
  const control = tagOf(el) === "label" ? (el as HTMLLabelElement).control : null;
  return control && !rendered(control) ? control : null;
}
