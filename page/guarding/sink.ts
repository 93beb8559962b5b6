/**
 * What core/internal/sink judges a press by, asked for only where the person wants to
 * know before something is paid, sent or deleted. Texts are the page's: the core
 * compares them with its words and shows them to the person as text.
 */
import { activeElement, flatParent } from "../dom/tree";
import { line } from "../common/plain-text";
import type { Facts as Told } from "../common/engine.gen";
import { labelsOf } from "../naming/name-refs";
import { nameOf } from "../naming/names";
import { allIn, attr, closestOf, documentOf, findIn, matchesOf, tagOf, topOf } from "../dom/native";
import { roleOf } from "../naming/roles";
import { isPassword, isSecret } from "../naming/secrets";

/** Facts is core/internal/sink's type of that name, which says what they mean. */
export interface Facts extends Told {
  control: "button" | "link" | "choice" | "opens" | "text" | "lines" | "frame" | "";
}

const choices = new Set(["checkbox", "radio", "switch", "option", "menuitemcheckbox", "menuitemradio", "tab", "combobox", "listbox", "slider", "spinbutton", "scrollbar", "ColorWell", "Date", "DateTime", "InputTime"]);
const texts = new Set(["textbox", "searchbox"]);
const buttons = new Set(["button", "menuitem", "treeitem", "DisclosureTriangle"]);
const dialogs = "dialog,[role=dialog],[role=alertdialog],[aria-modal=true]";
const card = /card.?(num|no\b)|cc.?num|cvc|cvv|iban|account.?num|routing/i;
const money = /[$€£¥₹₩₽₺₴฿]\s?\d|\d\s?([$€£¥₹₩₽₺₴฿]|zł|kr\b|eur\b|usd\b|chf\b|gbp\b|円|元|원)/i;
/** What opens something else than a part of the page, and what has its own meaning for what is pressed in it. */
const menus = "[aria-haspopup]:not([aria-haspopup=false]),[popovertarget],[commandfor],[data-bs-toggle=modal],[data-bs-toggle=dropdown],[data-toggle=modal],[data-toggle=dropdown]";
const opens = "[aria-expanded],summary," + menus;
const within = "a[href],[role=link],[role=menu],[role=menubar],[role=combobox],[role=listbox],[role=tablist]";
const cells = "td,th,[role=cell],[role=gridcell],[role=rowheader],[role=columnheader]";
/** What fields are called that say who may do what. */
const rights = /(^|[^a-z])(roles?|permissions?|access|access.?level|privileges?|visibility|is.?(admin|superuser|staff|public))\W*$/i;
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
  for (let e = flatParent(el); e && !/^(body|html)$/.test(tagOf(e)); e = flatParent(e)) if (findIn(e, entries)) return e;
  return null;
}

/** lines reports whether Enter in a text field may be no more than a line, the end of a cell, or an entry of a list. */
function lines(el: Element, named: boolean, form: Element | null): boolean {
  if (closestOf(el, cells) && (!form || tagOf(el) !== "input")) return true;
  if (named && !form && (el as HTMLInputElement).type === "text" && allIn(nearby(el) ?? el, "input,textarea").length < 2) return true;
  return named && (tagOf(el) === "textarea" || (el as HTMLElement).isContentEditable === true || attr(el, "aria-multiline") === "true");
}

const entries = "input:not([type=hidden],[type=submit],[type=button],[type=image],[type=reset]),textarea,select,[contenteditable]:not([contenteditable=false])";

/** entered is what a field holds, as the person reads it, behind what the page had put there, where that is another. */
function entered(f: Element): string {
  const input = f as HTMLInputElement;
  const from = (was: string, is: string): string => (was && was !== is ? was + " → " + is : is);
  const box = (on: boolean): string => (on ? "✓" : "☐");
  const texts = (all: HTMLOptionElement[]): string => all.map((o) => o.text).join(", ");
  if (tagOf(f) === "select") return from(texts([...(f as HTMLSelectElement).options].filter((o) => o.defaultSelected)), texts([...(f as HTMLSelectElement).selectedOptions]));
  if (isSecret(f)) return input.value && "(secret)";
  if (input.type === "file") return [...(input.files ?? [])].map((file) => file.name).join(", ");
  if (input.type === "radio") return input.checked ? "✓" : "";
  if (input.type === "checkbox") return from(box(input.defaultChecked), box(input.checked));
  return /^(input|textarea)$/.test(tagOf(f)) ? from(input.defaultValue, input.value) : shown(f);
}

/** sent lists the fields of scope and what they hold, a line each. */
function sent(scope: Element): string {
  return [...allIn(scope, entries)].slice(0, 24).map((f) => `\n${line(nameOf(f, roleOf(f)) || (attr(f, "name") ?? roleOf(f))).replace(/:/g, "").slice(0, 40)}: ${line(entered(f)).slice(0, 200)}`).join("").slice(0, 2000);
}

/** goes is the origin that a form is sent to, or the whole address of what has none. */
function goes(form: Element, action: string): string {
  const base = documentOf(form).baseURI;
  const url = URL.canParse(action, base) ? new URL(action, base) : null;
  return !url || url.protocol === "javascript:" ? documentOf(form).location.origin : url.origin === "null" ? url.href.slice(0, 100).replace(/\s/g, "") : url.origin;
}

/** fields says what the form of el asks for, or without one what is nearby. */
function fields(el: Element, form: Element | null, action: string | null, out: Facts): void {
  const scope = form ?? nearby(el);
  if (!scope) return;
  let plain = 0;
  let passwords = 0;
  let user = false;
  let purpose = "";
  let search = !!form && (closestOf(form, "[role=search],search") !== null);
  // What is sent as an address, and is not a script's, looks something up.
  const looks = !!form && !out.post && (attr(form, "method")?.toLowerCase() === "get" || (action !== null && !/^\s*(#|javascript:)/i.test(action)));
  for (const f of allIn(scope, "input,textarea,select")) {
    const type = tagOf(f) === "input" ? (f as HTMLInputElement).type : tagOf(f);
    if (type === "hidden") continue;
    const auto = attr(f, "autocomplete") ?? "";
    const called = [attr(f, "name"), attr(f, "id"), auto].join(" ");
    if (/(^|\s)cc-/.test(auto) || card.test(called)) out.card = true;
    if (!form) continue;
    if (isPassword(f)) passwords++;
    user ||= /\b(username|one-time-code)\b/.test(auto);
    if (/\bnew-password\b/.test(auto) || passwords > 1) purpose = "new-password";
    else if (rights.test(attr(f, "name") ?? "")) purpose ||= "permissions";
    if (/^(textarea|password|file|email|tel)$/.test(type)) out.writes = true;
    if (type === "search" || (type === "text" && asks.test(attr(f, "name") ?? ""))) search = true;
    else if (/^(text|url|number|date)$/.test(type)) plain++;
  }
  if (plain > 1 && !looks) out.writes = true;
  out.search = (search || looks) && !out.writes && !out.card;
  if (!purpose && (passwords || user) && plain < 3 && !findIn(scope, "textarea,[type=file]")) purpose = "login";
  out.form = (form ? `${goes(form, action ?? "")} ${purpose}` : "") + sent(scope);
}

/** unfolds reports whether a press on control only shows what is folded, as far as it says. */
function unfolds(control: Element, role: string): boolean {
  if (matchesOf(control, menus) || closestOf(control, within)) return false;
  return role === "DisclosureTriangle" ? attr(control.parentElement!, "open") === null : role === "button" && attr(control, "aria-expanded") === "false";
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
  const form = (control as HTMLButtonElement).form ?? closestOf(control, "form");
  const type = tag === "button" || tag === "input" ? (control as HTMLInputElement).type : "";
  const submits = !!form && /^(submit|image)$/.test(type);
  const own = (a: string): string | null => (submits ? attr(control, "form" + a) : null) ?? (form ? attr(form, a) : null);
  const out: Facts = {
    what: line(name || hint || tag).slice(0, 80),
    name: words(name),
    hint: words(hint.replace(/([a-z])([A-Z])/g, "$1 $2")),
    around: kind === "button" || kind === "" ? around(control) : "",
    control: kind,
    submits,
    post: (own("method") ?? "").toLowerCase() === "post",
    search: false,
    card: false,
    writes: false,
    price: money.test(name),
    unfolds: !submits && type !== "reset" && unfolds(control, role),
    form: "",
  };
  if (kind === "button" || kind === "text" || kind === "") fields(control, form, own("action"), out);
  if (kind === "text" && role === "searchbox" && !out.card) out.search = true;
  if (kind === "text" && lines(control, !!(name || hint.trim()), form)) out.control = "lines";
  if (kind === "button" && (type === "reset" || (matchesOf(control, opens) && !(submits && (out.post || out.card))))) out.control = "opens";
  return out;
}

/** focused tells it of what has the focus. */
export function focused(): { sink: Facts } {
  return { sink: factsOf(activeElement() ?? topOf(document)) };
}
