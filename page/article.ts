/**
 * Article-like pages: whether a page is one, and which part of it is the
 * article. Readability decides on an inert copy of what is visible; the page
 * itself is not touched.
 */
import { Readability } from "@mozilla/readability";
import { said, words, type Part } from "./content";

// A paragraph of prose is longer than a label, a caption or a teaser.
const prose = 140;
// The sum of Readability's own measure, sqrt(length - prose), of an article.
const enough = 20;
// What share of the main text must be prose.
const share = 0.4;
const maxParts = 20_000;
const maxLooks = 2000;

/** mayBeArticle is a cheap look at the document, before anything is read. */
export function mayBeArticle(root: Element): boolean {
  let score = 0;
  const seen = new Set<Element>();
  // Live collections by tag are kept by the browser: no selector has to be matched.
  for (const tag of ["p", "pre", "br"]) {
    const list = root.getElementsByTagName(tag);
    for (let i = 0; i < list.length && i < maxLooks; i++) {
      const el = tag === "br" ? list[i]!.parentElement! : list[i]!;
      if (seen.has(el)) continue;
      seen.add(el);
      const n = el.textContent!.length;
      if (n < prose || el.closest("nav,footer,aside,li")) continue;
      score += Math.sqrt(n - prose);
      if (score > enough) return true;
    }
  }
  return false;
}

/** article returns the parts of the article, null when the page is not one. */
export function article(page: Part): Part[] | null {
  let long = 0;
  let all = 0;
  let links = 0;
  let controls = 0;
  let count = 0;
  const weigh = (p: Part, linked: boolean): number => {
    if (p.aside || p.dialog) return 0;
    count++;
    if (p.tag === "#") {
      const n = p.text.replace(/\s+/g, " ").length;
      all += n;
      if (linked) links += n;
      return n;
    }
    if (p.tag === "button" || said(p, "role") === "button") controls++;
    let direct = 0;
    for (const k of p.kids) {
      const n = weigh(k, linked || p.tag === "a");
      if (k.inline) direct += n;
    }
    if (!p.inline && direct >= prose) long += direct;
    return p.inline ? direct : 0;
  };
  weigh(page, false);
  if (count > maxParts || long < share * all || links > 0.6 * all || controls * 40 > all) return null;
  const doc = copy(page);
  let content: Element | null = null;
  try {
    // The element itself is taken instead of its serialisation.
    content = new Readability<Element>(doc, { serializer: (n) => n as Element, keepClasses: true, charThreshold: 300, disableJSONLD: true }).parse()?.content ?? null;
  } catch {
    return null;
  }
  if (!content || content.textContent!.length < 0.6 * long) return null;
  const part = restore(content);
  const title = headline(page);
  return title && !within(part, title) ? [title, part] : [part];
}

const kept = ["class", "id", "role", "colspan", "rowspan", "start", "itemprop", "itemtype", "itemscope", "rel", "aria-level"];

/** copy makes an inert document of what is visible. */
function copy(page: Part): Document {
  const doc = document.implementation.createHTMLDocument(document.title);
  const build = (p: Part, into: Element): void => {
    if (p.tag === "#") {
      into.append(p.text);
      return;
    }
    if (p.aside || p.dialog) return;
    const name = /^[a-z][a-z0-9]*$/.test(p.tag) && p.tag !== "body" ? p.tag : p.inline ? "span" : "div";
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
  return p.tag === "#" ? p.text : p.kids.map(plain).join("");
}

function within(p: Part, title: Part): boolean {
  const t = plain(title).replace(/\s+/g, " ").trim();
  const find = (q: Part): boolean => (/^h[1-6]$/.test(q.tag) && plain(q).replace(/\s+/g, " ").trim() === t) || q.kids.some(find);
  return find(p);
}
