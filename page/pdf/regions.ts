/** What is read before what: a page's columns one after the other, its tables for themselves. */
import type { Item } from "./items";
import { linesOf, type Cell, type Line } from "./lines";

/** Region is lines that are read together: a table's, or text. */
export interface Region {
  lines: Line[];
  /** between has the middles of the gaps between a table's columns, none for text. */
  between: number[];
}

/** Gap is white space from top to bottom of some lines. */
interface Gap {
  from: number;
  to: number;
}

/** So many lines on both sides make columns of text. */
const fewest = 4;
/** A cell of a table is mostly shorter, a line of a column longer. */
const long = 30;

/** regionsOf are the regions of these pieces in the order in which they are read. */
export function regionsOf(items: Item[], depth = 0): Region[] {
  const lines = linesOf(items);
  const out: Region[] = [];
  let text: Line[] = [];
  const flush = (): void => {
    if (text.length) out.push({ lines: text, between: [] });
    text = [];
  };
  for (let i = 0; i < lines.length; ) {
    const run = together(lines, i);
    const part = lines.slice(i, run.end);
    if (run.end > i + 1 && depth < 4 && columns(part, run.gaps[0]!)) {
      const at = middle(run.gaps[0]!);
      // A column that begins higher than the others began as text.
      for (let l; (l = text[text.length - 1]) && part[0]!.y - l.y < 3 * l.size && l.cells.every((c) => c.x0 > at || c.x1 < at) && Math.abs(l.size - part[0]!.size) < 0.1 * l.size; ) part.unshift(text.pop()!);
      flush();
      const all = part.flatMap((l) => l.cells.flatMap((c) => c.items));
      out.push(...regionsOf(all.filter((p) => p.x < at), depth + 1), ...regionsOf(all.filter((p) => p.x >= at), depth + 1));
      i = run.end;
    } else if (run.end > i + 1 && tabular(part, run.gaps)) {
      flush();
      out.push({ lines: part, between: run.gaps.map(middle).sort((a, b) => a - b) });
      i = run.end;
    } else text.push(lines[i++]!);
  }
  flush();
  return out;
}

const middle = (g: Gap): number => (g.from + g.to) / 2;

/** together is how many lines from there on have gaps in common, and which. */
function together(lines: Line[], from: number): { end: number; gaps: Gap[] } {
  let gaps = between(lines[from]!).slice(1, -1);
  let run = { end: from + 1, gaps }; // up to the last line with something on both sides of a gap
  for (let i = from + 1; i < lines.length && gaps.length; i++) {
    const l = lines[i]!;
    if (l.y - lines[i - 1]!.y > 3.2 * Math.max(l.size, lines[i - 1]!.size)) break;
    gaps = common(gaps, between(l), l.size);
    if (!gaps.length || (i - from > 2 && gaps.length * 2 <= run.gaps.length)) break;
    if (l.cells.length > 1 || (run.end === i && gaps.length === run.gaps.length && continues(l, lines.slice(from, i)))) run = { end: i + 1, gaps };
  }
  return run;
}

/** between is the white space of a line, before and behind it too. */
function between(l: Line): Gap[] {
  return [...l.cells.map((c, i) => ({ from: l.cells[i - 1]?.x1 ?? -Infinity, to: c.x0 })), { from: l.cells[l.cells.length - 1]!.x1, to: Infinity }];
}

/** continues reports whether a line stands below a cell of others that is not their first. */
function continues(l: Line, others: Line[]): boolean {
  const [c, ...more] = l.cells;
  const near = (b: Cell): boolean => Math.abs(b.x0 - c!.x0) < l.size || Math.abs(b.x1 - c!.x1) < 0.3 * l.size;
  const firsts = others.filter((o) => o.cells.length > 1).map((o) => o.cells[0]!);
  return !more.length && Math.abs(l.size - others[0]!.size) < 0.1 * l.size && others.some((o) => o.cells.some((b) => !firsts.includes(b) && near(b))) && !firsts.some(near);
}

/** common is where both have a gap that is wide enough. */
function common(a: Gap[], b: Gap[], size: number): Gap[] {
  const out: Gap[] = [];
  for (const p of a) for (const q of b) {
    const g = { from: Math.max(p.from, q.from), to: Math.min(p.to, q.to) };
    if (g.to - g.from >= 0.4 * size) out.push(g);
  }
  return out;
}

/** columns reports whether text runs down on both sides of a gap. */
function columns(lines: Line[], gap: Gap): boolean {
  if (gap.to - gap.from < 0.8 * lines[0]!.size) return false;
  const at = middle(gap);
  const sides = [true, false].map((left) => lines.map((l) => l.cells.filter((c) => c.x0 < at === left).map((c) => c.s).join(" ")).filter(Boolean));
  return sides.every((s) => s.length >= fewest && s.filter((t) => t.length >= long).length * 2 >= s.length);
}

/** tabular reports whether lines are rows: with cells below one another, in at least two rows of three cells or three of two. */
function tabular(lines: Line[], gaps: Gap[]): boolean {
  const full = lines.filter((l) => l.cells.length > 1);
  if (full.length * 2 < lines.length || lines.length < 2) return false;
  return full.length >= (gaps.length > 1 ? 2 : 3) && gaps.every((g) => aligned(lines, g));
}

/** aligned reports whether most of what stands behind a gap begins, ends or has its middle at one place: words that happen to stand below a space do not. */
function aligned(lines: Line[], gap: Gap): boolean {
  const cells = lines.flatMap((l) => l.cells.find((c) => c.x0 >= gap.to - 0.01) ?? []);
  const near = lines[0]!.size * 0.3;
  const same = (of: (c: Cell) => number): boolean => cells.some((a) => cells.filter((b) => Math.abs(of(a) - of(b)) < near).length >= Math.max(2, cells.length * 0.6));
  return same((c) => c.x0) || same((c) => c.x1) || same((c) => (c.x0 + c.x1) / 2);
}
