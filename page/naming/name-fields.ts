/** What a field says inside the name of something else: what it holds, or what is chosen in it. */
import { allIn, attr, attributed, findIn, hasAttr, tagOf, textOf } from "../dom/native";
import { ownedBy } from "./name-refs";
import { explicitRole } from "./roles";
import { isSecret } from "./secrets";

const native = new Set(["input", "select", "textarea", "progress", "meter"]);
const ranges = new Set(["slider", "spinbutton", "scrollbar", "progressbar", "meter"]);
const buttons = new Set(["button", "submit", "reset", "image"]);
/** unsaid is what a button without a value shows. */
export const unsaid: Record<string, string> = { submit: "Submit", image: "Submit", reset: "Reset" };
const silent = new Set(["hidden", "file", "checkbox", "radio"]);

/** isField reports whether el may hold something. */
export function isField(el: Element, tag: string): boolean {
  return native.has(tag) || (attributed(el) && hasAttr(el, "role"));
}

/** embedded is what a field holds, null for what is no field. */
export function embedded(el: Element, tag: string): string | null {
  const role = explicitRole(el);
  if (tag === "input") return typed(el as HTMLInputElement, role);
  if (tag === "textarea") return isSecret(el) ? "" : (el as HTMLTextAreaElement).value;
  if (tag === "select") return Array.from((el as HTMLSelectElement).selectedOptions, (o) => o.label).join(" ");
  if (tag === "progress" || tag === "meter") return ranged(el) ?? String((el as HTMLMeterElement).value);
  if (ranges.has(role)) return ranged(el);
  if (role === "listbox") return chosen(el) ?? "";
  return role === "combobox" ? selected(el) : null;
}

function typed(el: HTMLInputElement, role: string): string {
  if (buttons.has(el.type)) return attr(el, "aria-label") || (el.type === "image" ? attr(el, "alt") : el.value) || attr(el, "title") || unsaid[el.type] || "";
  if (silent.has(el.type)) return el.type === "hidden" ? "" : (attr(el, "aria-label") ?? attr(el, "title") ?? "");
  if (isSecret(el)) return "";
  return (ranges.has(role) || el.type === "range" || el.type === "number" ? ranged(el) : null) ?? el.value;
}

function ranged(el: Element): string | null {
  return attr(el, "aria-valuetext") ?? attr(el, "aria-valuenow");
}

/** selected is what a combobox shows: the option chosen, else what is typed into it, else null: its text. */
function selected(el: Element): string | null {
  const option = chosen(el);
  if (option !== null) return option;
  const field = findIn(el, "input,[role=textbox]");
  if (!field) return null;
  return tagOf(field) === "input" ? typed(field as HTMLInputElement, "") : textOf(field);
}

function chosen(el: Element): string | null {
  const list = [el, ...ownedBy(el)].flatMap((e) => Array.from(allIn(e, "[role=option][aria-selected=true]")));
  return list.length ? list.map((o) => attr(o, "aria-label") ?? textOf(o).trim()).join(" ") : null;
}

/** shownIn is the value of a combobox that the page has built, "" where its text says it. */
export function shownIn(el: Element): string {
  return selected(el) ?? "";
}
