/** Tables in Markdown, with spans resolved, one line a row. */
import { findIn } from "./native";
import { said, type Part } from "./content";

/** rowsOf lists the rows of a table part, not those of tables inside it. */
export function rowsOf(table: Part): Part[] {
  const out: Part[] = [];
  const walk = (p: Part): void => {
    for (const k of p.kids) {
      if (isRow(k)) out.push(k);
      else if (k.tag !== "#" && !isTable(k)) walk(k);
    }
  };
  walk(table);
  return out;
}

const role = (p: Part): string | null => said(p, "role");

function isRow(p: Part): boolean {
  if (p.bare) return p.tag === "tr";
  const r = role(p);
  return r === "row" || (p.tag === "tr" && r === null);
}

function isCell(p: Part): boolean {
  if (p.bare) return p.tag === "td" || p.tag === "th";
  const r = role(p);
  return r === "cell" || r === "gridcell" || r === "columnheader" || r === "rowheader" || ((p.tag === "td" || p.tag === "th") && r === null);
}

/** isTable reports whether p is a table of data: not one that only lays out the page. */
export function isTable(p: Part): boolean {
  const r = role(p);
  if (r === "table" || r === "grid" || r === "treegrid") return true;
  return p.tag === "table" && r === null;
}

/** isLayout reports whether a table holds blocks rather than data. */
export function isLayout(p: Part, rows: Part[]): boolean {
  if (rows.every((r) => cellsOf(r).length <= 1)) return true;
  if ((p.el && findIn(p.el, "th,caption,[role=columnheader]"))) return false;
  return (p.el && findIn(p.el, "table,h1,h2,h3,ul,form")) != null;
}

function cellsOf(row: Part): Part[] {
  const out: Part[] = [];
  const walk = (p: Part): void => {
    for (const k of p.kids) {
      if (isCell(k)) out.push(k);
      else if (k.tag !== "#" && !isRow(k)) walk(k);
    }
  };
  walk(row);
  return out;
}

/** grid lays the cells out in columns: a spanned place repeats nothing but stays empty. */
function grid(rows: Part[], cell: (p: Part) => string): string[][] {
  const out: string[][] = [];
  const carry: number[] = [];
  for (const row of rows) {
    const line: string[] = [];
    let col = 0;
    const skip = (): void => {
      while ((carry[col] ?? 0) > 0) {
        carry[col]!--;
        line[col++] = "";
      }
    };
    for (const c of cellsOf(row)) {
      skip();
      const cols = span(c, "colspan", 50);
      const down = span(c, "rowspan", 1000);
      for (let i = 0; i < cols; i++) {
        line[col] = i === 0 ? cell(c) : "";
        if (down > 1) carry[col] = down - 1;
        col++;
      }
    }
    skip();
    if (line.some((s) => s)) out.push(line);
  }
  return out;
}

function span(c: Part, attr: string, max: number): number {
  if (c.bare) return 1;
  const n = Number(said(c, attr) ?? said(c, "aria-" + attr) ?? 1);
  return Number.isInteger(n) && n > 0 ? Math.min(n, max) : 1;
}

function oneLine(s: string): string {
  if (s.includes("\n")) s = s.replace(/\s*\n\s*/g, " ");
  if (s.includes("|")) s = s.replace(/\|/g, "\\|");
  return s.trim();
}

/** table renders rows; inline renders a cell's content on one line. */
export function table(rows: Part[], inline: (p: Part) => string): string {
  const lines = grid(rows, (p) => oneLine(inline(p)));
  if (!lines.length) return "";
  const width = Math.max(...lines.map((l) => l.length));
  // Columns that are empty from top to bottom carry nothing.
  const cols = Array.from({ length: width }, (_, i) => i).filter((i) => lines.some((l) => l[i]));
  const render = (l: string[]): string => "|" + cols.map((i) => l[i] ?? "").join("|") + "|";
  const [head, ...body] = lines as [string[], ...string[][]];
  return [render(head), "|" + cols.map(() => "-").join("|") + "|", ...body.map(render)].join("\n");
}
