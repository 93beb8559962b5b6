/**
 * The agent's own clipboard. What the person has copied is theirs, so a key
 * that copies or pastes does nothing by itself in the browser: it is done
 * here, and the core keeps the text. The page gets the events of a clipboard,
 * and can tell them from a person's: they are not trusted.
 */
import { activeElement } from "../dom/tree";
import type { Copy, Drop } from "../common/engine.gen";
import { Fault } from "../common/fault";
import { keepsOwn } from "../naming/text-fields";
import { bodyOf, command, documentOf, selectionIn, tagOf, topOf, typeOf, viewOf } from "../dom/native";
import { offer } from "./paste";
import { isSecret } from "../naming/secrets";

/** Whether the page has kept the last key to itself, so that a browser would do nothing more. */
let prevented = false;
let unlisten = (): void => undefined;

/** chord notes what the page does with the key that comes next. */
export function chord(): void {
  unlisten();
  prevented = false;
  const view = viewOf(documentOf(subject())) ?? window;
  const note = (e: KeyboardEvent): void => {
    if (e.isTrusted) prevented = e.defaultPrevented;
  };
  view.addEventListener("keydown", note);
  unlisten = () => view.removeEventListener("keydown", note);
}

/** copy returns what the page or the selection gives to a clipboard; cut takes it out of the document as well. */
export function copy(args: Copy): { text: string } {
  unlisten();
  if (prevented) return { text: "" };
  const el = subject();
  if (isSecret(el)) throw new Fault("invalid_action", "The field's value stays in the page, so it is not copied; give the secret by its name instead.");
  const told = offer(el, args.cut ? "cut" : "copy", "");
  if (told.taken) return { text: told.text };
  const text = selected(el);
  if (text && args.cut && writable(el)) command(documentOf(el), "delete", false, "");
  return { text };
}

/** drop pastes a text where the focus is, in this turn, unless the page has done something of its own with the key; own says that the page keeps its text itself, so that the core has to insert it. */
export function drop(args: Drop): { own: boolean } {
  unlisten();
  if (prevented) return { own: false };
  if (!args.text) throw new Fault("invalid_action", "You have copied nothing yet, and what the person has copied is not for pages; copy first, or use type.");
  const el = subject();
  if (offer(el, "paste", args.text).taken) return { own: false };
  if (keepsOwn(el)) return { own: true };
  if (writable(el)) command(documentOf(el), "insertText", false, args.text);
  return { own: false };
}

function subject(): Element {
  return activeElement() ?? bodyOf(document) ?? topOf(document);
}

const isField = (el: Element): boolean => tagOf(el) === "input" || tagOf(el) === "textarea";

function writable(el: Element): boolean {
  return isField(el) ? !(el as HTMLInputElement).readOnly : (el as HTMLElement).isContentEditable === true;
}

function selected(el: Element): string {
  if (isField(el)) {
    const { value, selectionStart, selectionEnd } = el as HTMLInputElement;
    if (selectionStart !== null) return value.slice(selectionStart, selectionEnd!);
  }
  // A selection in a shadow root is that root's only.
  const root = el.getRootNode() as Node & { getSelection?(): Selection | null };
  return String((typeOf(root) === 11 && root.getSelection?.()) || selectionIn(documentOf(el)) || "");
}
