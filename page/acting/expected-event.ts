/** Whether an input has come to this process's part of the page: the browser may still look for a frame where it was before. */
import { eachRoot } from "../dom/tree";
import type { Expect } from "../common/engine.gen";

let there = false;

/** expect waits for an event of a type, anywhere in the documents that the engine reads. */
export function expect({ event }: Expect): void {
  there = false;
  eachRoot((root) => root.addEventListener(event, () => (there = true), { capture: true, once: true }));
}

/** came tells whether there was one. */
export function came(): { yes: boolean } {
  return { yes: there };
}
