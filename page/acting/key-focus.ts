/** Where keys go, as far as one document can tell: the element with the focus, and whether a frame may be behind it. */
import { activeElement, frameDocument, mayHost, shadowOf } from "../dom/tree";
import { takesText } from "../naming/text-fields";
import { turn } from "../common/animation-frames";
import { activeIn, bodyOf, documentOf, matchesOf, tagOf, topOf } from "../dom/native";

/** What had the focus when keyed was asked last. */
let aimed: Element | null = null;

const owners = new Set(["iframe", "frame", "embed", "object", "fencedframe"]);

/**
 * keyed is the element that keys go to in the engine's document, or in that of
 * a frame which the engine reads, where a frame may be behind it: a frame's
 * owner, or what may have a closed shadow root that is not known yet. The core
 * asks the browser what it holds. null is any other, undefined that the frame
 * cannot be read.
 */
export function keyed(frame?: Element): Element | null | undefined {
  const doc = frame ? frameDocument(frame) : document;
  if (!doc) return undefined;
  aimed = activeElement();
  let el = activeIn(doc);
  for (let inner; (inner = el && shadowOf(el)?.activeElement); ) el = inner;
  return el && (owners.has(tagOf(el)) || (mayHost(tagOf(el)) && !shadowOf(el))) ? el : null;
}

/** aim is keyed as an operation: mostly there is no such element, and this answer is enough. */
export function aim(): { yes: boolean } {
  return { yes: keyed() !== null };
}

/** nowhere reports whether no element of the document has the focus, or one that holds a frame: so it is while it goes into a frame of another process. */
export function nowhere(): { yes: boolean } {
  const el = activeElement();
  return { yes: !el || el === bodyOf(document) || el === topOf(document) || owners.has(tagOf(el)) };
}

/** takes reports whether a key would type its text: what has the focus takes text. */
export function takes(): { yes: boolean } {
  const el = activeElement();
  return { yes: !!el && takesText(el) };
}

/** How long the page is held at most, in ms: the core's answer may come over a network. */
const patience = 1000;

/** How long after the browser has said that the key is coming, in ms: it says so before the key is queued. */
const queued = 8;

/**
 * hold reports whether the focus is where it was when keyed was asked. If so
 * no script of the page runs before the key that the core sends on hearing of
 * it: the answer leaves, and this task goes on until the key is there. Without
 * that a page can move the focus while the answer is on its way.
 */
export function hold(): Promise<{ yes: boolean }> {
  return new Promise((answer) => {
    void turn().then(() => {
      const still = activeElement() === aimed && focused(aimed);
      answer({ yes: still });
      // The door turns the answer into JSON in the next microtask, and the browser takes it in the one after that.
      if (still) queueMicrotask(() => queueMicrotask(wait));
    });
  });
}

/**
 * focused reports whether keys go to el: a page can give an element of one frame the focus and leave the keys to another.
 * In a frame of another process no element counts as focused where nobody looks at the window, so there it cannot be told.
 */
function focused(el: Element | null): boolean {
  return !el || window !== top || el === bodyOf(documentOf(el)) || el === topOf(documentOf(el)) || matchesOf(el, ":focus");
}

function wait(): void {
  const { scheduling } = navigator as Navigator & { scheduling?: { isInputPending(): boolean } };
  const until = (end: number, there: () => boolean): void => {
    while (performance.now() < end && !there());
  };
  until(performance.now() + patience, () => scheduling?.isInputPending() ?? false);
  until(performance.now() + queued, () => false);
}
