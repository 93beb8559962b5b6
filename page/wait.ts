/** Waiting until an element is there and visible. */
import { eachRoot } from "./dom";
import type { Wait } from "./engine.gen";
import { Fault } from "./fault";
import { bySelector, resolve, type Target } from "./registry";
import { boxOf, rendered } from "./visibility";

function visible(el: Element): boolean {
  return rendered(el) && boxOf(el) !== null;
}

function ready(t: Target): boolean {
  if (!t.uid) {
    const el = bySelector(t.selector ?? "", visible, t.within);
    return el !== null && visible(el);
  }
  try {
    return visible(resolve(t));
  } catch (e) {
    // An element that left may come back; one that is unknown never will.
    if (e instanceof Fault && e.code === "element_not_found") return false;
    throw e;
  }
}

/** wait resolves when the target is there and visible, and fails with timeout after ms. */
export function wait(args: Wait): Promise<void> {
  return new Promise((done, fail) => {
    let queued = false;
    const check = (): boolean => {
      queued = false;
      try {
        if (!ready(args)) return false;
        finish(done);
      } catch (e) {
        finish(() => fail(e));
      }
      return true;
    };
    const observer = new MutationObserver(() => {
      if (queued) return;
      queued = true;
      queueMicrotask(check);
    });
    // Style sheets, images and animations change visibility without a mutation.
    const poll = setInterval(check, 100);
    const limit = setTimeout(() => {
      if (!check()) finish(() => fail(new Fault("timeout", `The element did not appear within ${args.ms} ms; extract to see what is there, or wait longer.`)));
    }, args.ms);
    const finish = (then: () => void): void => {
      observer.disconnect();
      clearInterval(poll);
      clearTimeout(limit);
      then();
    };
    if (check()) return;
    eachRoot((root) => observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true }));
  });
}
