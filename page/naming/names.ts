/** Accessible names, values and states: by reference, by what is said of an element, by labels, by content, by hints. */
import { attr, attributed, closestOf, findIn, hasAttr, matchesOf, spaceOf, tagOf, textOf } from "../dom/native";
import { activeElement } from "../dom/tree";
import { contentName, drawingTitle, labelText, referredText } from "./name-content";
import { embedded, isField, shownIn, unsaid } from "./name-fields";
import { labelledBy, labelsOf } from "./name-refs";
import { cut, line, strip } from "../common/plain-text";
import { Memo } from "../common/memo";
import { labelled } from "./roles";
import { isSecret } from "./secrets";

/** Names longer than this are cut: they are content, not labels. */
export const maxName = 120;
const drawing = "http://www.w3.org/2000/svg";

const fromContent = new Set([
  "button", "link", "option", "checkbox", "radio", "switch", "tab", "menuitem", "menuitemcheckbox", "menuitemradio",
  "treeitem", "DisclosureTriangle", "heading", "cell", "gridcell", "row", "columnheader", "rowheader", "tooltip",
]);

/** nameOf returns el's accessible name on one line. */
export function nameOf(el: Element, role: string): string {
  return cut(line(rawName(el, role)), maxName);
}

function rawName(el: Element, role: string): string {
  const tag = tagOf(el);
  const attrs = attributed(el);
  if (attrs) {
    const by = labelledBy(el)?.map((other) => (other === el ? itself(el, tag, role) : referredText(other, el))).join(" ");
    if (by?.trim()) return by;
  }
  return own(el, tag, role);
}

/** itself is what el adds to its own name when it refers to itself. */
function itself(el: Element, tag: string, role: string): string {
  return attr(el, "aria-label")?.trim() || (isField(el, tag) && embedded(el, tag)) || own(el, tag, role);
}

/** own is what names el, references aside. */
function own(el: Element, tag: string, role: string): string {
  const attrs = attributed(el);
  const label = attrs ? attr(el, "aria-label") : null;
  if (label?.trim()) return label;
  if (tag === "label") {
    // A label that stands for its control has its name.
    const control = labelled(el);
    return (control && rawName(control, role)) || contentName(el, "");
  }
  const name = said(el, tag);
  if (name.trim()) return name;
  if (fromContent.has(role) && tag !== "input") {
    const text = contentName(el, role);
    if (text.trim()) return text;
  }
  return attrs || tag === "input" ? hint(el, tag) : "";
}

/** said is what HTML names el by: its labels, its value, its alternative, its caption. */
function said(el: Element, tag: string): string {
  const labels = labelsOf(el, tag);
  if (labels.length) {
    const name = labels.map((l) => labelText(l, el)).join(" ");
    if (name.trim()) return name;
  }
  switch (tag) {
    case "input":
      switch ((el as HTMLInputElement).type) {
        case "button":
        case "submit":
        case "reset":
          return (el as HTMLInputElement).value;
        case "image":
          return attr(el, "alt") || attr(el, "value") || "";
      }
      return "";
    case "img":
    case "area":
      return attr(el, "alt") ?? "";
    case "option":
    case "optgroup":
      return attr(el, "label") ?? "";
    case "fieldset":
      return caption(el, "legend");
    case "table":
      return caption(el, "caption");
    case "figure":
      return caption(el, "figcaption");
  }
  return spaceOf(el) === drawing ? (drawingTitle(el) ?? "") : "";
}

function caption(el: Element, tag: string): string {
  const said = findIn(el, ":scope > " + tag);
  return said ? labelText(said, el) : "";
}

/** hint is the last resort: the title, then what a field shows while it is empty. */
function hint(el: Element, tag: string): string {
  const title = attr(el, "title");
  if (title) return title;
  if (tag === "input") {
    const { type } = el as HTMLInputElement;
    if (unsaid[type] && (type === "image" || !hasAttr(el, "value"))) return unsaid[type];
  }
  return (tag === "input" || tag === "textarea" ? attr(el, "placeholder") : "") || attr(el, "aria-placeholder") || "";
}

/** valueOf is what el holds, with its white space; undefined for nothing and for secrets. */
export function valueOf(el: Element, role: string): string | undefined {
  const tag = tagOf(el);
  let v: string | null | undefined;
  if (tag === "input") {
    const input = el as HTMLInputElement;
    if (["checkbox", "radio", "button", "submit", "reset", "image", "hidden"].includes(input.type)) return undefined;
    if (isSecret(el)) return undefined;
    v = input.type === "file" ? [...(input.files ?? [])].map((f) => f.name).join(", ") : input.value;
  } else if (tag === "textarea") {
    if (isSecret(el)) return undefined;
    v = (el as HTMLTextAreaElement).value;
  } else if (tag === "select") {
    v = [...(el as HTMLSelectElement).selectedOptions].map((o) => line(o.label)).join(", ");
  } else if (role === "slider" || role === "spinbutton" || role === "scrollbar") {
    v = attr(el, "aria-valuetext") ?? attr(el, "aria-valuenow");
  } else if (role === "textbox" || role === "searchbox") {
    v = (el as HTMLElement).innerText ?? textOf(el);
  } else if (role === "combobox") {
    v = line(attr(el, "aria-valuetext") ?? (shownIn(el) || textOf(el)));
  }
  return v ? strip(v).replace(/\u00A0/g, " ") || undefined : undefined;
}

const anyDisabled = new Memo<Node, boolean>();
const active = new Memo<null, Element | null>();

/** isDisabled reports whether el, its fieldset or an ARIA ancestor is disabled. */
export function isDisabled(el: Element): boolean {
  if (native.has(tagOf(el)) && matchesOf(el, ":disabled")) return true;
  const root = el.getRootNode();
  if (!anyDisabled.get(root, () => (root as ParentNode).querySelector("[aria-disabled]") !== null)) return false;
  return closestOf(el, "[aria-disabled]")?.getAttribute("aria-disabled") === "true";
}

const native = new Set(["button", "input", "select", "textarea", "option", "fieldset"]);

/** stateOf lists what holds for el, in a fixed order. */
export function stateOf(el: Element): string[] {
  const out: string[] = [];
  const tag = tagOf(el);
  const attrs = attributed(el);
  if (!attrs && (tag === "button" || tag === "a")) {
    // Nothing is said about it: only where it stands can disable it.
    if (isDisabled(el)) out.push("disabled");
    if (active.get(null, activeElement) === el) out.push("focused");
    return out;
  }
  const aria = (name: string): string | null => (attrs ? attr(el, name) : null);
  const input = tag === "input" ? (el as HTMLInputElement) : null;
  if (input && (input.type === "checkbox" || input.type === "radio")) {
    if (input.indeterminate) out.push("mixed");
    else if (input.checked) out.push("checked");
  } else {
    const checked = aria("aria-checked");
    if (checked === "true") out.push("checked");
    else if (checked === "mixed") out.push("mixed");
  }
  const pressed = aria("aria-pressed");
  if (pressed === "true") out.push("pressed");
  else if (pressed === "mixed") out.push("mixed");
  if (tag === "option" ? (el as HTMLOptionElement).selected : aria("aria-selected") === "true") out.push("selected");
  const details = tag === "summary" ? el.parentElement : null;
  const expanded = details?.localName === "details" ? String((details as HTMLDetailsElement).open) : aria("aria-expanded");
  if (expanded === "true") out.push("expanded");
  else if (expanded === "false") out.push("collapsed");
  if (isDisabled(el)) out.push("disabled");
  if (aria("aria-required") === "true" || (native.has(tag) && (el as HTMLInputElement).required === true)) out.push("required");
  if (aria("aria-readonly") === "true" || ((input || tag === "textarea") && (el as HTMLInputElement).readOnly)) out.push("readonly");
  const invalid = aria("aria-invalid");
  if (invalid && invalid !== "false") out.push("invalid");
  if (active.get(null, activeElement) === el) out.push("focused");
  return out;
}
