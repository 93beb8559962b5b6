/** Query: only the elements and passages that have the words asked for. */
import { attr, closestOf, idOf, tagOf, textOf } from "./native";
import { called } from "./hint";
import type { Picked } from "./pick";

/** words splits a query; every word must be found. */
export function words(query: string): string[] {
  return fold(query).split(/[\s,;…]+/).filter(Boolean);
}

/** fold leaves out what a reading shows in another way than the page: case, and quotes of all kinds. */
export function fold(s: string): string {
  return s.toLowerCase().replace(/["'`“”„‘’‚«»]/g, "");
}

/** has reports whether all the words are there. */
export function has(haystack: string, list: string[]): boolean {
  const h = fold(haystack);
  return list.every((w) => h.includes(w));
}

/** matching keeps the elements whose own words, or role, match: without naming each. */
export function matching(all: Picked[], list: string[]): Picked[] {
  return all.filter(({ el, role }) => has(hay(el, role), list));
}

function hay(el: Element, role: string): string {
  const parts = [role, textOf(el).slice(0, tagOf(el) === "select" ? Infinity : 500)];
  for (const a of ["aria-label", "title", "alt", "placeholder", "name", "id", "value", "href"]) {
    const v = attr(el, a);
    if (v && !(a === "value" && (el as HTMLInputElement).type === "password")) parts.push(v);
  }
  for (const id of attr(el, "aria-labelledby")?.split(/\s+/) ?? []) parts.push((el.getRootNode() as Document).getElementById?.(id)?.textContent ?? "");
  if (/^(input|select|textarea)$/.test(tagOf(el))) {
    const id = idOf(el) && el.ownerDocument.querySelector(`label[for="${CSS.escape(idOf(el))}"]`);
    parts.push((id || closestOf(el, "label"))?.textContent ?? "");
  }
  for (const img of el.querySelectorAll("[aria-label],[alt],[title]")) parts.push(attr(img, "aria-label") ?? attr(img, "alt") ?? attr(img, "title") ?? "");
  if (!/\S/.test(textOf(el))) parts.push(called(el, role, "")); // what is shown can be asked for
  return parts.join(" ");
}

/** passages keeps the blocks that match, each below the headings it stands under; of a long table or list only the lines that match. */
export function passages(blocks: string[], list: string[]): string[] {
  const out: string[] = [];
  const above: { level: number; text: string; given: boolean }[] = [];
  for (const b of blocks) {
    const level = /^(#{1,6}) /.exec(b)?.[1]!.length;
    const hit = has(b, list);
    if (level) {
      while (above.length && above[above.length - 1]!.level >= level) above.pop();
      above.push({ level, text: b, given: hit });
      if (hit) out.push(b);
      continue;
    }
    if (!hit) continue;
    for (const h of above) {
      if (!h.given) out.push(h.text);
      h.given = true;
    }
    out.push(narrow(b, list));
  }
  return out;
}

function narrow(block: string, list: string[]): string {
  const lines = block.split("\n");
  if (lines.length < 8) return block;
  const head = block.startsWith("|") ? 2 : 0;
  const kept = lines.filter((l, i) => i < head || has(l, list));
  return kept.length > head ? kept.join("\n") : block;
}
