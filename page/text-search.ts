/** Looking through everything that shows, listed or not: each text is found in the element that is its own. */
import { areaOf } from "./landmarks";
import { line } from "./plain-text";
import type { Part } from "./content";
import { Reading } from "./content";
import { eachRoot, flatParent } from "./dom";
import { called } from "./hint";
import { hoverers } from "./hover";
import { allIn, attr, queryAll, tagOf, textOf } from "./native";
import { pick, type Picked } from "./pick";
import { has, matching } from "./query";
import { actRole, interactive } from "./roles";
import { text } from "./text";
import { rendered } from "./visibility";

/** Found is an element that has the words, and what it says where it has no name of its own. */
export interface Found extends Picked {
  said?: string;
  /** What shows only while the pointer is over it. */
  hover?: string;
}

const maxRead = 400_000;
/** A text with more characters is no place to aim at: the words are spread over it. */
const maxSaid = 300;
/** So many texts, and so many elements by their attributes, are found at most. */
const maxFound = 60;

/** What holds texts that have little to do with one another. */
const wide = new Set(["html", "body", "main", "form", "ul", "ol", "dl", "table", "thead", "tbody", "tfoot"]);

/** seek finds what has all the words below root: controls first, then the texts of other elements. */
export function seek(root: Element, list: string[]): Found[] {
  if (!list.length) return [];
  const all = pick(root);
  const out: Found[] = matching(all, list);
  const taken = new Set(out.map((p) => p.el));
  const acting = new Set(all.filter((p) => interactive.has(p.role) && p.role !== "treeitem").map((p) => p.el));
  const add = (el: Element, said: string): void => {
    if (taken.has(el) || out.length - taken.size >= maxFound) return;
    for (let e: Element | null = el; e; e = flatParent(e)) {
      const stands = tagOf(e) === "label" ? (e as HTMLLabelElement).control : acting.has(e) ? e : null;
      if (stands && taken.has(stands)) return;
    }
    taken.add(el);
    out.push({ el, role: actRole(el), area: areaOf(el), said });
  };
  const part = new Reading(maxRead).read(root);
  if (part) texts(part, list, add);
  if (tagOf(root) === "html" || tagOf(root) === "body") eachRoot((r) => marked(r, list, add));
  else marked(root, list, add);
  for (const { trigger, name } of hoverers(root)) {
    if (has(name, list)) add(trigger, visible(trigger));
    for (const p of out) if (trigger === p.el || (trigger.contains(p.el) && !p.el.contains(trigger))) if (!p.hover?.split(", ").includes(name)) p.hover = p.hover ? p.hover + ", " + name : name;
  }
  return out;
}

/** texts gives the innermost elements whose texts have all the words; it returns p's text, null when words were found in it or it is too long. */
function texts(p: Part, list: string[], add: (el: Element, said: string) => void): string | null {
  if (p.tag === "#") return p.text;
  let said: string | null = p.text;
  let found = false;
  for (const k of p.kids) {
    const s = texts(k, list, add);
    if (s === null) found = true;
    else if (said !== null) said += k.inline ? s : ` ${s} `;
    if (said !== null && said.length > 2 * maxSaid) said = null;
  }
  if (found || said === null) return null;
  if (!p.el) return said;
  const words = line(said);
  if (words.length > maxSaid || wide.has(p.tag) || !has(words, list)) return said;
  add(tagOf(p.el) === "svg" ? written(p.el, list) : p.el, words);
  return null;
}

/** written is the text in a drawing that has the words, else the drawing. */
function written(svg: Element, list: string[]): Element {
  for (const t of allIn(svg, "text")) if (has(textOf(t), list)) return t;
  return svg;
}

/** marked gives what is called or marked by the words although no text says so: hints, and what can be dragged. */
function marked(root: ParentNode, list: string[], add: (el: Element, said: string) => void): void {
  for (const el of queryAll(root, "[title],[aria-label],[draggable=true],[data-testid]")) {
    const hints = ["title", "aria-label", "data-testid"].map((a) => attr(el, a) ?? "").join(" ");
    const drags = attr(el, "draggable") === "true";
    if (has(drags ? hints + " draggable " + textOf(el) : hints, list) && rendered(el)) add(el, line(hints) || visible(el));
  }
  // What is kept from readers of screens, as another way to do the same, is there for whoever sees it.
  for (const el of queryAll(root, "a[aria-hidden=true],button[aria-hidden=true],[role=button][aria-hidden=true]")) {
    const said = called(el, actRole(el), "");
    if (has(said, list) && rendered(el)) add(el, said);
  }
}

/** visible is the first of what a person can read in el. */
function visible(el: Element): string {
  const part = new Reading(maxSaid).read(el);
  return part ? line(text([part])).slice(0, maxSaid) : "";
}
