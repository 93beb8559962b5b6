/** Going on where an earlier reading ended: of a page with more elements or more text than one answer has. */
import type { Choice } from "./choose";
import type { Item } from "./elements";
import { far } from "./fit";
import type { Picked } from "../naming/picked";
import { resolve } from "../naming/registry";

/** unlisted says what is not listed, and how to see it. */
export function unlisted(omitted: number, elements: Item[], choice: Choice): string {
  const what = omitted === choice.omitted && choice.left ? ` (${choice.left})` : "";
  const last = elements[elements.length - 1];
  return `${omitted} elements are not listed${what}: go on with after${last ? `: ${last.uid}` : ""}`;
}

/** onward says how much of the Markdown is missing, and behind which of its lines it goes on. */
export function onward(more: number, lines: number): string {
  return `markdown is cut${far(more)}: go on with after: l${lines}, or query for words`;
}

/** behind is the line of the Markdown that a reading goes on behind, undefined for none. */
export function behind(of: Asked): number | undefined {
  const line = /^l(\d+)$/.exec(of.after ?? "");
  return line ? Number(line[1]) : undefined;
}

/** Asked is what a reading asked for: one goes on from another that asked for the same. */
interface Asked {
  after?: string;
  query?: string;
  selector?: string;
}

const key = (of: Asked, uid: string): string => [uid, of.query, of.selector].join("\u0000");

/** What readings have listed, they and those that they went on from, by the last of it. */
const lists = new Map<string, WeakSet<Element>[]>();
const maxLists = 12;

/** told takes note of what a reading has listed. */
export function told(of: Asked, choice: Choice, elements: Item[]): void {
  const last = elements[elements.length - 1];
  if (!last) return;
  const listed = new WeakSet(choice.list.slice(0, elements.length).map((p) => p.el));
  const at = key(of, last.uid);
  const all = [...((of.after && lists.get(key(of, of.after))) || []), listed];
  lists.delete(at);
  lists.set(at, all);
  for (const old of lists.keys()) if (lists.size > maxLists) lists.delete(old);
}

/** beyond keeps what a reading that ended with that element has not listed, or what stands behind it in the document where none did. */
export function beyond(all: Picked[], of: Asked): Picked[] {
  if (!of.after) return all;
  const before = lists.get(key(of, of.after));
  if (before) return all.filter((p) => !before.some((s) => s.has(p.el)));
  const el = resolve({ uid: of.after });
  return all.slice(all.findIndex((p) => p.el === el) + 1);
}
