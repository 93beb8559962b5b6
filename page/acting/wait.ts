/** Waiting for one thing: an element that shows, a text that does, something that is gone, or rest. */
import { Reading } from "../reading/content";
import { eachRoot } from "../dom/tree";
import type { Operations, Wait } from "../common/engine.gen";
import { Fault } from "../common/fault";
import { begin } from "../common/memo";
import { textOf, topOf } from "../dom/native";
import { line } from "../common/plain-text";
import { fold } from "../reading/query";
import { bySelector, isUID, quote, resolve, type Target } from "../naming/registry";
import { scopeOf } from "../dom/scope";
import { text } from "../reading/text";
import { boxOf, rendered } from "../dom/visibility";
import { fresh, named } from "./watch";

type Waited = Pick<Operations["wait"]["answer"], "saw">;

/** A longer line may end within a secret: of such a one only the words that were asked for are told. */
const maxLine = 300;
/** A look takes at most a fifth of the page's time, and comes at least so often, in ms. */
const share = 5;
const often = 100;

const flat = (s: string): string => line(fold(s));

function visible(el: Element): boolean {
  return rendered(el) && boxOf(el) !== null;
}

/** find is the element of a target, null while there is none: one that left may come back, one that is unknown never will. */
function find(t: Target): Element | null {
  if (!t.uid) return bySelector(t.selector ?? "", visible, t.within);
  try {
    return resolve(t);
  } catch (e) {
    if (e instanceof Fault && e.code === "element_not_found") return null;
    throw e;
  }
}

/** shown is the line that shows a text, "" for none. */
function shown(words: string, within?: boolean): string {
  const part = new Reading(Infinity).read(topOf(scopeOf(within)));
  if (!part) return "";
  const [all, want] = [text([part]), flat(words)];
  const found = all.split("\n").find((l) => flat(l).includes(want));
  if (found !== undefined && found.length <= maxLine) return quote(line(found));
  return flat(all).includes(want) ? quote(words) : "";
}

/** wait resolves with what it saw when what it waits for is so, and fails with timeout after ms. */
export function wait(args: Wait): Promise<Waited> {
  const { text: words, gone, quiet, within } = args;
  let last = performance.now();
  let restless: Node | null = null;
  let there = ""; // what was there instead, at the last look

  /** look is what was waited for, null while it is not so. */
  const look = (): string | null => {
    begin();
    if (quiet) {
      there = "was still changing" + (restless instanceof Element ? `, last ${named(restless)},` : "");
      return document.readyState === "complete" && performance.now() - last >= quiet ? `nothing new for ${quiet} ms` : null;
    }
    if (words || (gone && !isUID(gone))) {
      const said = shown((words || gone)!, within);
      there = gone ? `still shows it: ${said},` : "did not show the text";
      return words ? said || null : said ? null : "it shows no more";
    }
    const el = find(gone ? { uid: gone } : args);
    const shows = el !== null && visible(el);
    there = gone ? "still shows it" : el ? "has the element, but did not show it," : "did not have the element";
    return gone ? (shows ? null : `${gone} ${el ? "is there and does not show" : "has left the page"}`) : shows ? "" : null;
  };

  return new Promise((done, fail) => {
    let queued = false;
    let next = 0;
    const check = (): boolean => {
      queued = false;
      const from = performance.now();
      try {
        const saw = look();
        if (saw === null) {
          next = performance.now() + (share - 1) * (performance.now() - from);
          return false;
        }
        finish(() => done(saw ? { saw } : {}));
      } catch (e) {
        finish(() => fail(e));
      }
      return true;
    };
    const repeats = new WeakMap<Node, number>();
    const observer = new MutationObserver((list) => {
      for (const m of list) if (fresh(repeats, m)) [last, restless] = [performance.now(), m.target];
      if (queued || quiet || performance.now() < next) return;
      queued = true;
      queueMicrotask(check);
    });
    // Style sheets, images and animations change visibility without a mutation.
    const poll = setInterval(() => performance.now() < next || check(), often);
    const limit = setTimeout(() => {
      if (!check()) finish(() => fail(new Fault("timeout", late())));
    }, args.ms);
    const late = (): string => {
      const hides = words && flat(textOf(topOf(scopeOf(within)))).includes(flat(words)) ? ", though it has it, hidden" : "";
      const still = quiet ? "" : `, and last changed ${Math.round(performance.now() - last)} ms before`;
      return `The page ${there} after ${args.ms} ms${hides}${still}; extract to see what is there, or wait longer.`;
    };
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
