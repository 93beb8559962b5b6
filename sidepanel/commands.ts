/** What a person can write behind a slash, and how it is read. */
import type { Key } from "../ui/words/words";

export const commands = { ask: "cmdAsk", act: "cmdAct", model: "cmdModel", stop: "cmdStop", continue: "cmdContinue", schedule: "cmdSchedule", notes: "cmdNotes", clear: "cmdClear", export: "cmdExport" } as const satisfies Record<string, Key>;

export type Command = keyof typeof commands;

/** What is behind the slash: a name, which may be none, and the rest. A path or an address is no command. */
export function read(text: string): { name: string; rest: string; alone: boolean } | undefined {
  const found = /^\/([\p{L}-]*)(\s[\s\S]*)?$/u.exec(text.trimStart());
  return found ? { name: (found[1] ?? "").toLowerCase(), rest: (found[2] ?? "").trim(), alone: found[2] === undefined } : undefined;
}

export const isCommand = (name: string): name is Command => Object.hasOwn(commands, name);

/** The command of the list that is written most like a name; undefined where none is. */
export function nearest(name: string, list: readonly Command[]): Command | undefined {
  const far = list.map((c) => [distance(name, c), c] as const).sort(([a], [b]) => a - b)[0];
  return far && far[0] <= Math.max(1, Math.min(3, Math.floor(far[1].length / 2))) ? far[1] : undefined;
}

/** How many letters must be put in, taken out or changed. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length] ?? 0;
}
