/** Choosing which of the picked elements to list: what is in the viewport first. */
import { activeElement } from "../dom/tree";
import { rectOf, tagOf, documentOf, viewOf } from "../dom/native";
import type { Picked } from "../naming/picked";
import { boxOf, imageOf, inViewport, transformOf, type Transform } from "../dom/visibility";

/** Choice is what was chosen to be listed. */
export interface Choice {
  list: (Picked & { visible: boolean })[];
  omitted: number;
  /** What was left out: how many of which kinds, in which parts of the page. */
  left: string;
}

/**
 * choose keeps at most cap, all in document order where they are no more. Else
 * what counts comes first: what is new, in front or in focus, then what is in
 * the viewport, then the rest, each in document order. What is ranked stays in its order.
 */
export function choose(all: Picked[], cap: number, fresh: ReadonlySet<Element>, ranked = false): Choice {
  const transforms = new Map<Document, Transform>();
  const [w, h] = [window.innerWidth, window.innerHeight];
  const look = (p: Picked): boolean => shows(p.el, transforms, w, h);
  if (ranked || all.length <= cap) {
    const left = all.slice(cap);
    return { list: all.slice(0, cap).map((p) => ({ ...p, visible: look(p) })), omitted: left.length, left: tally(left) };
  }
  const seen = all.length <= maxRects ? new Set(all.filter(look)) : onTop(all, look);
  const focus = activeElement();
  const first = new Set<Picked>();
  for (const p of all) if (p.area === "dialog" || p.el === focus || fresh.has(p.el)) first.add(p);
  const list: Choice["list"] = [];
  for (const p of first) if (list.length < cap) list.push({ ...p, visible: seen.has(p) || look(p) });
  for (const p of all) if (list.length < cap && seen.has(p) && !first.has(p)) list.push({ ...p, visible: true });
  const left: Picked[] = [];
  const listed = new Set(list.map((p) => p.el));
  for (const p of all) {
    if (listed.has(p.el)) continue;
    if (list.length < cap && !seen.has(p)) list.push({ ...p, visible: false });
    else left.push(p);
  }
  return { list, omitted: left.length, left: tally(left) };
}

/** tally says of what kinds elements are, and in which parts of the page. */
function tally(left: Picked[]): string {
  const roles = new Map<string, number[]>();
  const parts = new Map<string, number[]>();
  const count = (n: Map<string, number[]>, key: string): void => {
    const had = n.get(key);
    if (had) had[0]!++;
    else n.set(key, [1]);
  };
  for (const p of left) {
    count(roles, p.role);
    if (p.area) count(parts, p.area);
  }
  const said = (n: Map<string, number[]>): string => {
    const most = [...n].sort((a, b) => b[1][0]! - a[1][0]!);
    const more = most.slice(maxKinds).reduce((sum, [, v]) => sum + v[0]!, 0);
    return most.slice(0, maxKinds).map(([k, v]) => `${v[0]} ${k}`).join(", ") + (more ? `, ${more} others` : "");
  };
  return said(roles) + (parts.size ? `; ${said(parts)}` : "");
}

/** So many kinds, and so many parts, are named. */
const maxKinds = 4;

// Up to so many elements are all asked for their place.
const maxRects = 1500;

/**
 * onTop finds what is in the viewport of a very long page without asking every
 * element for its place: neighbours in the document are mostly neighbours on
 * the screen, and what is not stands in a part of its own or at the end.
 */
function onTop(all: Picked[], look: (p: Picked) => boolean): Set<Picked> {
  const out = new Set<Picked>();
  const step = 16;
  const tested = new Uint8Array(all.length);
  const test = (i: number): boolean => {
    const p = all[i]!;
    if (!tested[i]) {
      tested[i] = 1;
      if (look(p)) out.add(p);
    }
    return out.has(p);
  };
  for (let i = 0; i < all.length; i += step) {
    if (!test(i)) continue;
    // Around a hit, everything as far as it stays dense.
    for (const way of [1, -1]) for (let j = i + way, miss = 0; miss < step && j >= 0 && j < all.length; j += way) miss = test(j) ? 0 : miss + 1;
  }
  for (let i = 0, budget = maxRects; i < all.length && budget > 0; i++) {
    const area = i >= all.length - 64 ? "end" : all[i]!.area;
    if (!area || area === "main" || tested[i]) continue;
    budget--;
    test(i);
  }
  return out;
}

function shows(el: Element, transforms: Map<Document, Transform>, w: number, h: number): boolean {
  const r = tagOf(el) === "area" ? imageOf(el)?.getBoundingClientRect() : rectOf(el);
  if (!r) return false;
  const doc = documentOf(el);
  if (doc === document) return r.width > 0 || r.height > 0 ? inViewport(r, w, h) : onScreen(el, w, h);
  const view = viewOf(doc);
  if (!view || !inViewport(r, view.innerWidth, view.innerHeight)) return false;
  let t = transforms.get(doc);
  if (!t) transforms.set(doc, (t = transformOf(doc)));
  return inViewport(new DOMRect(t.x + r.x * t.sx, t.y + r.y * t.sy, r.width * t.sx, r.height * t.sy), w, h);
}

// An element without a box of its own, such as display:contents.
function onScreen(el: Element, w: number, h: number): boolean {
  const b = boxOf(el);
  return b !== null && inViewport(b, w, h);
}
