/**
 * The last guard before a click: between the hit test and the press the page
 * may move something else under the pointer. While armed, a press that does
 * not reach the intended element, or reaches it after it became something
 * else, is kept from the page; so is the click of a press whose element became
 * something else before the release.
 */
import { documentOf, viewOf } from "./native";
import { frameOf } from "./dom";

const kinds = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "auxclick", "contextmenu", "touchstart", "touchend"];

let disarm: (() => void) | null = null;
let outcome: boolean | undefined;
/** Reports whether a press has come to any of the windows that were armed, wherever in them it went. */
let pressed: () => boolean = () => true;

/** arm watches the next press; ok decides on the path of its pointerdown. */
export function arm(el: Element, ok: (path: EventTarget[]) => boolean): void {
  disarm?.();
  outcome = undefined;
  let own = false;
  const windows: Window[] = [];
  for (let doc: Document | null = documentOf(el); doc && viewOf(doc); ) {
    windows.push(viewOf(doc)!);
    doc = frameOf(doc)?.ownerDocument ?? null;
  }
  const presses = (): number => windows.reduce((n, w) => n + (w.performance.eventCounts.get("pointerdown") ?? 0), 0);
  const before = presses();
  pressed = () => presses() > before;
  const listen = (e: Event): void => {
    if (!e.isTrusted) return;
    if (outcome === undefined) {
      outcome = ok(e.composedPath());
      if (outcome) {
        // What the page itself makes of the press, such as another label, is what its click means.
        addEventListener("mousedown", () => queueMicrotask(() => (own = !ok([el]))), { once: true });
      } else if (e instanceof PointerEvent) divert(e);
    }
    if (outcome && (e.type === "click" || e.type === "auxclick")) {
      off();
      if (own || ok(e.composedPath())) return;
      outcome = false;
    }
    if (outcome) {
      if (e.type === "mouseup") setTimeout(off, 0);
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

/**
 * divert sends the rest of a press, its click too, to the root element: a
 * listener that the page put on the window before the guard came cannot be
 * stopped, but it then sees a click on nothing.
 */
function divert(e: PointerEvent): void {
  const at = e.composedPath().find((t) => t instanceof Document) as Document | undefined;
  try {
    at?.documentElement.setPointerCapture(e.pointerId);
  } catch {
    // The pointer is gone: so is its click.
  }
}

/**
 * landed says whether the guarded press reached its element, undefined when
 * the page has kept it to itself or none was guarded; lost, that none came.
 */
export function landed(): boolean | "lost" | undefined {
  const o = outcome ?? (pressed() ? undefined : "lost");
  outcome = undefined;
  pressed = () => true;
  return o;
}
