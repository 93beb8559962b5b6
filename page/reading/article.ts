/**
 * Article-like pages: whether a page is one, and which part of it is the
 * article. Readability decides on an inert copy of what is visible; the page
 * itself is not touched.
 */
import { Readability } from "@mozilla/readability";
import { said, words, type Part } from "./content";
import { dataOf, documentOf, firstOf, queryAll, tagOf, textOf, typeOf } from "../dom/native";
import { outskirts } from "./outskirts";
import { kind, long, surroundings, weigh, type Weight } from "./surroundings";

// A paragraph of prose is longer than a label, a caption or a teaser.
const prose = 140;
// The sum of Readability's own measure, sqrt(length - prose), of an article.
const enough = 20;
// What share of the main text must be prose.
const share = 0.4;
// So much that Readability leaves out may be more than surroundings.
const most = 1500;
const maxParts = 20_000;
const maxLooks = 2000;

/** What Readability has of its own that a reader of a copy needs not. */
interface Private {
  _fixRelativeUris(content: Element): void;
}

/** Reader is Readability for a copy: all of that is visible, and its addresses are absolute. */
class Reader<T> extends Readability<T> {
  protected _isProbablyVisible(): boolean {
    return true;
  }

  protected _fixRelativeUris(content: Element): void {
    if (content.querySelector("a[href^='javascript:']")) (Readability.prototype as unknown as Private)._fixRelativeUris.call(this, content);
  }
}

/** mayBeArticle is a cheap look at the document, before anything is read. */
export function mayBeArticle(root: Element): boolean {
  let score = 0;
  const seen = new Set<Element>();
  // Live collections by tag are kept by the browser: no selector has to be matched.
  for (const tag of ["p", "pre", "br", "div", "section"]) {
    const list = root.getElementsByTagName(tag);
    for (let i = 0; i < list.length && i < maxLooks; i++) {
      const el = tag === "br" ? list[i]!.parentElement! : list[i]!;
      if (tag === "div" || tag === "section") {
        // One that has text of its own, or in its first element, may be a paragraph.
        const first = firstOf(el);
        const type = first && typeOf(first);
        if (type === 3 ? dataOf(first!)!.length < 60 : type !== 1 || (tagOf(first as Element) !== "span" && tagOf(first as Element) !== "strong")) continue;
      }
      if (seen.has(el)) continue;
      seen.add(el);
      const n = long(el.textContent!);
      if (n < prose || el.closest("nav,footer,aside,li")) continue;
      score += Math.sqrt(n - prose);
      if (score > enough) return true;
    }
  }
  return false;
}

/** article returns the parts of the article, null when the page is not one. */
export function article(page: Part): Part[] | null {
  const weights = new Map<Part, Weight>();
  const whole = weigh(page, weights);
  if (weights.size > maxParts) return null;
  const told = declared(page);
  if (!told && whole.controls * 40 > whole.text) return null;
  const around = surroundings(page, weights, told);
  const rest = new Map<Part, Weight>();
  const sum = weigh(page, rest, around);
  const body = core(page, rest);
  const own = rest.get(body)!;
  // A text of some length in one place is the page's purpose, however much stands around it.
  const mostly = sum.prose >= share * sum.text && sum.linked <= 0.6 * sum.text;
  const placed = own.prose >= (told ? 300 : 600) && own.linked < 0.4 * own.text;
  if (!mostly && !placed) return null;
  if (!told && isList(body, weights)) return null;
  const doc = copy(page, around);
  let content: Element | null = null;
  try {
    // The element itself is taken instead of its serialisation.
    content = new Reader<Element>(doc, { serializer: (n) => n as Element, keepClasses: true, charThreshold: 300, disableJSONLD: true }).parse()?.content ?? null;
  } catch {
    return null;
  }
  const size = content ? long(content.textContent!.replace(/\s+/g, " ")) : 0;
  if (!content || size < 0.6 * own.prose) return null;
  // What is said beside the text and is no link may be as much of the page.
  if (!told && !mostly && size < 0.65 * (sum.text - sum.linked)) return null;
  const part = restore(content);
  const inside = new Map<Part, Weight>();
  weigh(part, inside);
  trim(part, inside);
  const lines = new Set<string>();
  gather(part, lines);
  // A text with line breaks has become paragraphs, so its beginning must do.
  const there = (p: Part): boolean => {
    const said = squeeze(plain(p));
    return lines.has(said) || (said.length > 400 && [...lines].some((l) => l.startsWith(said.slice(0, 80))));
  };
  const lost = left(page, rest, there);
  if (lost > most && lost > 0.25 * size) {
    const out = outskirts(page);
    return [pruned(page, (p) => rest.has(p) && !out.has(p))];
  }
  return [...opening(page, around, there, rest), part];
}

/** left is how much text is not there that has no link or control beside it, as teasers and comments have. */
function left(p: Part, weights: Map<Part, Weight>, there: (p: Part) => boolean): number {
  const w = weights.get(p);
  if (!w || w.text < 2) return 0;
  let n = 0;
  for (const k of p.kids) {
    if (k.inline) continue;
    if (k.kids.some((q) => !q.inline)) n += left(k, weights, there);
    else if (!w.controls && w.linked < 0.1 * w.text && !there(k)) n += weights.get(k)?.text ?? 0;
  }
  return n;
}

/** pruned is p without what is not to be kept. */
function pruned(p: Part, keep: (p: Part) => boolean): Part {
  return { ...p, kids: p.kids.filter(keep).map((k) => (k.kids.length ? pruned(k, keep) : k)) };
}

/** opening is what stands between the headline and the text and Readability took for a header: both are the article's. */
function opening(page: Part, around: Set<Part>, there: (p: Part) => boolean, weights: Map<Part, Weight>): Part[] {
  let title = headline(page);
  const lead: Part[] = [];
  let done = false;
  const walk = (p: Part): void => {
    const w = weights.get(p);
    if (done || !w || p.tag === "#" || around.has(p)) return;
    const leaf = w.prose > 0 && !p.kids.some((k) => !k.inline && (weights.get(k)?.prose ?? 0) > 0);
    if (leaf && there(p)) {
      done = true;
      return;
    }
    const isHeading = /^h[1-6]$/.test(p.tag);
    if (isHeading && (p === title || (title?.tag !== "h1" && w.linked === 0 && w.text > 8))) {
      // The last heading before the text is its headline, where none is of the first level.
      if (title !== p && title?.tag !== "h1") title = p;
      lead.length = 0;
      return;
    }
    const direct = p.kids.reduce((n, k) => n + (k.inline ? (weights.get(k)?.text ?? 0) : 0), 0);
    if (!p.inline && direct >= 50 && w.linked < 0.2 * w.text) lead.push(p);
    else p.kids.forEach(walk);
  };
  walk(page);
  const all = title && squeeze(plain(title)) ? [title, ...(done ? lead : [])] : [];
  return all.filter((p) => !there(p));
}

/** gather collects what the innermost blocks of p say. */
function gather(p: Part, into: Set<string>): void {
  const blocks = p.kids.filter((k) => !k.inline);
  if (blocks.length === 0) into.add(squeeze(plain(p)));
  else blocks.forEach((k) => gather(k, into));
}

/** trim takes the links away that an article ends with, when no heading says what they are. */
function trim(p: Part, weights: Map<Part, Weight>): void {
  for (let i = p.kids.length - 1; i >= 0; i--) {
    const k = p.kids[i]!;
    const w = weights.get(k);
    if (!w || w.text < 2) continue;
    const above = p.kids.slice(0, i).findLast((q) => (weights.get(q)?.text ?? 0) > 1);
    if (k.inline || !above || w.linked < 0.8 * w.text || /^h[1-6]$/.test(above.tag)) return k.tag === "div" || k.tag === "section" || k.tag === "article" ? trim(k, weights) : undefined;
    p.kids.splice(i, 1);
  }
}

function squeeze(s: string): string {
  return s.replace(/\s+/g, "");
}

/** declared reports whether the page says of itself that it is an article. */
function declared(page: Part): boolean {
  const doc = page.el && documentOf(page.el);
  if (!doc) return false;
  if (queryAll(doc, "meta[property='og:type'][content=article],[itemprop=articleBody]").length > 0) return true;
  return Array.prototype.some.call(queryAll(doc, "script[type='application/ld+json']"), (s: Element) => /"@type"\s*:\s*\[?\s*"(News|Blog|Tech|Scholarly|Report)?(Article|Posting)"/.test(textOf(s).slice(0, 50_000)));
}

/** core is the innermost part that holds most of the prose. */
function core(page: Part, weights: Map<Part, Weight>): Part {
  for (let p = page; ; ) {
    const most = 0.7 * (weights.get(page)?.prose ?? 0);
    const k = p.kids.find((q) => !q.inline && (weights.get(q)?.prose ?? 0) >= most);
    if (!k || most === 0) return p;
    p = k;
  }
}

/** isList reports whether p holds the same again and again: results, posts, messages. */
function isList(p: Part, weights: Map<Part, Weight>): boolean {
  const kinds = new Map<string, number>();
  for (const k of p.kids) {
    const w = weights.get(k);
    if (!w?.prose || k.inline || !isItem(k, weights)) continue;
    kinds.set(kind(k), (kinds.get(kind(k)) ?? 0) + 1);
  }
  for (const n of kinds.values()) if (n >= 3) return true;
  // Rows and items may stand one level deeper.
  return p.kids.length === 1 && p.kids[0]!.tag !== "#" && isList(p.kids[0]!, weights);
}

/** isItem reports whether something before the prose of p says whose, when or where it is. */
function isItem(p: Part, weights: Map<Part, Weight>): boolean {
  if (weights.get(p)!.controls > 0) return true;
  let item = false;
  let run = "";
  const look = (q: Part): boolean => {
    const w = weights.get(q);
    if (!w) return true;
    if (q.inline && !q.kids.some((k) => !k.inline)) {
      run += plain(q);
      return true;
    }
    if (w.prose > 0 && run.trim().length > 2 && run.length < 100) item = true; // a name or a date in the same line
    run = "";
    if (w.prose > 0 && !q.kids.some((k) => !k.inline && (weights.get(k)?.prose ?? 0) > 0)) return false;
    if (/^h[1-6]$/.test(q.tag)) {
      item ||= w.linked > 0.6 * w.text;
      return item;
    }
    if (!q.inline && w.text > 0 && w.text < 100 && w.prose === 0) item ||= w.linked > 0 || /\d/.test(q.el?.textContent ?? "");
    return q.kids.every(look);
  };
  look(p);
  return item;
}

const kept = ["class", "id", "role", "colspan", "rowspan", "start", "itemprop", "itemtype", "itemscope", "rel", "aria-level"];

/** copy makes an inert document of what is visible. */
function copy(page: Part, without: Set<Part>): Document {
  const doc = document.implementation.createHTMLDocument(document.title);
  const build = (p: Part, into: Element): void => {
    if (p.tag === "#") {
      into.append(p.text);
      return;
    }
    if (p.aside || p.dialog || without.has(p)) return;
    const name = /^[a-z][a-z0-9]*$/.test(p.tag) && p.tag !== "body" && p.tag !== "aside" && p.tag !== "footer" ? p.tag : p.inline ? "span" : "div";
    const el = doc.createElement(name);
    for (const a of kept) {
      const v = said(p, a);
      if (v) el.setAttribute(a, v);
    }
    if (p.tag === "a") {
      const href = (p.el as HTMLAnchorElement | undefined)?.href;
      if (typeof href === "string" && href) el.setAttribute("href", href);
    } else if (p.tag === "img") {
      el.setAttribute("alt", p.text);
      // Readability drops images without a source; this one is never loaded.
      el.setAttribute("src", "https://image.invalid/i.png");
    }
    into.append(el);
    for (const k of p.kids) build(k, el);
  };
  for (const k of page.kids) build(k, doc.body);
  return doc;
}

const inlines = new Set(["a", "abbr", "b", "bdi", "bdo", "br", "cite", "code", "data", "del", "dfn", "em", "font", "i", "img", "ins", "kbd", "mark", "q", "rp", "rt", "ruby", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr", "button"]);

/** restore turns Readability's answer back into parts. */
function restore(el: Element): Part {
  const part: Part = { tag: el.localName, text: "", kids: [], inline: inlines.has(el.localName), aside: false, dialog: false, news: false, el, bare: !el.hasAttributes(), tidy: false };
  if (part.tag === "img") part.text = el.getAttribute("alt") ?? "";
  for (let n = el.firstChild; n; n = n.nextSibling) {
    if (n.nodeType === 3) part.kids.push(words(n.nodeValue!));
    else if (n.nodeType === 1) part.kids.push(restore(n as Element));
  }
  return part;
}

/** headline is the page's visible first-level heading, which Readability takes for the title and drops. */
function headline(p: Part): Part | null {
  if (p.tag === "h1") return p;
  if (p.aside || p.dialog) return null;
  for (const k of p.kids) {
    const h = headline(k);
    if (h) return h;
  }
  return null;
}

function plain(p: Part): string {
  if (p.tag === "#") return p.text;
  let s = "";
  for (const k of p.kids) s += plain(k);
  return s;
}
