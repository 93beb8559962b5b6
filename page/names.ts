/**
 * Accessible names and states. dom-accessibility-api computes names; the common
 * simple cases take a short cut that gives the same answer.
 */
import { computeAccessibleName } from "dom-accessibility-api";
import { activeElement, flatChildren, isElement, shadowOf, styleOf } from "./dom";
import { cut, line } from "./clean";
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
  if (!el.hasAttribute("aria-labelledby")) {
    const label = el.getAttribute("aria-label");
    if (label && label.trim()) return label;
    const tag = el.localName;
    if (tag === "label") return el.textContent ?? "";
    if (fromContent.has(role) && tag !== "input" && tag !== "select" && !shadowOf(el)) {
      if (el.childElementCount === 0 && !decorated(el)) {
        const text = line(el.textContent ?? "");
        return text || el.getAttribute("title") || "";
      }
    }
    if (fromContent.has(role) && hasShadow(el)) return flatText(el);
  }
  return computeAccessibleName(el, { computedStyleSupportsPseudoElements: true, getComputedStyle: style });
}

const style = ((el: Element, pseudo?: string) => styleOf(el, pseudo)) as typeof window.getComputedStyle;

/** decorated reports whether CSS adds text before or after el's own. */
function decorated(el: Element): boolean {
  return content(el, "::before") !== "" || content(el, "::after") !== "";
}

function content(el: Element, pseudo: string): string {
  const c = styleOf(el, pseudo).content;
  return c === "none" || c === "normal" || c === '""' ? "" : c;
}

function hasShadow(el: Element): boolean {
  if (shadowOf(el)) return true;
  for (const d of el.querySelectorAll("*")) if (shadowOf(d) || d.localName === "slot") return true;
  return false;
}

/** flatText is the text of el's flat tree, which the library does not walk. */
export function flatText(el: Element): string {
  let out = "";
  const list = flatChildren(el);
  for (let i = 0; i < list.length; i++) {
    const n = list[i]!;
    if (n.nodeType === 3) out += n.nodeValue;
    else if (isElement(n)) {
      if (n.localName === "style" || n.localName === "script" || n.getAttribute("aria-hidden") === "true") continue;
      const label = n.getAttribute("aria-label") ?? (n.localName === "img" ? n.getAttribute("alt") : null);
      if (label !== null) out += " " + label + " ";
      else if (n.localName === "slot" || n.checkVisibility()) {
        const block = n.localName !== "slot" && !styleOf(n).display.startsWith("inline");
        out += block ? " " + flatText(n) + " " : flatText(n);
      }
    }
  }
  return out;
}

/** valueOf is what el holds, undefined for nothing and for secrets. */
export function valueOf(el: Element, role: string): string | undefined {
  const tag = el.localName;
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
    v = el.getAttribute("aria-valuetext") ?? el.getAttribute("aria-valuenow");
  } else if (role === "textbox" || role === "searchbox") {
    v = el.textContent;
  } else if (role === "combobox") {
    v = el.getAttribute("aria-valuetext") ?? el.textContent;
  }
  if (!v) return undefined;
  return cut(line(v), maxValue) || undefined;
}

/** isDisabled reports whether el, its fieldset or an ARIA ancestor is disabled. */
export function isDisabled(el: Element): boolean {
  if (el.matches(":disabled")) return true;
  return el.closest("[aria-disabled]")?.getAttribute("aria-disabled") === "true";
}

/** stateOf lists what holds for el, in a fixed order. */
export function stateOf(el: Element, role: string): string[] {
  const out: string[] = [];
  const tag = el.localName;
  const aria = (name: string) => el.getAttribute("aria-" + name);
  const input = tag === "input" ? (el as HTMLInputElement) : null;
  if (input && (input.type === "checkbox" || input.type === "radio")) {
    if (input.indeterminate) out.push("mixed");
    else if (input.checked) out.push("checked");
  } else if (aria("checked") === "true") out.push("checked");
  else if (aria("checked") === "mixed") out.push("mixed");
  if (aria("pressed") === "true") out.push("pressed");
  else if (aria("pressed") === "mixed") out.push("mixed");
  if (tag === "option" ? (el as HTMLOptionElement).selected : aria("selected") === "true") out.push("selected");
  const details = tag === "summary" ? el.parentElement : null;
  const expanded = details?.localName === "details" ? String((details as HTMLDetailsElement).open) : aria("expanded");
  if (expanded === "true") out.push("expanded");
  else if (expanded === "false") out.push("collapsed");
  if (isDisabled(el)) out.push("disabled");
  if (aria("required") === "true" || (el as HTMLInputElement).required === true) out.push("required");
  if (aria("readonly") === "true" || ((input || tag === "textarea") && (el as HTMLInputElement).readOnly)) out.push("readonly");
  const invalid = aria("invalid");
  if (invalid && invalid !== "false") out.push("invalid");
  if (activeElement() === el && role !== "generic") out.push("focused");
  return out;
}
