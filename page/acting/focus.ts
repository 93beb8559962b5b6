/** Focusing what text can be typed into. */
import { activeElement, flatChildren, isElement } from "../dom/tree";
import type { FieldFocus, Fill, Insert, Located, SetValue } from "../common/engine.gen";
import { Fault } from "../common/fault";
import { unfit } from "../guarding/login";
import { modal } from "../naming/modal";
import { activeIn, command, documentOf, selectionIn, tagOf, viewOf } from "../dom/native";
import { refuseBehind, refuseDisabled, refuseHidden } from "../guarding/refuse";
import { resolve, type Target } from "../naming/registry";
import { roleOf } from "../naming/roles";
import { conceal } from "../naming/secrets";
import { rendered } from "../dom/visibility";
import { keepsOwn, takesText } from "../naming/text-fields";
import { expectText, intend, typing } from "./typed-text";
import { willReport } from "./watch";

/** Focused says what has the focus now. */
export type Focused = Omit<FieldFocus, keyof Located> & { role: string };

/** focus brings the caret into the target and fails when nothing can be typed there. */
export function focus(args: Target): Focused {
  const asked = resolve(args);
  const el = editable(asked);
  if (!el) {
    const keys = /^(slider|spinbutton)$/.test(roleOf(asked));
    throw new Fault("invalid_action", keys ? "The page draws this itself and it takes keys: click it, then press_key ArrowRight, ArrowLeft, Home or End." : "The element takes no text; use the uid of a textbox, or click this one.");
  }
  refuseHidden(el);
  refuseDisabled(el);
  const tag = el.localName;
  if ((tag === "input" || tag === "textarea") && (el as HTMLInputElement).readOnly) throw new Fault("invalid_action", "The field is read-only; nothing can be typed into it.");
  const had = activeElement() === el;
  (el as HTMLElement).focus();
  const active = activeElement();
  if (active !== el && !(active && el.contains(active))) {
    refuseBehind(el, modal(documentOf(el)));
    const other = active && !had && takesText(active);
    throw new Fault("invalid_action", other ? "The field gives the focus to another one that stands in its place; extract and use the one that is focused." : "The field refused the focus; click it first, or extract to see what the page wants.");
  }
  if (!had && !keepsOwn(el)) caretToEnd(el);
  const kind = tag === "input" ? "input" : tag === "textarea" ? "textarea" : "contenteditable";
  const out: Focused = { role: roleOf(el), kind, tells: willReport(el, false) };
  const type = kind === "input" ? (el as HTMLInputElement).type : "";
  if (/^(date|time|month|week|datetime-local|color|range)$/.test(type)) out.type = type;
  typing(out.type || keepsOwn(el) ? null : el);
  return out;
}

/**
 * insert types a text into the target, with all in the place of what is there,
 * in one turn with bringing the focus to it: wherever the page moves the focus
 * between two turns, the text goes into this document. The page gets the
 * input event of a person's typing, and no beforeinput.
 */
export function insert(args: Insert): { own: boolean } {
  const { type } = focus(args);
  const el = editable(resolve(args))!;
  if (type) throw new Fault("invalid_action", "The field became one that takes no inserted text; extract again.");
  if (keepsOwn(el)) return { own: true };
  if (args.all && selectAll(el) && !args.text) return { own: false };
  if (!command(documentOf(el), args.text ? "insertText" : "delete", false, args.text)) throw new Fault("invalid_action", "The field takes no text now; extract to see what the page wants.");
  return { own: false };
}

/** selectAll selects the text of what has the focus, so that typing replaces it; it reports whether there was none. */
export function selectAll(el: Element): boolean {
  const doc = documentOf(el);
  const active = activeIn(doc) ?? el;
  if (tagOf(active) === "input" || tagOf(active) === "textarea") {
    (active as HTMLInputElement).select();
    return (active as HTMLInputElement).value === "";
  }
  selectionIn(doc)?.selectAllChildren(active);
  return (active.textContent ?? "") === "";
}

/** set gives a field of a date, time, color or range its value; the page gets untrusted events. It reports whether the field takes it. */
export function set(args: SetValue): { set: boolean } {
  const { type } = focus(args);
  const el = editable(resolve(args)) as HTMLInputElement;
  if (!type) throw new Fault("invalid_action", "The field became one that takes text; extract again.");
  const { value } = args;
  const was = el.value;
  el.value = value;
  if ((el.value === "" && value !== "") || (type === "color" && el.value !== value.toLowerCase()) || (type === "range" && Number(el.value) !== Number(value))) {
    el.value = was;
    return { set: false };
  }
  intend(el, el.value);
  for (const kind of ["input", "change"]) el.dispatchEvent(new Event(kind, { bubbles: true, composed: true }));
  return { set: true };
}

/**
 * fill replaces what a field holds by a secret, in one turn with the last look
 * at where it goes: the document's own origin, the focus, and what the field and
 * its form are by now.
 */
export function fill(args: Fill): void {
  const { kind, type } = focus(args);
  if (kind === "contenteditable" || type) throw new Fault("invalid_action", "A secret is typed into an input or a textarea only; use the uid of one.");
  const el = editable(resolve(args)) as HTMLInputElement;
  const doc = documentOf(el);
  if (activeElement() !== el || !args.origins.includes(viewOf(doc)?.origin ?? ""))
    throw new Fault("invalid_action", "The secret is not stored for the site of this field, so it was not typed; go to the site that it belongs to.");
  const why = unfit(el, args.origins, args.any === true);
  if (why) throw new Fault("invalid_action", why);
  conceal(el);
  el.select();
  typing(el);
  expectText(args.text);
  intend(el, args.text);
  // The one way to insert what the page sees as typed, without giving it a turn before it is there.
  if (!command(doc, "insertText", false, args.text)) throw new Fault("invalid_action", "The field takes no text now, so the secret was not typed; extract to see what the page wants.");
}

/** editable is el, its control, or the single field inside it. */
export function editable(el: Element): Element | null {
  if (el.localName === "label" && (el as HTMLLabelElement).control) return editable((el as HTMLLabelElement).control!);
  if (takesText(el)) {
    // The focus goes to the root of the editable region.
    let host = el;
    while (el.localName !== "input" && el.localName !== "textarea" && (host.parentElement as HTMLElement | null)?.isContentEditable) host = host.parentElement!;
    return host;
  }
  const inside: Element[] = [];
  const walk = (e: Element): void => {
    const list = flatChildren(e);
    for (let i = 0; i < list.length && inside.length < 2; i++) {
      const c = list[i]!;
      if (!isElement(c)) continue;
      if (takesText(c) && rendered(c)) inside.push(c);
      else walk(c);
    }
  };
  walk(el);
  return inside.length === 1 ? inside[0]! : null;
}

function caretToEnd(el: Element): void {
  if (el.localName === "input" || el.localName === "textarea") {
    const field = el as HTMLInputElement;
    try {
      field.setSelectionRange(field.value.length, field.value.length);
    } catch {
      // Types such as email and number tell of no selection: one of all is left at its end.
      field.select();
      selectionIn(documentOf(el))?.modify("move", "forward", "character");
    }
    return;
  }
  const sel = selectionIn(documentOf(el));
  if (!sel) return;
  sel.selectAllChildren(el);
  sel.collapseToEnd();
}
