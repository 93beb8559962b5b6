/** Parts of what can be acted on: which are things of their own, and which are nothing besides. */
import { known } from "./hint";
import { allIn, attr, childrenOf, closestOf, dataOf, tagOf, textOf, typeOf } from "../dom/native";
import { isElement, styleOf } from "../dom/tree";
import type { Picked } from "./picked";
import { rendered } from "../dom/visibility";

/** So many parts are looked at. */
const most = 60;

const shapes = new Set(["img", "svg", "canvas", "video", "object", "embed", "iframe"]);

/** alone reports whether el shows nothing but what was picked inside it, from so far on: no text and no picture of its own. */
export function alone(el: Element, picked: Picked[], from: number): boolean {
  const parts = new Set<Element>();
  for (let i = from; i < picked.length; i++) if (picked[i]!.role !== "generic") parts.add(picked[i]!.el);
  if (!parts.size) return false;
  let left = most;
  const bare = (e: Element): boolean => {
    for (const n of childrenOf(e)) {
      if (--left < 0) return false;
      if (typeOf(n) === 3) {
        if (/\S/.test(dataOf(n)!)) return false;
      } else if (isElement(n) && !parts.has(n)) {
        const tag = tagOf(n);
        if (tag === "label" && (n as HTMLLabelElement).control) continue;
        if (shapes.has(tag) || tag.includes("-") || !bare(n)) return false;
      }
    }
    return true;
  };
  return bare(el);
}

/** toggle is the part of a tree's item that opens and closes it, where that is drawn apart and does nothing else. */
export function toggle(item: Element): Element | null {
  let n = 0;
  for (const part of allIn(item, "[class]")) {
    if (n++ === maxToggle || closestOf(part, "[role=treeitem]") !== item) return null;
    const words = known(attr(part, "class")!);
    if (!/expand|toggle|switcher|caret|arrow|collapse/.test(words) || /\S/.test(textOf(part))) continue;
    return closestOf(part, "button,a,input") || styleOf(part).cursor !== "pointer" || !rendered(part) ? null : part;
  }
  return null;
}

/** So many parts of an item are asked: what opens it stands first. */
const maxToggle = 6;
