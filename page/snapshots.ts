/** Earlier readings, so that an extract can answer with what has changed since. */
import { describeOne, stillThere, type Item } from "./elements";
import { reading } from "./earlier-readings";
import { actRole } from "./roles";

/** Snapshot is what one extract answered. */
interface Snapshot {
  items: Item[];
  blocks: string[];
  text: string;
  /** What was read: a later reading of another part cannot be compared. */
  scope: string;
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
export function keep(items: Item[], blocks: string[], text: string, scope: string): string {
  const id = "s" + ++count;
  snapshots.set(id, { items, blocks, text, scope, reading: reading() });
  for (const old of snapshots.keys()) if (snapshots.size > kept) snapshots.delete(old);
  return id;
}

/** latest is how a reading is named whose id is not at hand. */
const latest = "last";

/** snapshotOf is the id of a reading of this scope, "" where that is not known. */
export function snapshotOf(id: string, scope: string): string {
  if (id !== latest) return snapshots.get(id)?.scope === scope ? id : "";
  let last = "";
  for (const [key, s] of snapshots) if (s.scope === scope) last = key;
  return last;
}

/** readingOf is the number of the reading that a snapshot is of, 0 where it is not known. */
export function readingOf(id: string): number {
  return snapshots.get(id)?.reading ?? 0;
}

/** Difference is what is new since a reading. */
export interface Difference {
  changes: Changes;
  items: Item[];
  /** Lines of Markdown that came (+) and went (-). */
  markdown: string;
  textChanged: boolean;
}

/** compare tells what changed since the reading `id`, which is known. */
export function compare(id: string, items: Item[], blocks: string[], text: string): Difference {
  const old = snapshots.get(id)!;
  const changes: Changes = { added: [], changed: [], removed: [], content: "unchanged" };
  const out: Item[] = [];
  const before = new Map(old.items.map((e) => [e.uid, signature(e)]));
  const now = new Set(items.map((e) => e.uid));
  for (const e of items) {
    const was = before.get(e.uid);
    if (was === undefined) changes.added.push(e.uid);
    else if (was !== signature(e)) changes.changed.push(e.uid);
    else continue;
    out.push(e);
  }
  for (const [uid, was] of before) {
    if (now.has(uid)) {
      continue;
    }
    // Not listed any more: gone, or only pushed out by the limit.
    const n = Number(uid.slice(1));
    const el = stillThere(n);
    if (!el) changes.removed.push(uid);
    else {
      const e = describeOne(el, actRole(el), false);
      if (signature(e) !== was) {
        changes.changed.push(uid);
        out.push(e);
      }
    }
  }
  const md = lines(old.blocks, blocks);
  if (md || old.text !== text) changes.content = "changed";
  return { changes, items: out, markdown: md, textChanged: old.text !== text };
}

/** lines is the difference of two lists of blocks, line by line, in the order of the page: what came (+), stands elsewhere among the others (>), and went (-). */
function lines(a: string[], b: string[]): string {
  const before = a.flatMap((s) => s.split("\n")).filter((l) => l.trim());
  const after = b.flatMap((s) => s.split("\n")).filter((l) => l.trim());
  const places = new Map<string, number[]>();
  for (let i = before.length - 1; i >= 0; i--) {
    const at = places.get(before[i]!);
    if (at) at.push(i);
    else places.set(before[i]!, [i]);
  }
  const from = after.map((l) => places.get(l)?.pop() ?? -1);
  const stays = ascending(from);
  const out: string[] = [];
  after.forEach((l, i) => {
    if (from[i] === -1) out.push("+ " + l);
    else if (!stays.has(i)) out.push("> " + l);
  });
  const found = new Set(from);
  before.forEach((l, i) => {
    if (!found.has(i)) out.push("- " + l);
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
