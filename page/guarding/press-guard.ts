/**
 * The last guard before a click: between the hit test and the press the page
 * may move something else under the pointer. While armed, a press that does
 * not reach the intended element, or reaches it after it became something
 * else, is kept from the page; so is the click of a press whose element became
 * something else before the release.
 */
import { documentOf, matchesOf, viewOf } from "../dom/native";
import { frameOf } from "../dom/tree";
import { hit } from "./hit";

const kinds = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "auxclick", "contextmenu", "touchstart", "touchend"];

let disarm: (() => void) | null = null;
let outcome: boolean | undefined;
/** Of two presses the second was kept from the page. */
let half = false;
/** Reports whether a press has come to any of the windows that were armed, wherever in them it went. */
let pressed: () => boolean = () => true;

/** arm watches the next presses; on decides on the path of each pointerdown. */
export function arm(el: Element, on: (path: EventTarget[]) => boolean, count: number): void {
  const ok = (path: EventTarget[]): boolean => still(() => on(path));
  disarm?.();
  outcome = undefined;
  half = false;
  let ups = 0;
  let judged = 0;
  let own = false;
  const windows = around(el);
  const presses = (): number => windows.reduce((n, w) => n + (w.performance.eventCounts.get("pointerdown") ?? 0), 0);
  const before = presses();
  pressed = () => presses() > before;
  // What the page itself makes of the press or of the focus that it brings, such as another label, a field, or a list that
  // it opens over the element, is what its click means.
  let down: MouseEvent | undefined;
  const claim = (e: Event): void => {
    if (e.type === "mousedown") down = e as MouseEvent;
    queueMicrotask(() => (own ||= !ok([el]) || (!!down && !ok([hit(down.clientX, down.clientY) ?? el]))));
  };
  const listen = (e: Event): void => {
    if (!e.isTrusted) return;
    const path = e.composedPath();
    // The click comes in the same task as the release: after it the guard ends.
    // A refused pointerdown leaves out the mouse events, but not pointerup.
    if (e.type === "pointerup" && ++ups >= count) setTimeout(off, 0);
    if (outcome === undefined) {
      outcome = ok(path);
      if (outcome) {
        for (const kind of begins) addEventListener(kind, claim, { once: true });
      }
    } else if (outcome && ups && e.type === "pointerdown" && !path.includes(el) && !ok(path)) half = true; // the first press of two has been made
    if (outcome && !half) {
      if ((e.type !== "click" && e.type !== "auxclick") || judged === ups) return;
      judged = ups;
      if (ups >= count) off();
      if (own || ok(path) || (ups > 1 && path.includes(el))) return;
      if (ups > 1) half = true;
      else outcome = false;
    }
    if (e.type === "pointerdown") divert(e as PointerEvent);
    e.preventDefault();
    e.stopImmediatePropagation();
  };
  const off = (): void => {
    clearTimeout(timer);
    for (const kind of begins) removeEventListener(kind, claim);
    for (const w of windows) for (const k of kinds) w.removeEventListener(k, listen, true);
    setTimeout(() => windows.forEach((w) => tamed.forEach((k) => w.removeEventListener(k, tame))), 0);
    if (disarm === off) disarm = null;
  };
  for (const w of windows) {
    for (const k of kinds) w.addEventListener(k, listen, { capture: true, passive: false });
    for (const k of tamed) w.addEventListener(k, tame);
  }
  // A press that never comes must not leave the page guarded against the person.
  const timer = setTimeout(off, 2000);
  disarm = off;
}

/** armKey keeps the next key from the page where it does not go to el, or el has become something else. */
export function armKey(el: Element, ok: () => boolean): void {
  disarm?.();
  outcome = undefined;
  let came = false;
  pressed = () => came;
  const listen = (e: Event): void => {
    if (!e.isTrusted) return;
    if (e.type === "keydown") {
      came = true;
      outcome = e.composedPath()[0] === el && still(ok);
    }
    if (!outcome) {
      e.preventDefault();
      e.stopImmediatePropagation();
    }
    if (e.type === "keyup") off();
  };
  const windows = around(el);
  const off = (): void => {
    clearTimeout(timer);
    for (const w of windows) for (const k of keys) w.removeEventListener(k, listen, true);
    if (disarm === off) disarm = null;
  };
  for (const w of windows) for (const k of keys) w.addEventListener(k, listen, true);
  const timer = setTimeout(off, 2000);
  disarm = off;
}

const keys = ["keydown", "keypress", "keyup"];

/** still reports whether that holds: an element that cannot be found any more is none. */
function still(ok: () => boolean): boolean {
  try {
    return ok();
  } catch {
    return false;
  }
}

/** around lists the windows that an event of el comes through, of its document and those around it. */
function around(el: Element): Window[] {
  const windows: Window[] = [];
  for (let doc: Document | null = documentOf(el); doc && viewOf(doc); ) {
    windows.push(viewOf(doc)!);
    doc = frameOf(doc)?.ownerDocument ?? null;
  }
  return windows;
}

/** What a press begins with in the page. */
const begins = ["mousedown", "focusin"];
const tamed = ["click", "contextmenu"];

/** tame keeps the browser from opening its own menu, and a window for a link with Shift: both would take the person's focus. */
function tame(e: Event): void {
  if (e.isTrusted && (e.type === "contextmenu" || ((e as MouseEvent).shiftKey && e.composedPath().some((t) => t instanceof Element && matchesOf(t, "a,area"))))) e.preventDefault();
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
 * the page has kept it to itself or none was guarded; lost, that none came; half,
 * that only the first of two did.
 */
export function landed(): boolean | "lost" | "half" | undefined {
  const o = half ? "half" : (outcome ?? (pressed() ? undefined : "lost"));
  outcome = undefined;
  half = false;
  pressed = () => true;
  return o;
}
