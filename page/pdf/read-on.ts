/** Pages one after the other, as many as there is room and time for. */
import { broken, fit, maxMarkdown } from "../reading/fit";
import { bytes } from "../common/plain-text";
import type { Pages } from "./pages";

/** Read is what a reading of a PDF tells. */
export interface Read {
  text: string;
  markdown: string;
  elements: [];
  truncated?: string;
  size?: number;
}

/** readOn is the Markdown from a page and a line of it on. */
export async function readOn(all: Pages, from: number, line: number, until: number, maxTokens = Infinity): Promise<Read> {
  const most = Math.min(maxMarkdown, maxTokens * 4);
  const out: string[] = [];
  const bare: number[] = [];
  let used = 0;
  let skip = line;
  let next = "";
  for (let n = from; n <= all.count && !next; n++) {
    const blocks = await all.blocks(n);
    const whole = [`## Page ${n}`, ...blocks.map(broken)].join("\n\n").split("\n");
    if (skip >= whole.length) {
      skip -= whole.length + 1; // pages have a line between them
      continue;
    }
    if (!blocks.length) bare.push(n);
    const at = Math.max(skip, 0);
    skip = 0;
    const lines = whole.slice(at);
    const page = lines.join("\n");
    const room = most - used;
    if (bytes(page) + 2 <= room) {
      used += bytes(page) + 2;
      out.push(page);
      if (n < all.count && performance.now() > until) next = `p${n}`;
    } else if (!used) {
      const part = fit(lines, room, false, 1);
      out.push(part.s.trimEnd());
      next = part.more ? `p${n - 1}l${at + part.lines}` : n < all.count ? `p${n}` : "";
    } else next = `p${n - 1}`;
  }
  const notes = textless(all, bare, ": take a screenshot");
  if (next) notes.push(`${left(all.count - Number(/\d+/.exec(next)![0]))} of ${all.count} left: go on with after: ${next}, or query for words`);
  if (!out.length) notes.push(`nothing is behind that: there are ${left(all.count)}`);
  return { text: "", markdown: out.join("\n\n"), elements: [], size: used, ...(notes.length ? { truncated: notes.join("; ") } : {}) };
}

/** textless says which pages have nothing to read. */
export function textless(all: Pages, bare: number[], what: string): string[] {
  const broken = bare.filter((n) => all.broken.has(n));
  const rest = bare.filter((n) => !all.broken.has(n));
  const notes: string[] = [];
  if (rest.length === all.count) notes.push(`no page has text, they are pictures such as scans, or empty${what}`);
  else if (rest.length) notes.push(`no text: page ${ranges(rest)}, a picture such as a scan, or empty${what}`);
  if (broken.length) notes.push(`broken: page ${ranges(broken)}${what}`);
  return notes;
}

const left = (n: number): string => (n === 1 ? "1 page" : `${n} pages`);

/** ranges writes page numbers shortly: 1-3, 7. */
function ranges(list: number[]): string {
  const out: string[] = [];
  for (let i = 0; i < list.length; i++) {
    const from = list[i]!;
    while (list[i + 1] === list[i]! + 1) i++;
    out.push(list[i] === from ? `${from}` : `${from}-${list[i]}`);
  }
  return out.length > 10 ? `${out.slice(0, 10).join(", ")} and others` : out.join(", ");
}
