/** A table of lines whose cells stand below one another. */
import type { Cell, Line } from "./lines";

/** tableOf is its Markdown. between has the middles of the gaps that all of its lines have. */
export function tableOf(lines: Line[], between: number[]): string {
  const edges = [...between, Infinity];
  const at = (c: Cell): number => edges.findIndex((e) => c.x0 < e);
  const rows: string[][] = [];
  let before: Line | undefined;
  for (const l of lines) {
    const row = edges.map(() => "");
    for (const c of l.cells) row[at(c)] += (row[at(c)] ? " " : "") + c.s.replaceAll("|", "\\|");
    const last = rows[rows.length - 1];
    if (last && l.y - before!.y < 0.9 * l.size) {
      // Cells of one row stand at several heights, where a cell has several lines.
      row.forEach((s, i) => s && (last[i] += (last[i] ? " " : "") + s));
      before = l;
      continue;
    }
    // A line close below that has not the first cell goes on with the row's cells.
    if (last && before && !row[0] && row.filter(Boolean).length < edges.length && l.y - before.y < 1.45 * l.size && row.every((s, i) => !s || last[i])) row.forEach((s, i) => s && (last[i] += " " + s));
    else rows.push(row);
    before = l;
  }
  const text = (r: string[]): string => `| ${r.join(" | ")} |`;
  return [text(rows[0]!), "|" + edges.map(() => "---|").join(""), ...rows.slice(1).map(text)].join("\n");
}
