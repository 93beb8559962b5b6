/**
 * Accessible names, values and states. dom-accessibility-api computes names by
 * label and reference; content and plain attributes are read as Chrome does.
 */
import { attr, attributed, closestOf, hasAttr, matchesOf, tagOf, textOf } from "./native";
import { computeAccessibleName } from "dom-accessibility-api";
import { activeElement, styleOf } from "./dom";
import { contentName } from "./name-content";
import { cut, line } from "./clean";
import { Memo } from "./memo";
import { isSecret } from "./secrets";

/** Names longer than this are cut: they are content, not labels. */
export const maxName = 120;
const maxValue = 200;

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
  // The most common case: a control of nothing but its text.
  if (!attributed(el) && fromContent.has(role) && tag !== "input") {
    const text = contentName(el, role);
    if (text !== null) return text;
  }
  if (!hasAttr(el, "aria-labelledby")) {
    const label = attr(el, "aria-label");
    if (label && label.trim()) return label;
    if (tag === "label") return contentName(el, "") ?? textOf(el) ?? "";
    if (tag === "area" || tag === "img") return attr(el, "alt") || attr(el, "title") || "";
    if (tag === "input" || tag === "textarea" || tag === "select") return control(el as HTMLInputElement);
    if (fromContent.has(role)) {
      const text = contentName(el, role);
      if (text !== null) return text.trim() ? text : (attr(el, "title") ?? "");
    }
  }
  return library(el) || (tag === "input" || tag === "textarea" ? hint(el) : "");
}

/** control names a native control without ARIA: by what it says itself, its labels, its hints. */
function control(el: HTMLInputElement): string {
  switch (tagOf(el) === "input" ? el.type : "") {
    case "button":
      return el.value || el.title;
    case "submit":
      return hasAttr(el, "value") ? el.value || el.title : el.title || "Submit";
    case "reset":
      return hasAttr(el, "value") ? el.value || el.title : el.title || "Reset";
    case "image":
      return attr(el, "alt") || attr(el, "value") || el.title || "Submit";
  }
  if (el.labels?.length) {
    const name = library(el);
    if (name.trim()) return name;
  }
  return hint(el);
}

/** hint is the last resort for a field: its title, then its placeholder. */
function hint(el: Element): string {
  return attr(el, "title") || attr(el, "placeholder") || attr(el, "aria-placeholder") || "";
}

function library(el: Element): string {
  return computeAccessibleName(el, { computedStyleSupportsPseudoElements: true, getComputedStyle: style });
}

const style = ((el: Element, pseudo?: string) => styleOf(el, pseudo)) as typeof window.getComputedStyle;

/** valueOf is what el holds, undefined for nothing and for secrets. */
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
    v = [...(el as HTMLSelectElement).selectedOptions].map((o) => o.label).join(", ");
  } else if (role === "slider" || role === "spinbutton" || role === "scrollbar") {
    v = attr(el, "aria-valuetext") ?? attr(el, "aria-valuenow");
  } else if (role === "textbox" || role === "searchbox") {
    v = textOf(el);
  } else if (role === "combobox") {
    v = attr(el, "aria-valuetext") ?? textOf(el);
  }
  if (!v) return undefined;
  return cut(line(v), maxValue) || undefined;
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
