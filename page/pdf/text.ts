/** Lines of text as paragraphs, headings and lists. */
import { gaping, textOf, type Line } from "./lines";

const bullet = /^(?:[•◦▪‣●○■□∙]\s*|[-–·*]\s+)(?=\S)/;
const numbered = /^(?:\d{1,3}|[a-z])[.)]\s/;
/** A heading is no longer. */
const longest = 200;

/** Known says of a word whether the document has it elsewhere. */
export type Known = (word: string) => boolean;

/** textBlocks are the blocks of lines that are read one after the other. body is the size of the document's text. */
export function textBlocks(lines: Line[], body: number, known: Known): string[] {
  const pitch = pitchOf(lines);
  const near = (a: Line, b: Line): boolean => Math.abs(a.size - b.size) <= 0.08 * a.size && (b.y - a.y) / b.size <= pitch * 1.25 + 0.05;
  const groups: Line[][] = [];
  lines.forEach((l, i) => (i && near(lines[i - 1]!, l) ? groups[groups.length - 1]!.push(l) : groups.push([l])));
  return lists(groups.flatMap((g) => group(g, body, known)));
}

/** group are the blocks of lines of one size that stand close. */
function group(lines: Line[], body: number, known: Known): string[] {
  const level = levelOf(lines[0]!.size, body);
  const whole = lines.map(textOf).reduce((a, b) => joined(a, b, known));
  if (level && whole.length < longest && !leads(whole) && /[\p{L}\d]/u.test(whole)) return ["#".repeat(level) + " " + whole];
  const out: string[] = [];
  lines.forEach((l, i) => {
    const s = textOf(l);
    const how = i ? goesOn(lines[i - 1]!, l, s, lines) : "";
    if (how === "word") out.push(joined(out.pop()!, s, known));
    else if (how === "line") out.push(out.pop()! + "\n" + s);
    else if (bullet.test(s)) out.push("- " + s.replace(bullet, ""));
    else out.push(s.replace(/^(#{1,6} |> |\|)/, "\\$1"));
  });
  return out;
}

/** leads reports whether a line leads to a page, as in a table of contents. */
const leads = (s: string): boolean => / … ?\S{1,6}$/.test(s);

const startOf = (l: Line): number => l.cells[0]!.x0;
const endOf = (l: Line): number => l.cells[l.cells.length - 1]!.x1;

/** levelOf is the level of a heading in letters of that size, 0 for text. */
export function levelOf(size: number, body: number): number {
  const r = size / body;
  return r >= 1.6 ? 3 : r >= 1.28 ? 4 : r >= 1.12 ? 5 : 0;
}

/** goesOn says whether a line goes on with the paragraph of the one before it, in a line of its own or with a word, or "". */
function goesOn(a: Line, b: Line, s: string, group: Line[]): "" | "line" | "word" {
  if (bullet.test(s) || numbered.test(s)) return "";
  const said = textOf(a);
  if ((bullet.test(said) || numbered.test(said)) && startOf(b) < startOf(a) + 0.3 * b.size) return ""; // it does not hang from the point
  // A line that begins further right than the one before begins a paragraph, but not behind a bullet.
  if (startOf(b) - startOf(a) > b.size * 0.8 && !bullet.test(said) && !numbered.test(said)) return "";
  if (gaping(a) || gaping(b) || leads(said) || leads(s)) return "line";
  const right = Math.max(...group.filter((l) => Math.abs(startOf(l) - startOf(b)) < 0.5 * b.size).map(endOf));
  const word = /^\S+/.exec(s)![0].length;
  const fits = right - endOf(a) > ((endOf(b) - startOf(b)) * word * 1.15) / s.length + b.size * 0.5;
  if (!fits) return "word";
  return /[.:!?。！？]["'”’)\]]?$/.test(said) ? "" : "line";
}

/** pitchOf is the distance in sizes that most lines of one size have. */
function pitchOf(lines: Line[]): number {
  const counts = new Map<number, number>();
  lines.slice(1).forEach((l, i) => {
    const d = Math.round(((l.y - lines[i]!.y) / l.size) * 20) / 20;
    if (d > 0.8 && d < 2.2) counts.set(d, (counts.get(d) ?? 0) + 1);
  });
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? 1.3;
}

/**
 * joined joins two lines. A hyphen at the end of a line is one of the word or of the break: it goes where the
 * document has the word without it elsewhere, and stays else.
 */
export function joined(a: string, b: string, known: Known): string {
  if (a.endsWith("\u00AD")) return a.slice(0, -1) + b;
  const head = /(\p{L}+)[-‐]$/u.exec(a)?.[1];
  const tail = /^\p{L}+/u.exec(b)?.[0];
  if (!head || !tail) return cjk.test(a.slice(-1)) && cjk.test(b[0] ?? "") ? a + b : a + " " + b;
  return (known(head + tail) ? a.slice(0, -1) : a) + b;
}

const cjk = /[\u3000-\u30FF\u3400-\u9FFF\uF900-\uFAFF\uFF00-\uFFEF]/;

/** lists puts the points of a list into one block. */
function lists(blocks: string[]): string[] {
  const out: string[] = [];
  blocks.forEach((b, i) => {
    if (b.startsWith("- ") && blocks[i - 1]?.startsWith("- ")) out[out.length - 1] += "\n" + b;
    else out.push(b);
  });
  return out;
}
