/** Lines of a region: its pieces by their baselines, cut where there is a gap that no space between words is. */
import { line as clean } from "../common/plain-text";
import type { Item } from "./items";

/** Cell is what stands together on a line. */
export interface Cell {
  s: string;
  x0: number;
  x1: number;
  items: Item[];
}

/** Line is what has one baseline. */
export interface Line {
  y: number;
  size: number;
  cells: Cell[];
}

/** A gap this wide, in sizes of the font, may be one between cells. */
const wide = 0.5;
/** A gap this wide is no space between words. */
const plain = 1.2;

/** What stands before a point of a list. */
const mark = /^\s*(?:[•◦▪‣●○■□–·∙*-]|\(?(?:\d{1,3}|[A-Za-z])[.)])\s*$/;
/** Points that lead from a word to the number of its page. */
const leaders = /(?: ?\.){4,}/;

/** linesOf are the lines from top to bottom. */
export function linesOf(items: Item[]): Line[] {
  const sorted = [...items].sort((a, b) => a.y - b.y || a.x - b.x);
  const groups: Item[][] = [];
  for (const item of sorted) {
    const last = groups[groups.length - 1];
    const head = last?.[0];
    if (head && item.y - head.y <= 0.35 * Math.max(item.size, head.size)) last.push(item);
    else groups.push([item]);
  }
  return raised(groups).map(lineOf).filter((l) => l.cells.length);
}

/** raised puts what stands a little higher or lower, and is smaller, to the line that it touches. */
function raised(groups: Item[][]): Item[][] {
  const size = (g: Item[]): number => Math.max(...g.map((i) => i.size));
  const touches = (i: Item, h: Item[]): boolean => h.some((j) => i.x < j.x + j.w + 0.4 * j.size && i.x + i.w > j.x - 0.4 * j.size);
  const of = (g: Item[]): Item[] | undefined => groups.find((h) => h !== g && size(g) < 0.9 * size(h) && Math.abs(h[0]!.y - g[0]!.y) < 0.65 * size(h) && g.every((i) => touches(i, h)));
  const homes = groups.map(of);
  groups.forEach((g, i) => homes[i]?.push(...g));
  return groups.filter((_, i) => !homes[i]);
}

function lineOf(items: Item[]): Line {
  items.sort((a, b) => a.x - b.x);
  const chars = (of: Item[]): number => of.reduce((n, i) => n + i.s.length, 0);
  // The largest size with a good part of the line is its size: a note's sign is not.
  const main = items.reduce((a, b) => (b.size > a.size && b.s.length * 4 >= chars(items) ? b : a));
  const cells: Item[][] = [];
  let end = -Infinity;
  let before: Item | undefined;
  for (const item of items) {
    if (before && item.s === before.s && Math.abs(item.x - before.x) < 0.2 * item.size) continue; // drawn twice, to look bold
    const last = cells[cells.length - 1];
    const gap = item.x - end;
    const near = Math.max(item.size, before?.size ?? 0);
    if (last && (gap < wide * near || (cells.length === 1 && last.length === 1 && gap < 3 * near && mark.test(last[0]!.s)))) last.push(item);
    else cells.push([item]);
    end = Math.max(end, item.x + item.w);
    before = item;
  }
  if (items.some((i) => leaders.test(i.s)) || spread(cells)) cells.splice(0, cells.length, cells.flat());
  return { y: main.y, size: main.size, cells: cells.map(cellOf).filter((c) => c.s) };
}

/** spread reports whether the words of a line were moved apart to fill it. */
function spread(cells: Item[][]): boolean {
  const gaps = cells.slice(1).map((c, i) => c[0]!.x - Math.max(...cells[i]!.map((p) => p.x + p.w)));
  return gaps.length > 2 && Math.max(...gaps) - Math.min(...gaps) < 0.15 * Math.max(...gaps);
}

function cellOf(items: Item[]): Cell {
  const rtl = items.filter((i) => i.rtl).length * 2 > items.length;
  const x0 = items[0]!.x;
  const x1 = Math.max(...items.map((i) => i.x + i.w));
  let s = "";
  let link = "";
  const order = rtl ? [...items].reverse() : items;
  order.forEach((item, n) => {
    const prev = order[n - 1];
    if (item.href !== prev?.href && link) s = closed(s, link);
    if (prev) {
      const gap = rtl ? prev.x - (item.x + item.w) : item.x - (prev.x + prev.w);
      if (gap > 0.12 * Math.min(item.size, prev.size) || /\s$/.test(prev.s) || /^\s/.test(item.s)) s += " ";
    }
    if (item.href && item.href !== prev?.href) s += "[";
    link = item.href ?? "";
    s += item.s.trim();
  });
  if (link) s = closed(s, link);
  return { s: clean(s).replace(new RegExp(leaders, "g"), " …"), x0, x1, items };
}

const closed = (s: string, url: string): string => `${s.trimEnd()}](${url})`;

/** gaping reports whether there is a gap in a line that no space between words makes. */
export function gaping(l: Line): boolean {
  return l.cells.some((c, i) => i > 0 && c.x0 - l.cells[i - 1]!.x1 > plain * l.size);
}

/** textOf is a line's text. */
export function textOf(l: Line): string {
  return l.cells.map((c) => c.s).join(" ");
}
