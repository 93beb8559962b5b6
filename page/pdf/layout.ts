/** A page of a PDF as Markdown: from where its pieces of text stand. */
import type { Item } from "./items";
import { regionsOf } from "./regions";
import { tableOf } from "./table";
import { textBlocks, type Known } from "./text";

/** blocksOf are the blocks of a page. turns are its pieces: the upright ones, and turned ones. */
export function blocksOf(turns: Item[][], body: number, known: Known): string[] {
  return turns.flatMap((items) =>
    regionsOf(items).flatMap((r) => (r.between.length ? [tableOf(r.lines, r.between)] : textBlocks(r.lines, body, known))),
  );
}

/** bodySize is the size in which most of the text is written. */
export function bodySize(items: Item[]): number {
  const counts = new Map<number, number>();
  for (const i of items) {
    const size = Math.round(i.size * 2) / 2;
    counts.set(size, (counts.get(size) ?? 0) + i.s.length);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] || 10;
}
