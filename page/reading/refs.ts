/**
 * References in the Markdown: in tables and lists what can be pressed stands with its uid in its place, as `[Edit e7]`.
 * Which elements get uids is known only after the Markdown has been written, so that it has marks at first.
 */
import type { PageElement } from "../../contracts/protocol.gen";
import type { Picked } from "../naming/picked";

/** What is told by its text and its uid: what holds something needs a line of its own. */
const roles = new Set([
  "button", "link", "menuitem", "tab", "option", "treeitem", "generic", "listitem", "image", "cell", "gridcell", "columnheader", "rowheader", "DisclosureTriangle",
]);

/** Refs is what may stand in the Markdown, and where in the list of what was picked. */
export type Refs = ReadonlyMap<Element, number>;

/** refsOf is what of the picked elements may stand in the Markdown. */
export function refsOf(all: Picked[]): Refs {
  const out = new Map<Element, number>();
  all.forEach((p, i) => roles.has(p.role) && out.set(p.el, i));
  return out;
}

/** mark is a text that stands for an element; partly says that it is not all that the element says. */
export const mark = (text: string, n: number, partly = false): string => `\u0003${text}\u0002${partly ? "+" : ""}${n}\u0004`;

/** isMarked reports whether something in s stands for an element. */
export const isMarked = (s: string): boolean => s.includes("\u0002");

const nothing = /\[\u0003\u0002\+?\d+\u0004\]\([^)\s]*\)/g;
const marks = /(\[?)\u0003([^\u0003\u0002]*)\u0002(\+?)(\d+)\u0004(\]?)/g;

/** bare is Markdown without references. */
export function bare(s: string): string {
  return isMarked(s) ? s.replace(nothing, "").replace(marks, "$1$2$5") : s;
}

/** honest is Markdown in which a page has written nothing that looks like a reference. */
export function honest(s: string): string {
  return s.replace(/\b(e\d+)(?=\])/g, "$1 ");
}

/** referred is Markdown with the uids of the elements that are told, by their places in what was picked. */
export function referred(s: string, told: ReadonlyMap<number, PageElement>): string {
  if (!isMarked(s)) return s;
  const at = (n: string): PageElement | undefined => told.get(Number(n));
  return s
    .replace(nothing, (link) => (at(/\d+(?=\u0004)/.exec(link)![0]) ? link : ""))
    .replace(marks, (_, open: string, text: string, partly: string, n: string, close: string) => {
      const item = at(n);
      if (!item) return open + text + close;
      const said = `${(partly && text) || called(text, item.name ?? "", s.startsWith("|"))} ${item.uid}`.trim();
      return open && close ? `[${said}]` : `${open}[${said}]${close}`;
    });
}

/** called is an element's text, its name where that says more, or both where they say other things. */
function called(text: string, name: string, cell: boolean): string {
  const words = (s: string): string => s.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const [t, n] = [words(text), words(name)];
  if (text && t.includes(n)) return text;
  const said = honest(cell ? name.replace(/\|/g, "\\|") : name);
  return n.includes(t) ? said : `${text} (${said})`;
}

/** standing lists the places of what stands in blocks. */
export function standing(blocks: string[]): number[] {
  return blocks.flatMap((b) => (isMarked(b) ? [...b.matchAll(marks)].map((m) => Number(m[4])) : []));
}
