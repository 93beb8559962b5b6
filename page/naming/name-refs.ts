/** What names an element from elsewhere on the page: its labels, and what ARIA refers to or puts below it. */
import { attr, attributed, hasAttr, queryAll, rootOf, tagged, tagOf } from "../dom/native";
import { Memo } from "../common/memo";

type Root = Document | ShadowRoot;

const labels = new Memo<Node, Map<Element, Element[]>>();
const owners = new Memo<Node, Map<Element, Element>>();
const none: Element[] = [];

const labelable = new Set(["button", "input", "meter", "output", "progress", "select", "textarea"]);

/** labelsOf lists the labels of a control, in the order of the page. */
export function labelsOf(el: Element, tag = tagOf(el)): Element[] {
  if (!labelable.has(tag) && !tag.includes("-")) return none;
  const root = rootOf(el);
  return labels.get(root, () => labelsIn(root as Root)).get(el) ?? none;
}

function labelsIn(root: Root): Map<Element, Element[]> {
  const map = new Map<Element, Element[]>();
  // What has left the page has a root that is neither of the two.
  if (root.nodeType !== 9 && root.nodeType !== 11) return map;
  const list = tagged(root, "label");
  for (let i = 0; i < list.length; i++) {
    const label = list[i]!;
    const control = (label as HTMLLabelElement).control;
    if (!control) continue;
    const known = map.get(control);
    if (known) known.push(label);
    else map.set(control, [label]);
  }
  return map;
}

/** labelledBy lists what el's aria-labelledby refers to, null when it says nothing. */
export function labelledBy(el: Element): Element[] | null {
  if (!hasAttr(el, "aria-labelledby")) return null;
  return attr(el, "aria-labelledby") ? referred(el, "aria-labelledby") : ((el as Element & { ariaLabelledByElements?: Element[] }).ariaLabelledByElements ?? none);
}

function referred(el: Element, name: string): Element[] {
  const root = rootOf(el) as Root;
  const out: Element[] = [];
  for (const id of (attr(el, name) ?? "").split(/\s+/)) {
    const other = id && root.getElementById ? root.getElementById(id) : null;
    if (other) out.push(other);
  }
  return out;
}

function ownersIn(root: Root): Map<Element, Element> {
  return owners.get(root, () => {
    const map = new Map<Element, Element>();
    for (const owner of queryAll(root, "[aria-owns]")) {
      for (const kid of referred(owner, "aria-owns")) if (!map.has(kid) && !kid.contains(owner)) map.set(kid, owner);
    }
    return map;
  });
}

/** ownerOf is the element that el is below by aria-owns; undefined for most. */
export function ownerOf(el: Element): Element | undefined {
  return ownersIn(rootOf(el) as Root).get(el);
}

/** owning reports whether anything around el is somewhere else by aria-owns. */
export function owning(el: Element): boolean {
  return ownersIn(rootOf(el) as Root).size > 0;
}

/** ownedBy lists what is below el by aria-owns. */
export function ownedBy(el: Element): Element[] {
  return attributed(el) && hasAttr(el, "aria-owns") ? referred(el, "aria-owns").filter((kid) => ownerOf(kid) === el) : none;
}
