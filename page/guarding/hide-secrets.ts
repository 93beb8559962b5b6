/**
 * Hiding, for a picture, what a page shows of texts that must not be seen. The
 * core compares: only what stands here already is named to this document. An
 * animation hides: no attribute, style sheet or node of the page changes.
 */
import { attr, attributed, closestOf, dataOf, names, parentOf, queryAll, tagOf, typeOf, walkText } from "../dom/native";
import { eachRoot, flatParent, styleOf } from "../dom/tree";
import type { Shown } from "../common/engine.gen";
import { Fault } from "../common/fault";
import { unmask, veiled } from "../naming/secrets";

/** Piece is a text and the element that shows it. */
interface Piece {
  el: Element;
  text: string;
}

const unshown = new Set(["script", "style", "noscript", "template"]);

/** shownTexts lists the texts of this document and those inside it, also of fields and of what a style sheet puts before and after an element. */
function shownTexts(): Piece[] {
  const out: Piece[] = [];
  eachRoot((root) => {
    for (const walker = walkText(document, root, 4 /* text */), at = walker; at.nextNode(); ) {
      const p = parentOf(at.currentNode);
      const el = p && (typeOf(p) === 1 ? (p as Element) : typeOf(p) === 11 ? (p as ShadowRoot).host : null);
      if (el && !unshown.has(tagOf(el))) out.push({ el, text: dataOf(at.currentNode) ?? "" });
    }
    for (const el of queryAll(root, "*")) {
      const tag = tagOf(el);
      if (tag === "input" || tag === "textarea") out.push({ el, text: (el as HTMLInputElement).value });
      if (!attributed(el)) continue;
      const all = names(el);
      for (const name of all) if (name === "placeholder" || name === "alt" || name === "label") out.push({ el, text: attr(el, name)! });
      // What a style sheet adds mostly has it from one of these.
      if (!all.some((name) => name.startsWith("data-") || name.startsWith("aria-"))) continue;
      for (const side of ["::before", "::after"]) {
        const content = styleOf(el, side).content;
        if (content !== "none" && content !== "normal") out.push({ el, text: content });
      }
    }
  });
  return out;
}

/** fold is as the backend folds what it looks for: see backend/secrets/view.go. */
function fold(s: string): string {
  return s
    .replace(/[\u00c0-\u024f\u1e00-\u1eff]/g, (c) => {
      const d = c.normalize("NFD");
      return d.length > 1 && d.charCodeAt(0) < 128 ? d[0]! : c;
    })
    .replace(/[\s+\p{Cf}\p{Mn}\p{Cc}]/gu, "")
    .toLowerCase();
}

/** unpercent undoes percent signs, as in an address that a page prints. */
function unpercent(s: string): string {
  return s.replace(/(?:%[0-9a-f]{2})+/gi, (m) => {
    try {
      return decodeURIComponent(m);
    } catch {
      return m;
    }
  });
}

/** views are the texts of pieces in a row, as they are and with percent signs undone. */
function views(all: Piece[]): string[][] {
  const plain = all.map((p) => fold(p.text));
  return all.some((p) => p.text.includes("%")) ? [plain, all.map((p) => fold(unpercent(p.text)))] : [plain];
}

/** shown is the folded text of the document; bare leaves out what is hidden by now. */
export function shown(args: Shown): { text: string } {
  const all = shownTexts();
  const known = new Map<Element, boolean>();
  return { text: views(args.bare ? all.filter((p) => !hidden(p.el, known)) : all).map((v) => v.join("")).join("\0") };
}

/** veil hides the elements that show one of these folded texts, also when it is spread over several. */
export function veil(texts: string[]): void {
  if (!texts.length) return;
  const all = shownTexts();
  const found = new Set<Element>();
  for (const view of views(all)) {
    const whole = view.join("");
    const starts: number[] = [];
    view.reduce((at, s, i) => ((starts[i] = at), at + s.length), 0);
    for (const text of texts)
      for (let at = whole.indexOf(text); at >= 0; at = whole.indexOf(text, at + 1))
        for (let i = first(starts, at); i < all.length && starts[i]! < at + text.length; i++) if (view[i]) found.add(all[i]!.el);
  }
  for (const el of found) cover(el);
}

/** first is the index of the piece in which a place is. */
function first(starts: number[], at: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const mid = (low + high + 1) >> 1;
    if (starts[mid]! <= at) low = mid;
    else high = mid - 1;
  }
  return low;
}

/** cover makes el invisible, with all that is in it. */
function cover(el: Element): void {
  let at = closestOf(el, "select") ?? closestOf(el, "svg") ?? el;
  // Text cut out of a background is painted by what has that.
  for (let p: Element | null = at; p; p = flatParent(p)) if (styleOf(p).backgroundClip.includes("text")) at = p;
  // Without a box of its own it takes no opacity.
  for (let p = flatParent(at); p && styleOf(at).display === "contents"; p = flatParent(at)) at = p;
  // With the colour in it the animation is drawn with the page; opacity alone may come a frame later.
  const none = { opacity: "0", color: "transparent", webkitTextFillColor: "transparent" };
  veiled(at.animate([none, none], { duration: 60_000, fill: "both" }));
  if (styleOf(at).opacity === "0") return;
  unmask();
  throw new Fault("invalid_action", "The page shows a secret in a way that cannot be hidden, so no picture was taken; extract instead.");
}

/** hidden reports whether el is inside of what is invisible by now; known has what was asked before. */
function hidden(el: Element, known: Map<Element, boolean>): boolean {
  const path: Element[] = [];
  let is: boolean | undefined;
  for (let e: Element | null = el; e && (is = known.get(e)) === undefined; e = flatParent(e)) {
    path.push(e);
    if (styleOf(e).opacity === "0") {
      is = true;
      break;
    }
  }
  for (const e of path) known.set(e, is === true);
  return is === true;
}
