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
  return [e.role, e.name, e.value, e.state?.filter((s) => s !== "focused").join(), e.href, e.options?.join("\u0001"), e.optionCount].join("\u0000");
}

/** keep stores a reading and returns its id. */
export function keep(items: Item[], blocks: string[], text: string, scope: string): string {
  const id = "s" + ++count;
  snapshots.set(id, { items, blocks, text, scope, reading: reading() });
  for (const old of snapshots.keys()) if (snapshots.size > kept) snapshots.delete(old);
  return id;
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

/** compare tells what changed since the reading `id`, null when that is not known for this scope. */
export function compare(id: string, items: Item[], blocks: string[], text: string, scope: string): Difference | null {
  const old = snapshots.get(id);
  if (!old || old.scope !== scope) return null;
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

/** lines is the difference of two lists of blocks, line by line, in the order of the page. */
function lines(a: string[], b: string[]): string {
  const before = a.flatMap((s) => s.split("\n"));
  const after = b.flatMap((s) => s.split("\n"));
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  // What stands in both middles, however moved, did not change.
  const gone = tally(before.slice(start, before.length - end));
  const out: string[] = [];
  for (const l of after.slice(start, after.length - end)) {
    if (!l.trim()) continue;
    const n = gone.get(l) ?? 0;
    if (n > 0) gone.set(l, n - 1);
    else out.push("+ " + l);
  }
  for (const l of before.slice(start, before.length - end)) {
    const n = gone.get(l) ?? 0;
    if (!l.trim() || n === 0) continue;
    gone.set(l, n - 1);
    out.push("- " + l);
  }
  return out.join("\n");
}

function tally(list: string[]): Map<string, number> {
  const out = new Map<string, number>();
  for (const l of list) out.set(l, (out.get(l) ?? 0) + 1);
  return out;
}
