/** What of a text has room in an answer, how much more there is, and where it goes on. */
import { bytes } from "../common/plain-text";

/** So many bytes of Markdown are in an answer. */
export const maxMarkdown = 30 << 10;
/** No line of the Markdown is longer, so that a reading can go on behind any. */
const maxLine = 2000;
const piece = new RegExp(`[^]{1,${maxLine}}(?<=[\\s。！？、，]|$)|\\S+\\s?`, "g");

/** broken is a block whose long lines are broken between words. */
export function broken(block: string): string {
  if (block.length <= maxLine) return block;
  return block.split("\n").map((l) => (l.length > maxLine ? l.match(piece)!.map((s) => s.trimEnd()).join("\n") : l)).join("\n");
}

/** Fitted is the beginning of some lines. */
export interface Fitted {
  s: string;
  /** How many bytes are left out. */
  more: number;
  /** How many lines are there, of those that are whole. */
  lines: number;
}

/** fit joins lines up to a size in bytes of UTF-8; the first that has no room is cut between its words where there is no other, or words are asked for. So many lines are there at least. */
export function fit(lines: string[], max: number, words = false, least = 0): Fitted {
  let used = 0;
  let n = 0;
  for (; n < lines.length && (n < least || used + bytes(lines[n]!) <= max); n++) used += bytes(lines[n]!) + 1;
  let s = lines.slice(0, n).join("\n");
  if (n === lines.length) return { s, more: 0, lines: n };
  let more = lines.slice(n).reduce((sum, l) => sum + bytes(l) + 1, 0);
  if (words || !n) {
    let part = "";
    for (const w of lines[n]!.split(/(?<=\s)/)) {
      if (used + bytes(part + w) > max) break;
      part += w;
    }
    if (part) s += (n ? "\n" : "") + part;
    more -= bytes(part);
  }
  return { s, more: Math.max(1, more), lines: n };
}

/** far says how much is missing, when that is known. */
export function far(more: number): string {
  return more > 1023 ? `, ${Math.round(more / 1024)} KB more` : "";
}
