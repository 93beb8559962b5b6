/**
 * What becomes of a text that is typed: whether it came into its field, and
 * whether the page took notice of it. Some pages heed keys only.
 */
import { allIn, bodyOf, checkVisible, closestOf, documentOf, queryAll, selectionIn, tagOf, textOf, viewOf } from "./native";
import { activeElement, flatParent } from "./dom";
import type { Seen } from "./engine.gen";
import { quote } from "./registry";

interface Typing {
  el: Element;
  /** The element's text before, and what its length would be without what is typed. */
  before: string;
  base: number;
  /** The events by which the browser has offered the text to the page. */
  offers: Event[];
  off: () => void;
}

let now: Typing | null = null;
/** How many UTF-16 units are typed; 0 where the present watch is of something else. */
let length = 0;

const offered = ["beforeinput", "textInput"];

const isField = (el: Element): boolean => tagOf(el) === "input" || tagOf(el) === "textarea";

const holds = (el: Element): string => (isField(el) ? (el as HTMLInputElement).value : textOf(el));

/** typing remembers where the next watch's text goes; null where nothing is to be told of that: its content is secret, or the page's own. */
export function typing(el: Element | null): void {
  now?.off();
  now = null;
  if (!el) return;
  const before = holds(el);
  let chosen = 0;
  if (isField(el)) {
    const f = el as HTMLInputElement;
    // Types that do not tell what is selected show it in the document's selection.
    chosen = f.selectionStart === null ? String(selectionIn(documentOf(el))).length : f.selectionEnd! - f.selectionStart;
  }
  const offers: Event[] = [];
  const view = viewOf(documentOf(el));
  const offer = (e: Event): void => void (e.isTrusted && offers.push(e));
  for (const kind of offered) view?.addEventListener(kind, offer, true);
  const off = (): void => offered.forEach((kind) => view?.removeEventListener(kind, offer, true));
  now = { el, before, base: before.length - chosen, offers, off };
}

/** expectText says how long the text is that the present watch is about. */
export function expectText(units: number): void {
  length = units;
}

/** inField reports whether a change is of the text that is typed into, as opposed to what a page makes of it. */
export function inField(m: MutationRecord): boolean {
  return !!now && m.type !== "attributes" && now.el.contains(m.target);
}

/** kept reports whether the page kept the text out of the field, which is as it was. A page that draws what it shows may have taken it all the same. */
export function kept(): boolean {
  return !!now && length > 0 && now.offers.some((e) => e.defaultPrevented) && holds(now.el) === now.before && queryAll(documentOf(now.el), "canvas").length === 0;
}

const greyed = "button:disabled,input[type=submit]:disabled,input[type=button]:disabled,[role=button][aria-disabled=true]";

/** belonging is what a field's buttons are in: its dialog, its form, else what is close around it. An editor's may be anywhere on the page. */
function belonging(el: Element): Element | null {
  const form = closestOf(el, "dialog,[role=dialog]") ?? closestOf(el, "form");
  const body = bodyOf(documentOf(el));
  if (form || !isField(el)) return form ?? body;
  let scope: Element | null = null;
  for (let e = flatParent(el), n = 0; e && e !== body && n < 3; e = flatParent(e), n++) scope = e;
  return scope;
}

/** waiting reports whether something may have to notice a text first: a button that cannot be pressed, or a list that a search field filters, for no form sends that. */
function waiting(el: Element): boolean {
  if (isField(el) && (el as HTMLInputElement).type === "search" && !closestOf(el, "form")) return true;
  const scope = belonging(el);
  return !!scope && Array.from(allIn(scope, greyed)).some((b) => checkVisible(b));
}

/** Typed is what settled tells of a text. */
export type Typed = Pick<Seen, "held" | "wants">;

/** typed says what became of the text; followed, that the page changed elsewhere. */
export function typed(followed: boolean): Typed {
  const t = now;
  const out: Typed = {};
  if (t && length) {
    const text = holds(t.el);
    if (isField(t.el) ? text.length !== t.base + length : text === t.before && !followed) out.held = quote(text);
    if (!followed && t.el.contains(activeElement())) {
      if (kept()) out.wants = "text";
      else if (!out.held && waiting(t.el)) out.wants = "Shift";
    }
  }
  typing(null);
  return out;
}
