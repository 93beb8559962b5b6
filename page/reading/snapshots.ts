/** Earlier readings, so that an extract can answer with what has changed since. */
import { describeOne, stillThere, type Item } from "./elements";
import { reading } from "./earlier-readings";
import { Fault } from "../common/fault";
import { counted, hits, passages } from "./query";
import { bare } from "./refs";
import { elementAt } from "../naming/registry";
import { actRole } from "../naming/roles";

/** Snapshot is what one extract answered. */
interface Snapshot {
  items: Item[];
  blocks: string[];
  text: string;
  /** Which part of the page was read, by frame and selector. */
  scope: string;
  /** The words that what is told had to have. */
  list: string[];
  /** How many characters of the page were read at most. */
  upTo: number;
  /** What could be listed then. */
  seen: WeakSet<Element>;
  /** The number of the reading, see earlier-readings.ts. */
  reading: number;
}

const kept = 12;
const snapshots = new Map<string, Snapshot>();
let count = 0;

/** Changes says how the elements differ from an earlier reading. */
export interface Changes {
  added: string[];
  changed: string[];
  removed: string[];
  /** Whether Markdown or text changed. */
  content: "changed" | "unchanged";
}

function signature(e: Item): string {
  return [e.role, e.name, e.value, e.filled, e.state?.filter((s) => s !== "focused").join(), e.href, e.options?.join("\u0001"), e.optionCount].join("\u0000");
}

/** keep stores a reading and returns its id. */
export function keep(items: Item[], blocks: string[], text: string, scope: string, list: string[], upTo: number, seen: WeakSet<Element>): string {
  const id = "s" + ++count;
  snapshots.set(id, { items, blocks, text, scope, list, upTo, seen, reading: reading() });
  for (const old of snapshots.keys()) if (snapshots.size > kept) snapshots.delete(old);
  return id;
}

/** latest is how a reading is named whose id is not at hand. */
const latest = "last";

/**
 * snapshotOf is the id of the reading to compare one of a part with: of the same part, or of the whole around it. It is ""
 * where none is the latest.
 */
export function snapshotOf(id: string, part: string, whole: string): string {
  const fits = (s: Snapshot): boolean => s.scope === part || s.scope === whole;
  if (id === latest) {
    let last = "";
    for (const [key, s] of snapshots) if (fits(s)) last = key;
    return last;
  }
  const s = snapshots.get(id);
  if (!s) throw new Fault("invalid_action", `The snapshot given as since is not known: another document is there now, or ${kept} readings have come since; extract without since.`);
  if (!fits(s)) throw new Fault("invalid_action", "The snapshot given as since is a reading of another part of the page; give that of the same selector or of the whole page, or extract without since.");
  return id;
}

/** further is the latest reading of the same part and words, with what was listed behind its end. */
export function further(items: Item[], scope: string, list: string[]): string {
  const old = [...snapshots.values()].findLast((s) => s.scope === scope && s.list.join() === list.join());
  return keep([...(old?.items ?? []), ...items], old?.blocks ?? [], old?.text ?? "", scope, list, old?.upTo ?? 0, old?.seen ?? new WeakSet());
}

/** readingOf is the number of the reading that a snapshot is of, 0 where it is not known. */
export function readingOf(id: string): number {
  return snapshots.get(id)?.reading ?? 0;
}

/** readTo is how many characters a snapshot's reading read at most: who compares with it reads as many. */
export function readTo(id: string): number {
  return snapshots.get(id)?.upTo ?? 0;
}

/** Difference is what is new since a reading. */
export interface Difference {
  changes: Changes;
  items: Item[];
  /** Lines of Markdown that came (+) and went (-). */
  markdown: string;
  textChanged: boolean;
}

/** compare tells what changed since the reading `id`, which is known, in the part below root, of what has so many words of a list. shown writes a line with its references. */
export function compare(id: string, items: Item[], blocks: string[], text: string, root: Element, scope: string, list: string[], least: number, shown: (line: string) => string): Difference {
  const old = snapshots.get(id)!;
  const part = old.scope !== scope;
  const changes: Changes = { added: [], changed: [], removed: [], content: "unchanged" };
  const out: Item[] = [];
  const before = new Map(old.items.map((e) => [e.uid, e]));
  const now = new Set(items.map((e) => e.uid));
  for (const e of items) {
    const was = before.get(e.uid);
    if (!was) {
      if ((part || list.join() !== old.list.join()) && old.seen.has(elementAt(numberOf(e.uid))!)) continue; // only not listed
      changes.added.push(e.uid);
    } else if (signature(was) !== signature(e)) changes.changed.push(e.uid);
    else continue;
    out.push(e);
  }
  for (const [uid, was] of before) {
    // Not listed any more: gone, pushed out by the limit, or not asked for.
    const el = stillThere(numberOf(uid));
    if (now.has(uid) || (part && !(el && root.contains(el))) || hits(signature(was), list) < least) continue;
    if (!el) changes.removed.push(uid);
    else {
      const e = describeOne(el, actRole(el), false);
      if (signature(e) !== signature(was)) {
        changes.changed.push(uid);
        out.push(e);
      }
    }
  }
  const md = lines(list.length ? passages(old.blocks, counted(old.blocks, list), list, least) : old.blocks, blocks, part, shown);
  const told = (s: string): string => s.split("\n").filter((l) => hits(l, list) >= least).join("\n");
  const textChanged = !part && told(old.text) !== told(text);
  if (md || textChanged) changes.content = "changed";
  return { changes, items: out, markdown: md, textChanged };
}

const numberOf = (uid: string): number => Number(uid.slice(1));

/** lines is the difference of two lists of blocks, line by line, in the order of the page: what came (+), stands elsewhere among the others (>), and went (-). Of a part of the first nothing is known to have gone. */
function lines(a: string[], b: string[], part: boolean, shown: (line: string) => string): string {
  const before = a.flatMap((s) => s.split("\n")).filter((l) => l.trim());
  const marked = b.flatMap((s) => s.split("\n")).filter((l) => bare(l).trim());
  const after = marked.map(bare);
  const places = new Map<string, number[]>();
  for (let i = before.length - 1; i >= 0; i--) {
    const at = places.get(before[i]!);
    if (at) at.push(i);
    else places.set(before[i]!, [i]);
  }
  const from = after.map((l) => places.get(l)?.pop() ?? -1);
  const stays = ascending(from);
  const out: string[] = [];
  marked.forEach((l, i) => {
    if (from[i] === -1) out.push("+ " + shown(l));
    else if (!stays.has(i)) out.push("> " + shown(l));
  });
  const found = new Set(from);
  before.forEach((l, i) => {
    if (!part && !found.has(i)) out.push("- " + l);
  });
  return out.join("\n");
}

/** ascending is a longest choice of places in a list whose numbers only grow, without those that are -1. */
function ascending(list: number[]): Set<number> {
  const ends: number[] = []; // where a choice of that length ends, with the least number
  const previous = new Int32Array(list.length);
  list.forEach((n, i) => {
    if (n === -1) return;
    let [lo, hi] = [0, ends.length];
    while (lo < hi) {
      const mid = (lo + hi) >> 1;
      if (list[ends[mid]!]! < n) lo = mid + 1;
      else hi = mid;
    }
    previous[i] = lo ? ends[lo - 1]! : -1;
    ends[lo] = i;
  });
  const out = new Set<number>();
  for (let i = ends.at(-1) ?? -1; i !== -1; i = previous[i]!) out.add(i);
  return out;
}
