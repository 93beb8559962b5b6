/**
 * What becomes of a text that is typed: whether it came into its field, and
 * whether the page took notice of it. Some pages heed keys only.
 */
import { allIn, bodyOf, checkVisible, closestOf, documentOf, queryAll, selectionIn, tagOf, textOf, viewOf } from "../dom/native";
import { activeElement, flatParent } from "../dom/tree";
import type { Seen } from "../common/engine.gen";
import { quote } from "../naming/registry";
import { filledOf } from "../naming/secrets";

interface Typing {
  el: Element;
  /** The element's text before, and how much of that was selected. */
  before: string;
  chosen: number;
  /** Its text when it was looked at last. */
  seen: string;
  /** The events by which the browser has offered the text to the page. */
  offers: Event[];
  off: () => void;
}

let now: Typing | null = null;
/** What is typed, "" where the present watch is of something else. */
let text = "";
/** What fields are to hold. */
const intended = new WeakMap<Element, string>();

const offered = ["beforeinput", "textInput"];

const isField = (el: Element): boolean => tagOf(el) === "input" || tagOf(el) === "textarea";

const holds = (el: Element): string => (isField(el) ? (el as HTMLInputElement).value : textOf(el));

/** holding says what a text field holds, of a secret one how much. */
export function holding(el: Element): string {
  const filled = filledOf(el);
  return filled ? `(filled, ${filled})` : quote(holds(el));
}

/** plain is a text as el keeps it: a field of one line has no line breaks, and an editor sets white space as it likes. */
const plain = (el: Element, s: string): string => (isField(el) ? s.replace(/\r\n?|\n/g, tagOf(el) === "textarea" ? "\n" : " ") : s.replace(/[\s\u200b]+/g, ""));

/** intend remembers what a field is to hold. */
export function intend(el: Element, s: string): void {
  intended.set(el, s);
}

/** differs reports whether el holds something else than was intended. value is what a field without a text holds. */
export function differs(el: Element, value?: string): boolean {
  const s = intended.get(el);
  return s !== undefined && (value === undefined ? plain(el, holds(el)) !== plain(el, s) : value !== s);
}

/** typing remembers where the next watch's text goes; null where nothing is to be told of that: its content is the page's own. */
export function typing(el: Element | null): void {
  now?.off();
  now = null;
  if (!el) return void (text = "");
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
  now = { el, before, chosen, seen: before, offers, off };
}

/** expectText says which text the present watch is about. */
export function expectText(s: string): void {
  text = s;
}

/** expects reports whether a text is typed. */
export const expects = (): boolean => !!now && !!text;

/** stirs reports whether a field has another text than when that was asked last. */
export function stirs(): boolean {
  return expects() && now!.seen !== (now!.seen = holds(now!.el));
}

/** inField reports whether a change is of the text that is typed into, as opposed to what a page makes of it. */
export function inField(m: MutationRecord): boolean {
  return !!now && m.type !== "attributes" && now.el.contains(m.target);
}

/** kept reports whether the page kept the text out of the field, which is as it was. A page that draws what it shows may have taken it all the same. */
export function kept(): boolean {
  return expects() && now!.offers.some((e) => e.defaultPrevented) && holds(now!.el) === now!.before && queryAll(documentOf(now!.el), "canvas").length === 0;
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

/** asTyped reports whether the text stands in what was there before, in the place of what was selected; of an editor, that it is there, or that the page has put it elsewhere. */
function asTyped({ el, before, chosen }: Typing, followed: boolean): boolean {
  const [now, was, s] = [holds(el), before, text].map((v) => plain(el, v)) as [string, string, string];
  if (!isField(el)) return !s || (now === was ? followed && plain(el, textOf(bodyOf(documentOf(el))!)).includes(s) : now.includes(s));
  for (let at = -1; (at = now.indexOf(s, at + 1)) >= 0; )
    if (now.length === was.length - chosen + s.length && was.startsWith(now.slice(0, at)) && was.endsWith(now.slice(at + s.length))) return true;
  return false;
}

/** typed says what became of the text; followed, that the page changed elsewhere, there, that it matters only where the focus is still in the field. */
export function typed(followed: boolean, there: boolean): Typed {
  const t = now;
  const out: Typed = {};
  if (t && text) {
    const inside = t.el.contains(activeElement());
    const wrong = (inside || !there) && !asTyped(t, followed);
    if (wrong || (inside && t.before && isField(t.el))) out.held = holding(t.el);
    if (!followed && inside) {
      if (kept()) out.wants = "text";
      else if (!wrong && waiting(t.el)) out.wants = "Shift";
    }
  }
  typing(null);
  return out;
}
