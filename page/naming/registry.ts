/**
 * References to elements. The registry is the only owner of which uid means
 * which element; it lives as long as the document. A uid is never given twice.
 */
import { queryAll, tagOf, topOf } from "../dom/native";
import { alive, eachRoot } from "../dom/tree";
import { line } from "../common/plain-text";
import type { Target } from "../common/engine.gen";
import { Fault } from "../common/fault";
import { begin } from "../common/memo";
import { nameOf } from "./names";
import { pick } from "./pick";
import { actRole } from "./roles";
import { kept, rowOf, type Row } from "./rows";
import { scopeOf } from "../dom/scope";
import { rendered } from "../dom/visibility";

/** Look is what an element was when its uid was given. */
interface Entry {
  ref: WeakRef<Element>;
  role: string;
  name: string;
  row: Row;
}

const entries = new Map<number, Entry>();
const numbers = new WeakMap<Element, number>();
let free = 0;

/** startAt moves the first free number up to base. */
export function startAt(base: number): void {
  if (base > free) free = base;
}

/** next is the first number that is still free. */
export function next(): number {
  return free;
}

/** register gives el its uid, the one it has if it has one, and notes its look. */
export function register(el: Element, role: string, name: string): number {
  let n = numbers.get(el);
  if (n === undefined) {
    n = free++;
    numbers.set(el, n);
  }
  const e = entries.get(n);
  if (!e) entries.set(n, { ref: new WeakRef(el), role, name, row: rowOf(el, name) });
  else {
    e.role = role;
    e.name = name;
    e.row = rowOf(el, name);
  }
  return n;
}

/** uidOf returns el's uid, "" when it has none or no longer looks as it did. */
export function uidOf(el: Element): string {
  const n = numbers.get(el);
  const e = n === undefined ? undefined : entries.get(n);
  return e && same(el, e) ? "e" + n : "";
}

/** elementAt returns the element of a number without checking its look. */
export function elementAt(n: number): Element | null {
  return entries.get(n)?.ref.deref() ?? null;
}

/** lookOf returns the role and name that the uid was given for. */
export function lookOf(el: Element): { role: string; name: string } | null {
  const n = numbers.get(el);
  return n === undefined ? null : (entries.get(n) ?? null);
}

export type { Target };

/** resolve returns the element that a uid or a selector means now. */
export function resolve(t: Target): Element {
  begin();
  startAt(t.base ?? 0);
  if (t.uid) return byUID(t.uid);
  if (!t.selector) throw new Fault("invalid_action", "Neither uid nor selector was given; give exactly one.");
  const el = bySelector(t.selector, rendered, t.within);
  if (!el) throw new Fault("element_not_found", "Nothing on the page matches the selector; extract and use a uid, or correct the selector.");
  return el;
}

const anew = "extract again and use a uid from the new result.";

/** isUID reports whether a text has the form of a uid. */
export function isUID(s: string): boolean {
  return /^e\d{1,12}$/.test(s);
}

function byUID(uid: string): Element {
  const e = isUID(uid) ? entries.get(Number(uid.slice(1))) : undefined;
  if (!e) throw new Fault("element_stale", `${safe(uid)} is not known in this document; ${anew}`);
  const el = e.ref.deref();
  if (el && !alive(el)) throw new Fault("element_stale", `The document of ${uid} is gone; ${anew}`);
  if (!el?.isConnected) {
    const near = candidates(e);
    const hint = near.length ? "Near candidates: " + near.join(", ") + "." : "Nothing like it is there; extract again.";
    throw new Fault("element_not_found", `${uid} has left the page. ${hint}`);
  }
  if (!same(el, e)) throw new Fault("element_stale", `${uid} has become something else since it was given; ${anew}`);
  return el;
}

function safe(uid: string): string {
  return /^[\w-]{1,16}$/.test(uid) ? uid : "The uid";
}

/** same reports whether el is what its uid was given for. Its role may be another one where a name or texts tell that it is. */
function same(el: Element, e: Entry): boolean {
  const role = actRole(el);
  return (role === e.role || e.name !== "" || e.row.own.length > 0) && [role, e.role].some((r) => nameOf(el, r) === e.name) && kept(el, e.name, e.row);
}

/** bySelector is the first match that ok accepts, else the first; null for none. */
export function bySelector(selector: string, ok: (el: Element) => boolean, within?: boolean): Element | null {
  let first: Element | null = null;
  let best: Element | null = null;
  try {
    const look = (root: Document | ShadowRoot): boolean => {
      for (const el of queryAll(root, selector)) {
        first ??= el;
        if (ok(el)) {
          best = el;
          return true;
        }
      }
      return false;
    };
    // The document comes first; shadow roots and frames only when it has no match.
    const top = scopeOf(within);
    if (!look(top) && !first) eachRoot(look, top);
  } catch (e) {
    if ((e as Error).name === "SyntaxError") throw new Fault("invalid_action", "The selector is not valid CSS; correct it.");
    throw e;
  }
  return best ?? first;
}

/** Of what is new on the page, so many elements are compared with a lost one. */
const maxNew = 1000;

/**
 * candidates lists up to six living elements that resemble a lost one, those
 * too that came after the last extract, as when a framework renders anew; they
 * have no uid yet.
 */
function candidates(lost: Entry): string[] {
  const scored: { n: number; score: number; text: string }[] = [];
  const words = new Set(lost.name.toLowerCase().split(/\W+/).filter(Boolean));
  const weigh = (n: number, uid: string, role: string, name: string): void => {
    let score = role === lost.role ? 1 : 0;
    if (name === lost.name && name) score += 3;
    else for (const w of name.toLowerCase().split(/\W+/)) if (words.has(w)) score += 2 / words.size;
    if (score > 1) scored.push({ n, score, text: `${uid} ${role} ${quote(name)}` });
  };
  for (const [n, e] of entries) {
    if (e === lost) continue;
    const el = e.ref.deref();
    if (el?.isConnected && alive(el) && rendered(el)) weigh(n, "e" + n, e.role, e.name);
  }
  const fresh = pick(topOf(document)).filter((p) => !numbers.has(p.el));
  for (const p of fresh.slice(0, maxNew)) weigh(free, "(new, extract for its uid)", p.role, nameOf(p.el, p.role));
  scored.sort((a, b) => b.score - a.score || b.n - a.n);
  return scored.slice(0, 6).map((s) => s.text);
}

/** pointOut is el for a message of ours: its role, its name or its text, or else the text given, and its uid. */
export function pointOut(el: Element, text = ""): string {
  const role = actRole(el);
  const name = nameOf(el, role);
  const said = name || line((el as HTMLElement).innerText ?? "") || text;
  return `${role} ${said ? quote(said) : `<${tagOf(el)}>`} (e${register(el, role, name)})`;
}

/** quote marks page text inside a message of ours: on one line, in quotes, at most 60 characters. */
export function quote(s: string): string {
  const t = line(s).replace(/["`]/g, "'");
  return '"' + (t.length > 60 ? t.slice(0, 59) + "…" : t) + '"';
}

