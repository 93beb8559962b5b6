/** What surrounds a page that is no article: menus and lists of links beside what it has to say. */
import type { Part } from "./content";
import { invites, kind, weigh, type Weight } from "./surroundings";

// A page whose words are links is a list of links, and keeps them.
const words = 0.1;
const least = 250;
// What has most of the words is the page's main part.
const most = 0.75;
const linked = 0.7;
// Of a part that is there again and again this share of the page's text makes it the page's own.
const share = 0.2;

// What stands in a text itself, and not beside it.
const flow = new Set(["ul", "ol", "dl", "p", "table"]);

/** counted is how many words p has that are no links, and are not in a list of links either. */
function counted(p: Part, weights: Map<Part, Weight>, into: Map<Part, number>): number {
  const w = weights.get(p);
  let n = 0;
  if (w && (w.prose || w.linked <= linked * w.text)) n = p.inline || !p.kids.some((k) => !k.inline) ? w.text - w.linked : p.kids.reduce((sum, k) => sum + counted(k, weights, into), 0);
  into.set(p, n);
  return n;
}

/** outskirts are the parts of a page, on the way to its main part, that hold links and little else, or ask to subscribe. */
export function outskirts(page: Part): Set<Part> {
  const out = new Set<Part>();
  const weights = new Map<Part, Weight>();
  const own = new Map<Part, number>();
  const all = weigh(page, weights);
  const sum = counted(page, weights, own);
  if (all.controls * 40 > all.text || sum < Math.max(least, words * all.text)) return out;
  for (let p: Part | undefined = page; p; ) {
    const core: Part | undefined = p.kids.find((k) => (own.get(k) ?? 0) >= most * sum && k.kids.some((q) => !q.inline));
    if (!core && p !== page) break;
    const kinds = core ? null : repeated(p, weights);
    let before = true;
    for (const k of p.kids) {
      const w = weights.get(k);
      if (k === core) before = false;
      else if (!w || w.main || k.inline || w.text < 3 || (flow.has(k.tag) && !(core && before)) || (kinds && kinds.get(kind(k))! >= share * all.text)) continue;
      else if (w.linked > linked * w.text || (w.controls > 0 && w.text < 300 && invites.test(start(k)))) out.add(k);
    }
    p = core;
  }
  return out;
}

/** repeated is how much text each kind of part has that is there three times or more. */
function repeated(p: Part, weights: Map<Part, Weight>): Map<string, number> {
  const found = new Map<string, number[]>();
  for (const k of p.kids) {
    const w = weights.get(k);
    if (!w || k.tag === "#") continue;
    const list = found.get(kind(k));
    if (list) list.push(w.text);
    else found.set(kind(k), [w.text]);
  }
  return new Map([...found].map(([name, list]) => [name, list.length < 3 ? 0 : list.reduce((a, b) => a + b)]));
}

function start(p: Part): string {
  return p.tag === "#" ? p.text.trim() : (p.kids.map(start).find(Boolean) ?? "");
}
