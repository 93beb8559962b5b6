/** Query: the elements and passages that have the words asked for, those with most of them first. */
import { attr, closestOf, idOf, tagOf, textOf } from "../dom/native";
import { called } from "../naming/hint";
import type { Picked } from "../naming/picked";
import { bare } from "./refs";
import { isSecret } from "../naming/secrets";

/** words splits a query. */
export function words(query: string): string[] {
  return [...new Set(fold(query).split(/[\s,;…]+/).filter(Boolean))];
}

/** fold leaves out what a reading shows in another way than the page: case, and quotes of all kinds. */
export function fold(s: string): string {
  return s.toLowerCase().replace(/["'`“”„‘’‚«»]/g, "");
}

/** hits counts the words that are there. */
export function hits(haystack: string, list: string[]): number {
  const h = fold(haystack);
  let n = 0;
  for (const w of list) if (h.includes(w)) n++;
  return n;
}

/** has reports whether all the words are there. */
export function has(haystack: string, list: string[]): boolean {
  return hits(haystack, list) === list.length;
}

/** least is how many words something must have: all where anything has them all, else one. */
export function least(list: string[], counts: number[]): number {
  return !list.length || counts.includes(list.length) ? list.length : 1;
}

/** ranked keeps what has so many of the words, with most of them first. */
export function ranked<T>(all: T[], counts: number[], least: number): T[] {
  return all
    .map((what, i) => ({ what, n: counts[i]! }))
    .filter((r) => r.n >= least)
    .sort((a, b) => b.n - a.n)
    .map((r) => r.what);
}

/** score counts the words that an element has: in its own text, its role or its attributes; without naming each. */
export function score({ el, role }: Picked, list: string[]): number {
  return hits(hay(el, role).map(([, said]) => said).join(" "), list);
}

/** because is where an element has the words that what is shown of it has not, "" where it shows them. */
export function because({ el, role }: Picked, shown: string, list: string[]): string {
  const missing = list.filter((w) => !hits(shown, [w]));
  const found = missing.length ? hay(el, role).find(([where, said]) => where !== "" && hits(said, missing)) : undefined;
  return found ? `${found[0]}: ${found[1]}` : "";
}

/** hay is what an element says, and where: "" for its text. An address that it leads to is none of it. */
function hay(el: Element, role: string): [string, string][] {
  const parts: [string, string][] = [["", role], ["", textOf(el).slice(0, tagOf(el) === "select" ? Infinity : 500)]];
  for (const a of ["aria-label", "title", "alt", "placeholder", "name", "id", "value"]) {
    const v = attr(el, a);
    if (v && !(a === "value" && isSecret(el))) parts.push([a, v]);
  }
  const say = (s: string | null | undefined): number => parts.push(["", s ?? ""]);
  for (const id of attr(el, "aria-labelledby")?.split(/\s+/) ?? []) say((el.getRootNode() as Document).getElementById?.(id)?.textContent);
  if (/^(input|select|textarea)$/.test(tagOf(el))) {
    const id = idOf(el) && el.ownerDocument.querySelector(`label[for="${CSS.escape(idOf(el))}"]`);
    say((id || closestOf(el, "label"))?.textContent);
  }
  for (const img of el.querySelectorAll("[aria-label],[alt],[title]")) say(attr(img, "aria-label") ?? attr(img, "alt") ?? attr(img, "title"));
  if (!/\S/.test(textOf(el))) say(called(el, role, "")); // what is shown can be asked for
  return parts;
}

/** read is a passage without the addresses and references in it. */
const read = (s: string): string => bare(s).replace(/\]\([^)\s]*\)/g, "]");

/** counted counts the words in each passage. */
export function counted(blocks: string[], list: string[]): number[] {
  return blocks.map((b) => hits(read(b), list));
}

/** passages keeps the blocks with so many of the words, each below the headings it stands under; of a long table or list only the lines that have most. */
export function passages(blocks: string[], counts: number[], list: string[], least: number): string[] {
  const above: string[] = [];
  const found = blocks.map((text) => {
    const level = /^(#{1,6}) /.exec(text)?.[1]!.length;
    if (level) above.length = Math.min(above.length, level - 1);
    const under = above.filter(Boolean);
    if (level) above[level - 1] = text;
    return { text, level, under };
  });
  const out: string[] = [];
  const told = new Set<string>();
  let now: string[] = [];
  for (const { text, level, under } of ranked(found, counts, least)) {
    if (level && told.has(text)) continue;
    const from = under.findIndex((h, i) => h !== now[i]);
    if (from >= 0) out.push(...under.slice(from));
    now = level ? [...under, text] : under;
    for (const h of now) told.add(h);
    out.push(narrow(text, list));
  }
  return out;
}

function narrow(block: string, list: string[]): string {
  const lines = block.split("\n");
  if (lines.length < 8) return block;
  const head = block.startsWith("|") ? lines.findIndex((l) => /^[|-]+$/.test(l)) + 1 : 0;
  const counts = counted(lines, list).map((n, i) => (i < head ? 0 : n));
  const most = Math.max(...counts);
  return most ? lines.filter((_, i) => i < head || counts[i] === most).join("\n") : block;
}
