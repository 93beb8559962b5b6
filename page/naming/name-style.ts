/**
 * What naming reads of an element's style: whether it is inline, how its text
 * is written, and the text that its pseudo elements add.
 */
import { attr, attributed, hasAttr, idOf, parentOf, tagOf } from "../dom/native";
import { isElement, styleOf } from "../dom/tree";
import { Memo } from "../common/memo";

/** Style is what naming reads of an element's style, besides whether it is seen. */
export interface Style {
  inline: boolean;
  transform: string;
  before: string;
  after: string;
}

/** Kin are elements of the same kind below ancestors of the same kinds. */
interface Kin {
  style: Style | null;
  kids: Map<string, Kin>;
}

const kin = new Memo<Node, Kin>();

/**
 * styleFor returns the style of el's kind. Names read the style of few
 * elements, but of each three times; a list has the same button in every row.
 */
export function styleFor(el: Element): Style {
  return (kinOf(el).style ??= read(el, styleOf(el)));
}

function read(el: Element, s: CSSStyleDeclaration): Style {
  return { inline: s.display === "inline" || s.display === "contents", transform: s.textTransform, before: generated(el, "::before"), after: generated(el, "::after") };
}

function kinOf(n: Node): Kin {
  return kin.get(n, () => {
    const above = parentOf(n) ?? (n as ShadowRoot).host;
    if (!above) return { style: null, kids: new Map() };
    const kids = kinOf(above).kids;
    const key = isElement(n) ? kind(n) : "";
    let k = kids.get(key);
    if (!k) kids.set(key, (k = { style: null, kids: new Map() }));
    return k;
  });
}

function kind(el: Element): string {
  if (!attributed(el)) return tagOf(el);
  return tagOf(el) + "|" + (attr(el, "class") ?? "") + "|" + (attr(el, "style") ?? "") + "|" + idOf(el) + (hasAttr(el, "hidden") ? "|h" : "");
}

/** What content is made of: pictures and functions, strings, the slash before the alternative, quotes. */
const part = /[\w-]+\((?:"(?:[^"\\]|\\.)*"|[^"()])*\)|"((?:[^"\\]|\\.)*)"|\/|open-quote|close-quote/g;

/** generated is the text that a pseudo element adds: its strings, or their alternative after a slash. */
function generated(el: Element, pseudo: "::before" | "::after"): string {
  const s = styleOf(el, pseudo);
  const content = s.content;
  if (content === "none" || content === "normal" || content === "") return "";
  if (s.display === "none" || s.visibility !== "visible") return "";
  let t = "";
  if (content !== '""') {
    for (const m of content.matchAll(part)) {
      if (m[0] === "/") t = "";
      else if (m[1] !== undefined) t += m[1].replace(/\\(.)/g, "$1");
      else if (m[0].endsWith("-quote")) t += quotation(s.quotes, m[0] === "open-quote");
    }
  }
  return s.display === "inline" ? t : " " + t + " ";
}

function quotation(pairs: string, open: boolean): string {
  if (pairs === "none") return "";
  const own = [...pairs.matchAll(/"([^"]*)"/g)];
  return own[open ? 0 : 1]?.[1] ?? (open ? "\u201c" : "\u201d");
}
