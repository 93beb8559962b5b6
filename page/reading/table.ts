/** Tables in Markdown, with spans resolved, one line a row. */
import { findIn, parentOf, tagOf } from "../dom/native";
import { brief } from "../common/plain-text";
import { bare } from "./refs";
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

/** grid lays the cells out in columns: one that spans several places stands in each, but one that is alone in its row. */
function grid(rows: Part[], cell: (p: Part) => string): string[][] {
  const carry: { left: number; said: string }[] = [];
  return rows.map((row) => {
    const line: string[] = [];
    let col = 0;
    const skip = (): void => {
      for (let c; (c = carry[col]) && c.left > 0; c.left--) line[col++] = c.said;
    };
    const cells = cellsOf(row);
    for (const c of cells) {
      skip();
      const cols = span(c, "colspan", 50);
      const down = span(c, "rowspan", 1000);
      const said = cell(c);
      const again = brief(bare(said), maxAgain);
      const alone = cells.length === 1 && col === 0;
      for (let i = 0; i < cols; i++) {
        line[col] = i === 0 ? said : alone ? "" : again;
        carry[col++] = { left: down - 1, said: again };
      }
    }
    skip();
    return line;
  });
}

/** So many characters of a cell stand in the further places that it spans. */
const maxAgain = 60;

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
  const all = grid(rows, (p) => oneLine(inline(p)));
  const lines = all.filter((l) => l.some((s) => s));
  if (!lines.length) return "";
  const width = Math.max(...lines.map((l) => l.length));
  // Columns that are empty from top to bottom carry nothing.
  const cols = Array.from({ length: width }, (_, i) => i).filter((i) => lines.some((l) => l[i]));
  const render = (l: string[]): string => "|" + cols.map((i) => l[i] ?? "").join("|") + "|";
  const heads = rows.filter((r, i) => all[i]!.some((s) => s) && parentOf(r.el!) && tagOf(parentOf(r.el!) as Element) === "thead").length || 1;
  const out = lines.map(render);
  out.splice(heads, 0, "|" + cols.map(() => "-").join("|") + "|");
  return out.join("\n");
}
