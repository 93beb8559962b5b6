/** Reads lists of flat objects from storage, which may be damaged: what is not understood is left out. */

type Is<T> = (v: unknown) => v is T;

export const isText: Is<string> = (v) => typeof v === "string";
export const isNumber: Is<number> = (v) => typeof v === "number";
export const isOneOf =
  <T extends string>(words: readonly T[]): Is<T> =>
  (v): v is T =>
    words.some((w) => w === v);

/** The members of a row that may not be there. */
type Optional<T> = { [K in keyof T]-?: object extends Pick<T, K> ? K : never }[keyof T];

/** Returns what reads rows with these members; one that lacks what it must have is left out. */
export function rows<T extends object>(must: Exclude<keyof T, Optional<T>>[], members: { [K in keyof T]-?: Is<Exclude<T[K], undefined>> }): (v: unknown) => T[] {
  const names = Object.keys(members) as (keyof T)[];
  return (list) => {
    if (!Array.isArray(list)) return [];
    return list.flatMap((stored: Partial<Record<keyof T, unknown>> | null) => {
      if (typeof stored !== "object" || stored === null) return [];
      const row: Partial<T> = {};
      for (const name of names) {
        const value = stored[name];
        if (members[name](value)) row[name] = value;
      }
      return must.every((name) => name in row) ? [row as T] : [];
    });
  };
}
