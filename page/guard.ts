/**
 * The last guard before a click: between the hit test and the press the page
 * may move something else under the pointer. While armed, a press that does
 * not reach the intended element, or reaches it after it became something
 * else, is kept from the page.
 */
import { documentOf, viewOf } from "./native";
import { frameOf } from "./dom";

const kinds = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "auxclick", "contextmenu", "touchstart", "touchend"];

let disarm: (() => void) | null = null;
let outcome: boolean | undefined;

/** arm watches the next press; ok decides on the path of its pointerdown. */
export function arm(el: Element, ok: (path: EventTarget[]) => boolean): void {
  disarm?.();
  outcome = undefined;
  const windows: Window[] = [];
  for (let doc: Document | null = documentOf(el); doc && viewOf(doc); ) {
    windows.push(viewOf(doc)!);
    doc = frameOf(doc)?.ownerDocument ?? null;
  }
  const listen = (e: Event): void => {
    if (!e.isTrusted) return;
    if (outcome === undefined) outcome = ok(e.composedPath());
    if (outcome) {
      off();
      return;
    }
    e.preventDefault();
    e.stopImmediatePropagation();
    // The click comes in the same task as the release: after it the guard ends.
    // A refused pointerdown leaves out the mouse events, so pointerup counts too.
    if (e.type === "pointerup" || e.type === "mouseup" || e.type === "touchend") setTimeout(off, 0);
  };
  const off = (): void => {
    clearTimeout(timer);
    for (const w of windows) for (const k of kinds) w.removeEventListener(k, listen, true);
    if (disarm === off) disarm = null;
  };
  for (const w of windows) for (const k of kinds) w.addEventListener(k, listen, { capture: true, passive: false });
  // A press that never comes must not leave the page guarded against the person.
  const timer = setTimeout(off, 2000);
  disarm = off;
}

/** landed says whether the guarded press reached its element; undefined when none came. */
export function landed(): boolean | undefined {
  const o = outcome;
  outcome = undefined;
  return o;
}
