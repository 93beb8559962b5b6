/** The rows of extract's elements, and what the obstacle classifier asks of them. */
import type { PageElement } from "../../contracts/protocol.gen";
import type { Choice } from "./choose";
import { called } from "../naming/hint";
import { takesText } from "../naming/text-fields";
import { nameOf, stateOf, valueOf } from "../naming/names";
import { above } from "../guarding/cover";
import { contains, flatParent } from "../dom/tree";
import { Memo } from "../common/memo";
import { modal } from "../naming/modal";
import { attr, documentOf, tagOf } from "../dom/native";
import type { Picked } from "../naming/picked";
import { elementAt, register } from "../naming/registry";
import { labelled } from "../naming/roles";
import { offered } from "../naming/options";
import { brief, cut } from "../common/plain-text";
import { because } from "./query";
import { filledOf, isOneTimeCode, isPassword } from "../naming/secrets";
import { hiddenFromAX, noSize, rendered } from "../dom/visibility";

/** Item is one row of extract's elements. */
export type Item = PageElement;

const frames = new WeakMap<Document, string>();
let frameCount = 0;

/** frameName is a short name for a same-origin frame, stable for its document's life. */
export function frameName(doc: Document): string | undefined {
  if (doc === document) return undefined;
  let f = frames.get(doc);
  if (!f) frames.set(doc, (f = "f" + ++frameCount));
  return f;
}

/** describe turns chosen elements into rows, numbered in document order. */
export function describe(list: Choice["list"], asked: string[] = [], whole?: Element): Item[] {
  return list.map((p) => {
    const item = describeOne(p.el, p.role, p.visible, asked, p.el === whole ? maxWhole : maxValue);
    const why = asked.length ? because(p, [item.role, item.name, item.value, item.options].join(), asked) : "";
    if (why) item.name = `${item.name ?? ""} (${brief(why, 80)})`.trim();
    return item;
  });
}

/** So many characters of a value are told, of one with lines, and of that of a field which was asked for. */
const maxValue = 200;
const maxLines = 1000;
const maxWhole = 10_000;

/** describeOne names, numbers and describes one element; of a long list of options it tells those that were asked for. */
export function describeOne(el: Element, role: string, visible: boolean, asked: string[] = [], most = maxValue): Item {
  const tag = tagOf(el);
  const name = nameOf(el, role);
  const item: Item = { uid: "e" + register(el, role, name), role };
  const subject = tag === "label" ? (labelled(el) ?? el) : el;
  const shown = called(el, role, name);
  if (shown) item.name = shown;
  const value = valueOf(subject, role);
  if (value && value !== name) {
    item.value = cut(value, tag === "textarea" ? Math.max(most, maxLines) : most);
    if (item.value !== value) item.length = value.length;
  }
  const filled = value ? "" : filledOf(subject);
  if (filled && takesText(subject)) item.filled = filled;
  const clips = clipped(el);
  if (visible && !clips) item.visible = true;
  const frame = frameName(el.ownerDocument);
  if (frame) item.frame = frame;
  const state = stateOf(subject);
  if (clips) state.unshift("clipped");
  if (el === front.get(documentOf(el), () => modal(documentOf(el)))) state.unshift("modal");
  if (state.length) item.state = state;
  if (role === "treeitem" || role === "heading") {
    const level = Number(attr(el, "aria-level"));
    if (level > 0) item.level = level;
  }
  if (role === "link") {
    let href: unknown = (el as HTMLAnchorElement).href;
    // A link in a drawing has its address as it was written.
    if (href instanceof SVGAnimatedString && URL.canParse(href.baseVal, el.baseURI)) href = new URL(href.baseVal, el.baseURI).href;
    if (typeof href === "string" && /^https?:/.test(href) && href.length <= 500) item.href = href;
  }
  if (role === "combobox") Object.assign(item, offered(subject, asked));
  return item;
}

const front = new Memo<Document, Element | null>();
const shuts = new Memo<Element, boolean>();

/** clipped reports whether a box of no size hides el, and no label shows in its place. */
function clipped(el: Element): boolean {
  return shut(flatParent(el)) && !contains(el, above(el) ?? null) && ![...((el as HTMLInputElement).labels ?? [])].some(rendered);
}

function shut(el: Element | null): boolean {
  return !!el && shuts.get(el, () => noSize(el) || shut(flatParent(el)));
}

/** Signals are what the obstacle classifier asks of the elements. */
export interface Signals {
  /** uids of listed elements in a header, footer, navigation or sidebar. */
  peripheral: string[];
  /** uids of listed fields that hide what is typed. */
  passwords: string[];
  /** uids of listed elements in an open dialog. */
  dialog: string[];
  /** A password field is shown outside the periphery. */
  password?: boolean;
  /** A field for a one-time code is shown. */
  otp?: boolean;
}

/** signals sorts what was listed, and looks at every field, listed or not. */
export function signals(all: Picked[], listed: Item[], choice: Choice): Signals {
  const out: Signals = { peripheral: [], passwords: [], dialog: [] };
  listed.forEach((item, i) => {
    const { el, area } = choice.list[i]!;
    if (isPassword(el)) out.passwords.push(item.uid);
    if (area === "dialog") out.dialog.push(item.uid);
    else if (area && area !== "main") out.peripheral.push(item.uid);
  });
  for (const { el, area } of all) {
    if (tagOf(el) !== "input") continue;
    if ((!area || area === "main" || area === "dialog") && isPassword(el)) out.password = true;
    if (isOneTimeCode(el)) out.otp = true;
  }
  return out;
}

/** stillThere reports whether a numbered element would still be listed. */
export function stillThere(n: number): Element | null {
  const el = elementAt(n);
  return el && el.isConnected && rendered(el) && !hiddenFromAX(el) ? el : null;
}
