/** Where a closed shadow root may be: no isolated world can see one, so the core is told whom to ask the browser about. */
import { eachRoot, holdersIn, mayHost, shadowOf } from "./tree";
import { bodyOf, checkVisible, documentOf, firstElementOf, firstOf, matchesOf, parentOf, tagOf, textOf } from "./native";

/** Of the elements of HTML so many are named at once: a page may have thousands of empty boxes. */
const maxPlain = 60;
/** So many are looked at in one go. */
const most = 200;

/** The elements that the core was told of: it has asked the browser about them. */
const asked = new WeakSet<Element>();

/** hosts lists the elements that may have a closed shadow root and were not listed before. */
export function hosts(): Element[] {
  const list = candidates();
  for (const el of list) asked.add(el);
  return list;
}

/** unasked counts what hosts would list. */
export function unasked(): number {
  return candidates().length;
}

/**
 * candidates are the elements that may have a closed shadow root. A custom
 * element may always have one; of HTML's own those may that hold nothing
 * themselves and yet are shown. The document's outermost come first, as what an
 * extension or a helper adds; a span is mostly an icon.
 */
function candidates(): Element[] {
  const out: Element[] = [];
  const plain: Element[][] = [[], [], []];
  eachRoot((root) => {
    for (const el of holdersIn(root)) {
      const tag = tagOf(el);
      if (tag.includes("-")) {
        if (!asked.has(el) && matchesOf(el, ":defined") && !shadowOf(el, tag)) out.push(el);
      } else if (mayHost(tag) && !firstElementOf(el) && !shadowOf(el, tag) && !asked.has(el) && (!firstOf(el) || !/\S/.test(textOf(el))) && checkVisible(el)) {
        plain[parentOf(el) === bodyOf(documentOf(el)) ? 0 : tag === "span" ? 2 : 1]!.push(el);
      }
    }
  });
  return out.concat(plain.flat().slice(0, maxPlain)).slice(0, most);
}
