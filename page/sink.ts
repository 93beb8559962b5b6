/**
 * What core/internal/sink judges a press by, asked for only where the person wants to
 * know before something is paid, sent or deleted. Texts are the page's: the core
 * compares them with its words and shows them to the person as text.
 */
import { activeElement, flatParent } from "./dom";
import { line } from "./plain-text";
import type { Facts as Told } from "./engine.gen";
import { labelsOf } from "./name-refs";
import { nameOf } from "./names";
import { allIn, attr, closestOf, findIn, matchesOf, tagOf, topOf } from "./native";
import { roleOf } from "./roles";

/** Facts is core/internal/sink's type of that name, which says what they mean. */
export interface Facts extends Told {
  control: "button" | "link" | "choice" | "text" | "frame" | "";
}

const choices = new Set(["checkbox", "radio", "switch", "option", "menuitemcheckbox", "menuitemradio", "tab", "combobox", "listbox", "slider", "spinbutton", "scrollbar", "ColorWell", "Date", "DateTime", "InputTime"]);
const texts = new Set(["textbox", "searchbox"]);
const buttons = new Set(["button", "menuitem", "treeitem"]);
const dialogs = "dialog,[role=dialog],[role=alertdialog],[aria-modal=true]";
const card = /card.?(num|no\b)|cc.?num|cvc|cvv|iban|account.?num|routing/i;
const money = /[$€£¥₹₩₽₺₴฿]\s?\d|\d\s?([$€£¥₹₩₽₺₴฿]|zł|kr\b|eur\b|usd\b|chf\b|gbp\b|円|元|원)/i;
const asks = /^(q|query|search|s|term|keywords?|filter)$/i;

/** words is a text as the core compares it: lower case, words of letters and digits, single spaces. */
function words(text: string): string {
  return text.slice(0, 2000).normalize("NFKC").replace(/\p{Cf}/gu, "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim().slice(0, 400);
}

/** kindOf says what a press on el is, "" when el takes none by itself. */
function kindOf(el: Element): Facts["control"] {
  const tag = tagOf(el);
  if (/^(iframe|frame|embed|object)$/.test(tag)) return "frame";
  const role = roleOf(el);
  if (texts.has(role) || (el as HTMLElement).isContentEditable === true) return "text";
  if (choices.has(role) || tag === "select") return "choice";
  if (buttons.has(role)) return "button";
  return role === "link" ? "link" : "";
}

/** controlOf is what takes a press at el: it, what is around it, or what its label stands for. */
function controlOf(el: Element): [Element, Facts["control"]] {
  for (let e: Element | null = el, n = 0; e && n < 12; e = flatParent(e), n++) {
    const target: Element = tagOf(e) === "label" ? ((e as HTMLLabelElement).control ?? e) : e;
    const kind = kindOf(target);
    if (kind) return [target, kind];
  }
  return [el, ""];
}

/** shown is an element's text; a form may have a field of the property's name. */
function shown(el: Element): string {
  const text: unknown = (el as HTMLElement).innerText;
  return typeof text === "string" ? text : "";
}

function around(el: Element): string {
  for (let e: Element | null = el; e; e = flatParent(e)) if (matchesOf(e, dialogs)) return words(shown(e));
  return "";
}

/** nearby is the innermost box around el that has a field in it, null when only the page as a whole has one. */
function nearby(el: Element): Element | null {
  for (let e = flatParent(el); e && !/^(body|html)$/.test(tagOf(e)); e = flatParent(e)) if (findIn(e, "input,textarea")) return e;
  return null;
}

/** fields says what the form of el asks for, or without one what is nearby. */
function fields(el: Element, form: Element | null, out: Facts): void {
  const scope = form ?? nearby(el);
  if (!scope) return;
  let plain = 0;
  let search = !!form && (closestOf(form, "[role=search],search") !== null);
  for (const f of allIn(scope, "input,textarea")) {
    const type = tagOf(f) === "textarea" ? "textarea" : (f as HTMLInputElement).type;
    if (type === "hidden") continue;
    const called = [attr(f, "name"), attr(f, "id"), attr(f, "autocomplete")].join(" ");
    if (/(^|\s)cc-/.test(attr(f, "autocomplete") ?? "") || card.test(called)) out.card = true;
    if (!form) continue;
    if (/^(textarea|password|file|email|tel)$/.test(type)) out.writes = true;
    if (type === "search" || (type === "text" && asks.test(attr(f, "name") ?? ""))) search = true;
    else if (/^(text|url|number|date)$/.test(type)) plain++;
  }
  if (plain > 1) out.writes = true;
  out.search = search && !out.writes && !out.card;
}

/** factsOf tells what a press on el, or a key while it has the focus, would do. */
export function factsOf(el: Element): Facts {
  const [control, kind] = controlOf(el);
  const tag = tagOf(control);
  const role = roleOf(control);
  const text = line(shown(control));
  // What a button says of itself counts before what a label says of it.
  const written = kind === "button" && labelsOf(control, tag).length ? (tag === "input" ? (control as HTMLInputElement).value : text.length < 120 ? text : "") : "";
  const name = written || nameOf(control, role) || (tag === "input" ? (control as HTMLInputElement).value : "") || (text.length < 120 ? text : "");
  const hint = kind === "link" ? "" : ["id", "name", "data-testid", "data-test", "data-action", "data-qa", "formaction"].map((a) => attr(control, a) ?? "").join(" ");
  const form = closestOf(control, "form") ?? (control as HTMLButtonElement).form ?? null;
  const type = tag === "button" || tag === "input" ? (control as HTMLInputElement).type : "";
  const out: Facts = {
    what: line(name || hint || tag).slice(0, 80),
    name: words(name),
    hint: words(hint.replace(/([a-z])([A-Z])/g, "$1 $2")),
    around: kind === "button" || kind === "" ? around(control) : "",
    control: kind,
    submits: !!form && /^(submit|image)$/.test(type),
    post: !!form && (attr(control, "formmethod") ?? attr(form, "method") ?? "").toLowerCase() === "post",
    search: false,
    card: false,
    writes: false,
    price: money.test(name),
  };
  if (kind === "button" || kind === "text" || kind === "") fields(control, form, out);
  if (kind === "text" && role === "searchbox" && !out.card) out.search = true;
  return out;
}

/** focused tells it of what has the focus. */
export function focused(): { sink: Facts } {
  return { sink: factsOf(activeElement() ?? topOf(document)) };
}
