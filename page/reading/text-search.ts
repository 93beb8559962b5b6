/** Looking through everything that shows, listed or not: each text is found in the element that is its own. */
import { areaOf } from "../naming/landmarks";
import { line } from "../common/plain-text";
import type { Part } from "./content";
import { Reading } from "./content";
import { eachRoot, flatParent } from "../dom/tree";
import { called } from "../naming/hint";
import { hoverers } from "./hover";
import { allIn, attr, queryAll, tagOf, textOf } from "../dom/native";
import { pick } from "../naming/pick";
import type { Picked } from "../naming/picked";
import { hits, least, ranked, score } from "./query";
import { actRole, interactive } from "../naming/roles";
import { text } from "./text";
import { rendered } from "../dom/visibility";

/** Found is an element that has the words, and what it says where it has no name of its own. */
export interface Found extends Picked {
  said?: string;
  /** What shows only while the pointer is over it. */
  hover?: string;
}

/** So many characters are looked through at most. */
const maxRead = 4_000_000;
/** A text with more characters is no place to aim at: the words are spread over it. */
const maxSaid = 300;

/** What holds texts that have little to do with one another. */
const wide = new Set(["html", "body", "main", "form", "ul", "ol", "dl", "table", "thead", "tbody", "tfoot"]);

/** Search is what was found, what has most of the words first. */
interface Search {
  found: Found[];
  /** Nothing has all the words. */
  partly: boolean;
  /** How many characters were looked through, 0 for all. */
  read: number;
}

/** seek finds what has the words below root, listed or not: controls first, then the texts of other elements. */
export function seek(root: Element, list: string[]): Search {
  if (!list.length) return { found: [], partly: false, read: 0 };
  const all = pick(root);
  const taken = new Map<Element, Found & { n: number }>();
  for (const p of all) {
    const n = score(p, list);
    if (n) taken.set(p.el, { ...p, n });
  }
  const acting = new Set(all.filter((p) => interactive.has(p.role) && p.role !== "treeitem").map((p) => p.el));
  const add = (el: Element, said: string, n: number): void => {
    if (taken.get(el)?.n! >= n) return;
    for (let e: Element | null = el; e; e = flatParent(e)) {
      const stands = tagOf(e) === "label" ? (e as HTMLLabelElement).control : acting.has(e) ? e : null;
      if (stands && taken.get(stands)?.n! >= n) return;
    }
    taken.set(el, { el, role: actRole(el), area: areaOf(el), said, n });
  };
  const reading = new Reading(maxRead);
  const part = reading.read(root);
  if (part) texts(part, list, add);
  if (tagOf(root) === "html" || tagOf(root) === "body") eachRoot((r) => marked(r, list, add));
  else marked(root, list, add);
  const hovering = hoverers(root);
  for (const { trigger, name } of hovering) {
    const n = hits(name, list);
    if (n) add(trigger, visible(trigger), n);
  }
  const out = [...taken.values()];
  const scores = out.map((f) => f.n);
  const few = least(list, scores);
  const found: Found[] = ranked(out, scores, few);
  for (const { trigger, name } of hovering) {
    for (const p of found) if (trigger === p.el || (trigger.contains(p.el) && !p.el.contains(trigger))) if (!p.hover?.split(", ").includes(name)) p.hover = p.hover ? p.hover + ", " + name : name;
  }
  return { found, partly: few < list.length, read: reading.cut ? maxRead : 0 };
}

type Add = (el: Element, said: string, n: number) => void;

/** texts gives the elements whose texts have more of the words than any text inside them; it returns p's text, null when all were found in it or it is too long, and how many were. */
function texts(p: Part, list: string[], add: Add): { said: string | null; most: number } {
  if (p.tag === "#") return { said: p.text, most: 0 };
  let said: string | null = p.text;
  let most = 0;
  for (const k of p.kids) {
    const of = texts(k, list, add);
    most = Math.max(most, of.most);
    if (of.said === null) said = null;
    else if (said !== null) said += k.inline ? of.said : ` ${of.said} `;
    if (said !== null && said.length > 2 * maxSaid) said = null;
  }
  if (said === null || !p.el) return { said, most };
  const words = line(said);
  const n = words.length > maxSaid || wide.has(p.tag) ? 0 : hits(words, list);
  if (n <= most) return { said, most };
  add(tagOf(p.el) === "svg" ? written(p.el, list) : p.el, words, n);
  return { said: n === list.length ? null : said, most: n };
}

/** written is the text in a drawing that has most of the words, else the drawing. */
function written(svg: Element, list: string[]): Element {
  const all = [...allIn(svg, "text")];
  return ranked(all, all.map((t) => hits(textOf(t), list)), 1)[0] ?? svg;
}

/** marked gives what is called or marked by the words although no text says so: hints, and what can be dragged. */
function marked(root: ParentNode, list: string[], add: Add): void {
  for (const el of queryAll(root, "[title],[aria-label],[draggable=true],[data-testid]")) {
    const hints = ["title", "aria-label", "data-testid"].map((a) => attr(el, a) ?? "").join(" ");
    const drags = attr(el, "draggable") === "true";
    const n = hits(drags ? hints + " draggable " + textOf(el) : hints, list);
    if (n && rendered(el)) add(el, line(hints) || visible(el), n);
  }
  // What is kept from readers of screens, as another way to do the same, is there for whoever sees it.
  for (const el of queryAll(root, "a[aria-hidden=true],button[aria-hidden=true],[role=button][aria-hidden=true]")) {
    const said = called(el, actRole(el), "");
    const n = hits(said, list);
    if (n && rendered(el)) add(el, said, n);
  }
}

/** visible is the first of what a person can read in el. */
function visible(el: Element): string {
  const part = new Reading(maxSaid).read(el);
  return part ? line(text([part])).slice(0, maxSaid) : "";
}
