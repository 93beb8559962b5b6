/** Who listens for presses: no isolated world can tell, so where a page shows little else to act on the core is told to ask the browser. */
import { childrenOf, dataOf, tagOf, textOf, typeOf } from "./native";
import { isElement } from "./dom";

/** A page that lists more, or has more elements, says enough without. */
const maxListed = 40;
const maxElements = 1500;
/** What says more than this is content. */
const maxText = 80;
/** So many parts may share a listener. */
const maxParts = 60;

const asked = new WeakSet<Element>();
const heard = new WeakSet<Element>();

/** unheard reports whether the core shall ask who listens: few elements are listed, and some came since it asked. */
export function unheard(listed: number): boolean {
  const all = listed > maxListed ? [] : document.getElementsByTagName("*");
  if (all.length > maxElements) return false;
  let some = false;
  for (let i = 0; i < all.length; i++) {
    if (asked.has(all[i]!)) continue;
    asked.add(all[i]!);
    some = true;
  }
  return some;
}

/** Of what these listen for, their items are meant, however few. */
const lists = /^(ul|ol|menu|tr|tbody|table)$/;

/** hear takes an element that listens for presses, and gives it back where that tells anything. One that listens for many parts, alike and with a word each, hears for them. */
export function hear(el: Element): Element | undefined {
  if (/^(html|body|main)$/.test(tagOf(el))) return undefined;
  const parts = [...childrenOf(el)].filter((n) => typeOf(n) !== 3 || /\S/.test(dataOf(n)!));
  const first = parts[0];
  if (parts.length > (lists.test(tagOf(el)) ? 0 : 2) && parts.length <= maxParts && parts.every((n) => isElement(n) && tagOf(n) !== "a" && tagOf(n) === tagOf(first as Element) && textOf(n).length < maxText / 2)) for (const n of parts) heard.add(n as Element);
  else if (textOf(el).length <= maxText) heard.add(el);
  else return undefined;
  return el;
}

/** hears reports whether el is known to listen. */
export const hears = (el: Element): boolean => heard.has(el);
