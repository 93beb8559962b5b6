/**
 * Filling one field of a form: what it takes is decided here. What a press or
 * a key does is left to the core, whose input the page trusts; only a native
 * select, whose list the browser draws itself, is set from here.
 */
import { attr, documentOf, idOf, scrollerOf, tagOf } from "../dom/native";
import { areaOf } from "../naming/landmarks";
import { activeElement, contains, flatParent } from "../dom/tree";
import type { Field, FieldKind, FieldValue, Located } from "../common/engine.gen";
import { Fault } from "../common/fault";
import { frame, sleep, turn } from "../common/animation-frames";
import { begin } from "../common/memo";
import { called } from "../naming/hint";
import { canScroll, scrollable } from "./scroll";
import { closest } from "../naming/options";
import { editable, focus, selectAll } from "./focus";
import { refuseDisabled, refuseHidden } from "../guarding/refuse";
import { keepsOwn, takesText } from "../naming/text-fields";
import { nameOf, valueOf } from "../naming/names";
import { fold } from "../reading/query";
import { pick as picked } from "../naming/pick";
import { next, register, resolve, type Target } from "../naming/registry";
import { actRole, editingHost, roleOf } from "../naming/roles";
import { filledOf, isSecret } from "../naming/secrets";
import { differs, intend } from "./typed-text";
import { noSize, rendered } from "../dom/visibility";

/** Way is how the core goes on. */
export type Way =
  | { way: "done" }
  /** Press it when on is not what it shall be. */
  | { way: "check"; on: boolean }
  /** It has the focus and all its text is selected. */
  | { way: "text"; type?: string; kind: FieldKind; empty: boolean }
  /** Press it, then ask again. */
  | { way: "open" }
  /** Press these, in this order. */
  | { way: "press"; uids: string[]; next: number };

const switches = new Set(["checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"]);

/** subject is the control that a target means. */
export function subject(t: Target): Element {
  const el = resolve(t);
  const control = tagOf(el) === "label" ? (el as HTMLLabelElement).control : null;
  return control ?? el;
}

/** field looks at a field and does or says what it takes to fill it. */
export function field(args: Field): Way | Promise<Way> {
  const el = subject(args);
  refuseDisabled(el);
  if (tagOf(el) === "select") return choose(el as HTMLSelectElement, args.options ?? [args.value ?? ""]);
  const role = roleOf(el);
  if (switches.has(role)) {
    if (args.options) throw new Fault("invalid_action", "The element has no options; use check for it.");
    intend(el, args.value ?? "");
    return { way: "check", on: on(el) };
  }
  if (args.options || role === "listbox" || (role === "combobox" && !writes(el))) return pick(el, args, args.options ?? [args.value ?? ""]);
  const had = focus(args);
  if (keepsOwn(el)) throw new Fault("invalid_action", "The editor keeps its text to itself: type into it, press Control+a and type again to replace what is there.");
  const empty = selectAll(el);
  intend(editable(el) ?? el, args.value ?? "");
  return { way: "text", empty, kind: had.kind, ...(had.type ? { type: had.type } : {}) };
}

/** writes reports whether a person can write into el, whatever role it claims. */
function writes(el: Element): boolean {
  return tagOf(el) === "input" || tagOf(el) === "textarea" || editingHost(el);
}

function on(el: Element): boolean {
  return tagOf(el) === "input" ? (el as HTMLInputElement).checked : attr(el, "aria-checked") === "true";
}

function clean(s: string): string {
  return s.replace(/\s+/g, " ").trim();
}

/** found is what is meant by a word: a label, else a value, else a label in other case or with other quotes. */
function found<T>(all: T[], w: string, label: (o: T) => string, value: (o: T) => string): T | undefined {
  const word = clean(w);
  return (
    all.find((o) => clean(label(o)) === word) ??
    all.find((o) => value(o) === w) ??
    all.find((o) => fold(clean(label(o))) === fold(word)) // in other case, or as a reading shows it
  );
}

/** match is what is meant by each of the words; seen are the labels of all options, and where they were seen in passing. */
function match<T>(all: T[], wanted: string[], label: (o: T) => string, value: (o: T) => string, seen: Iterable<string> = all.map(label), how = ""): T[] {
  return wanted.map((w) => {
    const o = found(all, w, label, value);
    if (!o) throw new Fault("invalid_action", `One of the options is not in the list${how}${closest([...seen], clean(w))}; extract with the list's selector to see them.`);
    return o;
  });
}

/** shut waits until a list that an option was chosen from is closed; it tells whether it stayed open, and whether Escape would close it and no more. */
export async function shut(args: Target): Promise<{ open: boolean; escape: boolean }> {
  const el = subject(args);
  const stays = (): boolean => attr(el, "aria-expanded") !== "false" && roleOf(el) !== "listbox" && listed(el).length > 0;
  for (const end = performance.now() + closing; stays() && performance.now() < end; await frame(50));
  const open = stays();
  const focused = open ? activeElement() : null;
  return { open, escape: open && areaOf(el) !== "dialog" && !!focused && (contains(el, focused) || listed(el).some((o) => contains(o, focused) || contains(focused, o))) };
}

/** How long a list may take to close, in ms: many fade away. */
const closing = 400;

const tooMany = (): Fault => new Fault("invalid_action", "Exactly one option can be chosen in this list.");

function choose(el: HTMLSelectElement, wanted: string[]): Way {
  refuseHidden(el, "list");
  if (!el.multiple && wanted.length !== 1) throw tooMany();
  const all = Array.from(el.options);
  const chosen = new Set(match(all, wanted, (o) => o.label || o.text, (o) => o.value));
  for (const o of chosen)
    if (o.disabled || (o.parentElement as HTMLOptGroupElement | null)?.disabled) throw new Fault("invalid_action", "One of the options is disabled.");
  intend(el, labels(all.filter((o) => chosen.has(o))));
  if (all.every((o) => o.selected === chosen.has(o))) return { way: "done" };
  el.focus();
  if (el.multiple) for (const o of all) o.selected = chosen.has(o);
  else el.selectedIndex = all.indexOf([...chosen][0]!);
  for (const type of ["input", "change"]) el.dispatchEvent(new Event(type, { bubbles: true, composed: type === "input" }));
  return { way: "done" };
}

/** listed are the options of a list that the page draws itself. */
function listed(el: Element): Element[] {
  const doc = documentOf(el);
  const lists = [el];
  for (const name of ["aria-controls", "aria-owns"]) {
    for (const id of (attr(el, name) ?? "").split(/\s+/)) {
      const list = id ? doc.getElementById(id) : null;
      if (list) lists.push(list);
    }
  }
  if (idOf(el)) lists.push(...Array.from(doc.querySelectorAll("[role=listbox]")).filter((l) => attr(l, "aria-labelledby") === idOf(el)));
  return lists.flatMap((l) => (noSize(l) && rendered(l) ? drawn(l) : Array.from(l.querySelectorAll("[role=option]")))).filter(rendered);
}

/** drawn are the options that a person sees in place of a list for readers of screens: what takes presses beside it. */
function drawn(list: Element): Element[] {
  const around = flatParent(list);
  return around ? picked(around).filter((p) => p.role === "generic" || p.role === "option").map((p) => p.el) : [];
}

/** How long in ms a list that draws a part of its options is looked through. */
const search = 5000;

/** further scrolls a list on until it draws what is wanted, and notes what it draws on the way. It says how far it came. */
async function further(el: Element, wanted: string[], seen: Set<string>): Promise<string> {
  let box: Element | null = listed(el)[0]!;
  while (box && !scrollable(box)) box = flatParent(box);
  if (!box || box === scrollerOf(documentOf(el))) return "";
  box.scrollTop = 0;
  for (let end = performance.now() + search, drew = "", same = 0; ; ) {
    for (let late = 0; late < 6 && !(await frame(50)); late++); // a busy page draws late
    await turn();
    begin();
    const all = listed(el);
    for (const o of all) seen.add(option(o));
    const there = wanted.map((w) => found(all, w, option, valueIn));
    if (there.every(Boolean)) {
      // In view it is drawn anew once more, and then stays.
      there[0]!.scrollIntoView({ block: "nearest", behavior: "instant" });
      await frame(50);
      await turn();
      begin();
      return "";
    }
    if (performance.now() > end) return `, of which only ${seen.size} were seen in time`;
    same = drew === (drew = `${all.length} ${all.length && option(all.at(-1)!)}`) ? same + 1 : 0;
    if (same > 1 && !canScroll(box, true)) return `, of which ${seen.size} were seen`;
    if (same === 1 || !canScroll(box, true)) await sleep(150); // more may be drawn yet, or load at the end
    else if (same) {
      box.scrollTop = box.scrollHeight;
      same = 0;
    }
    else box.scrollTop += box.clientHeight * 0.8;
  }
}

const option = (o: Element): string => nameOf(o, "option");
const valueIn = (o: Element): string => attr(o, "data-value") ?? attr(o, "value") ?? "";

async function pick(el: Element, args: Field, wanted: string[]): Promise<Way> {
  let all = listed(el);
  if (!all.length) {
    if (args.opened) throw new Fault("invalid_action", "No list of options came; click the element, extract, and click the option.");
    return { way: "open" };
  }
  const seen = new Set(all.map(option));
  const how = wanted.every((w) => found(all, w, option, valueIn)) ? "" : await further(el, wanted, seen);
  all = listed(el);
  const chosen = new Set(match(all, wanted, option, valueIn, seen, how));
  const many = all[0]!.closest("[aria-multiselectable=true]") !== null;
  if (!many && wanted.length !== 1) throw tooMany();
  const press = all.filter((o) => (many ? (attr(o, "aria-selected") === "true") !== chosen.has(o) : chosen.has(o) && (args.opened || attr(o, "aria-selected") !== "true")));
  return { way: "press", uids: press.map((o) => "e" + register(o, actRole(o), nameOf(o, actRole(o)))), next: next() };
}

/** labels are how options are called, in the list's order. */
const labels = (all: Iterable<HTMLOptionElement>): string => Array.from(all, (o) => clean(o.label || o.text)).join(", ");

/** held reads a field back, and tells whether that is what it was given. */
export function held(args: Target): Omit<FieldValue, keyof Located> {
  const asked = subject(args);
  const role = roleOf(asked);
  const el = switches.has(role) ? asked : (editable(asked) ?? asked);
  const name = called(asked, role, nameOf(asked, role));
  const value = shows(asked, el, role);
  const filled = filledOf(el);
  return { name, value: value.slice(0, 1000), filled, differs: differs(el, takesText(el) ? undefined : value) };
}

/** shows is what a field holds, as a person reads it; "" of a secret one. */
function shows(asked: Element, el: Element, role: string): string {
  if (switches.has(role)) return String(on(el));
  if (isSecret(el)) return "";
  if (tagOf(el) === "select") return labels((el as HTMLSelectElement).selectedOptions);
  const chosen = role === "listbox" || role === "combobox" ? listed(asked).filter((o) => attr(o, "aria-selected") === "true") : [];
  if (chosen.length) return chosen.map(option).join(", ");
  if (tagOf(el) === "input" || tagOf(el) === "textarea") return (el as HTMLInputElement).value;
  return valueOf(el, role) ?? clean((el as HTMLElement).innerText ?? "");
}
