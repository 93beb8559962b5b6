/**
 * What tells elements apart that look alike: their own texts where they have no
 * name, and the texts of the row around them. A list may give an element that
 * it has drawn already to another record.
 */
import { allIn, attr, attributed, closestOf, findIn, firstOf, nextElementOf, nextOf, previousElementOf, previousOf, tagOf, textOf, typeOf } from "../dom/native";
import { contains, flatParent, isElement } from "../dom/tree";
import { line } from "../common/plain-text";
import { Memo } from "../common/memo";
import { editingHost } from "./roles";

/** Row is what an element had around it, and in it, when it got its uid. */
export interface Row {
  own: string[];
  /** The row, null where there was none. */
  of: WeakRef<Element> | null;
  texts: string[];
}

const rowTags = new Set(["tr", "li", "article"]);
const rowRoles = new Set(["row", "listitem", "article", "option", "treeitem"]);
const rows = new Memo<Element, Element | null>();
const texts = new Memo<Element, string[]>();
const controls = new Set(["button", "input", "select", "textarea", "script", "style"]);
const controlRoles = new Set(["button", "checkbox", "menuitem"]);
const inline = new Set(["span", "b", "strong", "em", "i", "label", "small", "font"]);
const maxNodes = 400;
// A row is no further out; most pages that have nothing alike are asked about this many boxes.
const maxLevels = 8;

/** rowOf describes the row around el. */
export function rowOf(el: Element, name: string): Row {
  const row = rowAround(el) ?? alike(el);
  return { own: name || editingHost(el) ? [] : ownTexts(el), of: row ? new WeakRef(row) : null, texts: row ? textsOf(row, el) : [] };
}

/** rowText is the first texts of the row, list item or article around el, "" where there is none. */
export function rowText(el: Element): string {
  const row = rowAround(el);
  return row ? textsOf(row, el).join(" ") : "";
}

/** beside is the text on el's line right before it, or after it, "" where there is none. */
export function beside(el: Element, after: boolean): string {
  const step = after ? nextOf : previousOf;
  for (let n = step(el); n; n = step(n)) {
    if (typeOf(n) === 3) {
      const s = line(n.nodeValue!);
      if (s) return s;
    } else if (isElement(n)) return inline.has(tagOf(n)) ? words(n) : "";
  }
  return "";
}

/** words is what el says: scripts in it say nothing. */
const words = (el: Element): string => (findIn(el, "script,style") ? ownTexts(el).join(" ") : line(textOf(el)));

const heads = new Memo<Element, Element[]>();
const cells = ":is(td,th,[role=cell],[role=gridcell],[role=rowheader],[role=columnheader])";

/** column is what the head of a cell's column says, "" where it has none. */
export function column(cell: Element): string {
  const row = closestOf(cell, "tr,[role=row]");
  const grid = row && closestOf(row, "table,[role=grid],[role=treegrid],[role=table]");
  if (!grid) return "";
  const all = heads.get(grid, () => [...allIn(grid, "thead th,[role=columnheader]")]);
  const given = attr(cell, "aria-colindex");
  const at = [...allIn(row, cells)].indexOf(cell);
  const head = given ? all.find((h) => attr(h, "aria-colindex") === given) : all[at];
  return head && head !== cell ? words(head) : "";
}

/** columnOf is what the head of the column says that el stands in, "" where there is none. */
export function columnOf(el: Element): string {
  const cell = closestOf(el, cells);
  return cell ? column(cell) : "";
}

/** kept reports whether el still belongs to what it belonged to. */
export function kept(el: Element, name: string, was: Row): boolean {
  if (!holds(name || editingHost(el) ? [] : ownTexts(el), was.own)) return false;
  if (!was.of) return true;
  const row = was.of.deref();
  return row?.isConnected && contains(row, el) ? holds(textsOf(row, el), was.texts) : holds(rowOf(el, name).texts, was.texts);
}

/** ownTexts is the first texts in el, without those of the controls in it. */
export function ownTexts(el: Element): string[] {
  return texts.get(el, () => read(el, null));
}

// The first text names the record. Of the others, most must hold.
function holds(now: string[], was: string[]): boolean {
  if (!now.length || !was.length) return now.length === was.length;
  return now[0] === was[0] && was.filter((s, i) => now[i] === s).length * 2 >= was.length;
}

/** rowAround is the innermost row, list item or article around el. */
function rowAround(el: Element): Element | null {
  const p = flatParent(el);
  if (!p) return null;
  return rows.get(p, () => {
    if (rowTags.has(tagOf(p))) return p;
    const role = attributed(p) ? attr(p, "role") : null;
    return role && rowRoles.has(role) ? p : rowAround(p);
  });
}

/** alike is the innermost box around el, with a text, whose neighbour is built alike and has such an element, too. */
function alike(el: Element): Element | null {
  const tag = tagOf(el);
  let i = 0;
  for (let p = flatParent(el); p && i < maxLevels; p = flatParent(p), i++) {
    const near = twin(p, nextElementOf(p)) ?? twin(p, previousElementOf(p));
    if (near && findIn(near, tag) && textsOf(p, el).length) return p;
  }
  return null;
}

function twin(el: Element, other: Element | null): Element | null {
  return other && tagOf(other) === tagOf(el) && (attr(other, "class") ?? "") === (attr(el, "class") ?? "") ? other : null;
}

/** textsOf is the first texts of the row around el, without those of its controls. */
function textsOf(row: Element, el: Element): string[] {
  // A link may itself be the text of its row: then the row is read without it.
  return tagOf(el) === "a" ? read(row, el) : ownTexts(row);
}

function read(row: Element, without: Element | null): string[] {
  const out: string[] = [];
  let budget = maxNodes;
  const walk = (n: Node): boolean => {
    for (let c = firstOf(n); c; c = nextOf(c)) {
      if (budget-- < 0) return true;
      if (typeOf(c) === 3) {
        const s = line(c.nodeValue!);
        if (s.length > 1 && out.push(s.slice(0, 60)) === 3) return true;
      } else if (isElement(c) && c !== without && !controls.has(tagOf(c)) && !(attributed(c) && (controlRoles.has(attr(c, "role") ?? "") || editingHost(c))) && walk(c)) return true;
    }
    return false;
  };
  walk(row);
  return out;
}
