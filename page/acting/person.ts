/**
 * The person at the page: what they press and type there themselves is told to
 * the core, which knows whether the agent's own input is under way. Pointers
 * that only move, scrolling, and the browser's own shortcuts are not told.
 */
import { knownRoots } from "../dom/tree";
import { notifyBinding, watching } from "./watch";

const kinds = ["pointerdown", "pointerup", "keydown", "paste"];

/** How often the core is told, in ms. */
const often = 250;

let last = -often;

/** listen hears the person in the document and the frames that are known; again does nothing. */
export function listen(): void {
  for (const root of knownRoots()) {
    const at = (root as Document).defaultView;
    if (at) for (const k of kinds) at.addEventListener(k, tell, { capture: true, passive: true });
  }
}

function tell(e: Event): void {
  if (!e.isTrusted || watching(e.timeStamp) || e.timeStamp - last < often) return;
  const { key, pointerType } = e as KeyboardEvent & PointerEvent;
  if (pointerType !== undefined) {
    // A finger that scrolls goes down too, but its going up never comes.
    if ((e.type === "pointerup") !== (pointerType === "touch") || onScrollbar(e as PointerEvent)) return;
  } else if (key !== undefined) {
    const k = e as KeyboardEvent;
    // Characters that need AltGr come with Ctrl and Alt on Windows.
    if (key === "Shift" || ((k.ctrlKey || k.altKey || k.metaKey) && !k.getModifierState("AltGraph"))) return;
  }
  last = e.timeStamp;
  notifyBinding()?.('{"person":true}');
}

/** onScrollbar reports whether the page's own scrollbar was pressed. */
function onScrollbar(e: PointerEvent): boolean {
  const el = e.target as Element;
  return el.parentNode?.nodeType === 9 && (e.clientX >= el.clientWidth || e.clientY >= el.clientHeight);
}
