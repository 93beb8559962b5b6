/** Words in a PDF, with the numbers of the pages. */
import { fit, maxMarkdown } from "../reading/fit";
import { hits, least, passages, ranked } from "../reading/query";
import type { Tools } from "../reading/viewer";
import type { Pages } from "./pages";
import { textless, type Read } from "./read-on";

/** So many characters of a passage are told. */
const shown = 240;

interface Looked {
  blocks: string[];
  /** pages has the page of each block. */
  pages: number[];
  counts: number[];
  /** last is the last page that was looked through. */
  last: number;
  bare: number[];
}

async function look(all: Pages, list: string[], from: number, until: number): Promise<Looked> {
  const out: Looked = { blocks: [], pages: [], counts: [], last: from - 1, bare: [] };
  for (let n = from; n <= all.count && (n === from || performance.now() < until); n++) {
    const blocks = await all.blocks(n);
    if (!blocks.length) out.bare.push(n);
    for (const b of [`## Page ${n}`, ...blocks]) {
      out.blocks.push(b);
      out.pages.push(n);
      out.counts.push(out.blocks.length && b !== `## Page ${n}` ? Math.max(hits(b, list), hits(b.replace(/(\p{L})-(?=\p{L})/gu, "$1"), list)) : 0);
    }
    out.last = n;
  }
  return out;
}

/** notesOf says what was not looked through. */
function notesOf(all: Pages, l: Looked, again: string): string[] {
  const notes = l.last < all.count ? [`only ${l.last} of ${all.count} pages were looked through: ${again}`] : [];
  return [...notes, ...textless(all, l.bare, "")];
}

/** sought is the passages with the words, under the headings of their pages. */
export async function sought(all: Pages, list: string[], from: number, until: number, maxTokens = Infinity): Promise<Read> {
  const l = await look(all, list, from, until);
  const need = least(list, l.counts);
  const text = passages(l.blocks, l.counts, list, need).join("\n\n");
  const md = fit(text.split("\n"), Math.min(maxMarkdown, maxTokens * 4), true);
  const notes = notesOf(all, l, `go on with after: p${l.last}`);
  if (md.s && need < list.length) notes.push("nothing has all the words: what has most of them comes first");
  if (md.more) notes.push("markdown is cut: query for other words");
  return { text: "", markdown: md.s, elements: [], ...(notes.length ? { truncated: notes.join("; ") } : {}) };
}

/** matches is a line for each passage with the words; their element is the document, for a PDF has none to act on. */
export async function matches(all: Pages, list: string[], cap: number, until: number, { uid }: Tools): Promise<object> {
  const l = await look(all, list, 1, until);
  const need = least(list, l.counts);
  const found = ranked([...l.blocks.keys()], l.counts, Math.max(need, 1));
  const elements = found.slice(0, cap).map((i) => ({ uid: uid(), role: "document", name: `page ${l.pages[i]}: ${excerpt(l.blocks[i]!, list)}` }));
  const notes = notesOf(all, l, "find again for the rest");
  if (found.length) notes.push(`to read there: extract with after: p${l.pages[found[0]!]! - 1}`);
  if (found.length && need < list.length) notes.push("nothing has all the words: what has most of them comes first");
  return { text: "", markdown: "", elements, omitted: found.length - elements.length, ...(notes.length ? { truncated: notes.join("; ") } : {}) };
}

/** excerpt is the part of a passage with the first of the words. */
export function excerpt(block: string, list: string[]): string {
  const s = block.replace(/\s+/g, " ");
  const at = Math.max(0, Math.min(...list.map((w) => s.toLowerCase().indexOf(w)).filter((i) => i >= 0), s.length));
  const from = at < shown / 2 || at === s.length ? 0 : s.indexOf(" ", at - shown / 2) + 1;
  return (from ? "…" : "") + s.slice(from, from + shown) + (from + shown < s.length ? "…" : "");
}
