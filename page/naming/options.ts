/** What a closed list offers. */
import { brief, line, strip } from "../common/plain-text";
import { tagOf } from "../dom/native";

const maxOptions = 12;
const maxLength = 200;
/** Of a list that was searched, so many options are told. */
const maxFound = 6;

/** labels are the options of a closed select, and of a field with suggestions, that can be chosen: with their indentation, "" for an empty one. */
function labels(el: Element): string[] {
  const list = tagOf(el) === "select" ? (el as HTMLSelectElement).options : tagOf(el) === "input" ? (el as HTMLInputElement).list?.options : undefined;
  const out: string[] = [];
  for (const o of list ?? []) {
    const group = o.parentElement as HTMLOptGroupElement | null;
    if (!o.disabled && !o.hidden && !group?.disabled) out.push(strip(o.label || o.text || (list instanceof HTMLOptionsCollection ? "" : o.value)).replace(/\s/g, " ").trimEnd());
  }
  return out;
}

/** offered tells the options of el while they are few, else how many there are, and those that have the words asked for. */
export function offered(el: Element, asked: string[]): { options?: string[]; optionCount?: number } {
  const all = labels(el);
  if (!all.length) return {};
  if (all.length <= maxOptions && all.join(" | ").length <= maxLength) return { options: all };
  const found = asked.length ? all.filter((s) => asked.some((w) => s.toLowerCase().includes(w))).slice(0, maxFound) : [];
  return found.length ? { options: found.map((s) => brief(s, maxLength)), optionCount: all.length } : { optionCount: all.length };
}

/** closest names the options that are nearest to a word, in quotes; "" where none is near and there are too many to name. */
export function closest(all: string[], word: string): string {
  const said = all.map(line).filter((s) => s);
  const near = said
    .map((s) => ({ s, d: distance(s.toLowerCase(), word.toLowerCase()) }))
    .sort((a, b) => a.d - b.d)
    .filter((o, i) => o.d < 1 || said.length <= maxOptions || i < 3)
    .slice(0, 5)
    .map((o) => `"${brief(o.s, 40).replace(/["`]/g, "'")}"`);
  return near.length ? `; nearest: ${near.join(", ")}` : "";
}

/** distance is small for words that are alike: by what pairs of letters they share, and 0 where one is in the other. */
function distance(a: string, b: string): number {
  if (a.includes(b) || b.includes(a)) return Math.abs(a.length - b.length) / 1000;
  const pairs = (s: string): Set<string> => new Set(Array.from({ length: Math.max(s.length - 1, 0) }, (_, i) => s.slice(i, i + 2)));
  const [p, q] = [pairs(a), pairs(b)];
  let shared = 0;
  for (const x of p) if (q.has(x)) shared++;
  return 1 - (2 * shared) / (p.size + q.size || 1);
}
