/** What shows only while the pointer is over something: over what it is moved first. */
import { frame } from "../common/animation-frames";
import { clipper, above, wide } from "../guarding/cover";
import { flatParent, styleOf } from "../dom/tree";
import { opener } from "../reading/hover";
import { tagOf } from "../dom/native";
import { pressable } from "../guarding/aim";
import { rectsOf, rendered } from "../dom/visibility";

/** How long in ms it may take to show under the pointer. */
const patience = 300;
/** So far around it is looked for what to be over. */
const most = 8;

/** veiled reports whether nothing of el can be met by the pointer where it is now. */
export function veiled(el: Element): boolean {
  const s = styleOf(el);
  return !rendered(el) || !rectsOf(el).length || (s.pointerEvents === "none" && s.opacity === "0") || above(el) === undefined || clipper(el) !== null;
}

/** triggers are what the pointer may have to be over for el to show, the likeliest first. */
export function triggers(el: Element): Element[] {
  const said = opener(el);
  let around = flatParent(el);
  for (let n = 0; around && n < most && !pressable(around); n++) around = flatParent(around);
  return [said, around && around !== said && !wide.has(tagOf(around)) ? around : null].filter((e) => e !== null);
}

/** unveiled waits until el shows. */
export async function unveiled(el: Element): Promise<void> {
  for (const end = performance.now() + patience; veiled(el) && performance.now() < end; ) await frame(50);
}
