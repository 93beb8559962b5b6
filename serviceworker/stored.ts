/** What the shim itself keeps in storage. The other keys are the core's, or the pages'. */
import type { Area, Areas, ShimKeys } from "../contracts/storage.gen";

/** Stores values of an area under keys of the shim's. */
export function keep<A extends Area>(area: A, values: Partial<Pick<Areas[A], ShimKeys & keyof Areas[A]>>): Promise<void> {
  return chrome.storage[area].set(values);
}
