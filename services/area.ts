/** The extension's storage, with the keys that each area has. What is read is unknown until a reader of stored.ts has looked at it. */
import type { Area, Areas, PageKeys, RemovedKeys } from "../contracts/storage.gen";

/** What was read of some keys. */
export type Held<K extends string = string> = { readonly [N in K]?: unknown };

/** What is under some keys of an area. */
export type In<A extends Area> = Held<keyof Areas[A] & string>;

/** Reads some keys of an area; the others cannot be asked for. */
export function get<A extends Area, K extends keyof Areas[A] & string>(area: A, ...keys: K[]): Promise<Held<K>> {
  return chrome.storage[area].get(keys) as Promise<Held<K>>;
}

/** Stores what the person has chosen; the other keys are not the pages' to write. */
export function set(values: Partial<Pick<Areas["local"], PageKeys>>): Promise<void> {
  return chrome.storage.local.set(values);
}

/** Removes what the person has chosen, or the pairing. */
export function remove(key: RemovedKeys): Promise<void> {
  return chrome.storage.local.remove(key);
}
