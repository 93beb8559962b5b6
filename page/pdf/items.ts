/** The pieces of text on a page, where they stand as a person sees it: y grows downwards. */

/** Item is a run of characters on one baseline. */
export interface Item {
  s: string;
  x: number;
  /** y is that of the baseline. */
  y: number;
  w: number;
  /** size is the font's, in points. */
  size: number;
  rtl?: boolean;
  /** href is where a link leads to that lies over it. */
  href?: string;
}

/** Raw is a piece as pdf.js gives it. */
export interface Raw {
  str: string;
  dir: string;
  transform: number[];
  width: number;
}

/** Link is a rectangle on the page, in its own coordinates. */
export interface Link {
  url: string;
  rect: number[];
}

/** The shapes of letters in ligatures and in Arabic, which stand for the letters. */
const shapes = /[\uFB00-\uFDFF\uFE70-\uFEFC]+/g;

/** Note is what pdf.js tells of a field of a form. */
interface Note {
  subtype?: string;
  rect?: number[];
  fieldValue?: unknown;
  checkBox?: boolean;
  password?: boolean;
  hidden?: boolean;
}

/** held is what a field of a form holds, as a piece of text in its place; a box is [x] or [ ]. */
export function held({ subtype, rect, fieldValue, checkBox, password, hidden }: Note): Raw[] {
  if (subtype !== "Widget" || !rect || hidden || password) return [];
  const str = checkBox ? (fieldValue && fieldValue !== "Off" ? "[x]" : "[ ]") : [fieldValue ?? ""].flat().filter((v) => typeof v === "string").join(", ");
  const [x0, y0, x1, y1] = rect as [number, number, number, number];
  const size = Math.min(10, Math.max(4, (y1 - y0) * 0.7));
  return str.split(/\r\n?|\n/).map((line, i) => ({ str: line, dir: "ltr", transform: [size, 0, 0, size, x0, (y1 - y0 > 2 * size ? y1 - size * (1 + 1.2 * i) : (y0 + y1) / 2 - size * 0.35)], width: Math.min(x1 - x0, line.length * size * 0.5) }));
}

type Matrix = readonly number[];

const times = (m: Matrix, n: Matrix): number[] => [
  m[0]! * n[0]! + m[2]! * n[1]!, m[1]! * n[0]! + m[3]! * n[1]!,
  m[0]! * n[2]! + m[2]! * n[3]!, m[1]! * n[2]! + m[3]! * n[3]!,
  m[0]! * n[4]! + m[2]! * n[5]! + m[4]!, m[1]! * n[4]! + m[3]! * n[5]! + m[5]!,
];

/** placed are the pieces that are read from left to right, and what is turned, turn by turn, as it reads. */
export function placed(raw: Raw[], view: Matrix, links: Link[]): Item[][] {
  const turned = new Map<number, Item[]>([[0, []]]);
  for (const r of raw) {
    if (!r.str.trim()) continue;
    const m = times(view, r.transform);
    const size = Math.hypot(m[2]!, m[3]!) || Math.hypot(m[0]!, m[1]!);
    const turn = (Math.round(Math.atan2(m[1]!, m[0]!) / (Math.PI / 2)) + 4) % 4;
    // A turn about the corner brings it upright, so that the same rules hold.
    const [x, y] = turn === 0 ? [m[4]!, m[5]!] : turn === 1 ? [m[5]!, -m[4]!] : turn === 2 ? [-m[4]!, -m[5]!] : [-m[5]!, m[4]!];
    const item: Item = { s: r.str.replace(/\u00AD\s*$/, "-").replace(shapes, (s) => s.normalize("NFKC")), x, y, w: r.width, size };
    if (r.dir === "rtl") item.rtl = true;
    const list = turned.get(turn) ?? [];
    turned.set(turn, list);
    if (turn) list.push(item);
    else list.push(...linked(item, links, view));
  }
  return [...turned.values()].filter((l) => l.length);
}

/** linked cuts an item where a link begins and ends, between words. */
function linked(item: Item, links: Link[], view: Matrix): Item[] {
  for (const { url, rect } of links) {
    const a = times(view, [1, 0, 0, 1, rect[0]!, rect[1]!]);
    const b = times(view, [1, 0, 0, 1, rect[2]!, rect[3]!]);
    const [left, right] = [Math.min(a[4]!, b[4]!), Math.max(a[4]!, b[4]!)];
    const middle = item.y - item.size * 0.3;
    if (middle < Math.min(a[5]!, b[5]!) || middle > Math.max(a[5]!, b[5]!)) continue;
    const from = snapped(item, left, true);
    const to = snapped(item, right, false);
    if (to <= from) continue;
    const part = (i: number, j: number): Item => ({ ...item, s: item.s.slice(i, j), x: item.x + (item.w * i) / item.s.length, w: (item.w * (j - i)) / item.s.length });
    const rest = [part(0, from), part(to, item.s.length)].filter((p) => p.s.trim());
    const [before, behind] = [rest.filter((p) => p.x < item.x + (item.w * from) / item.s.length), rest.filter((p) => p.x >= item.x + (item.w * from) / item.s.length)];
    return [...before.flatMap((p) => linked(p, links, view)), { ...part(from, to), href: url }, ...behind.flatMap((p) => linked(p, links, view))];
  }
  return [item];
}

/** snapped is the character at which a word begins (or ends) nearest to x. */
function snapped({ s, x, w }: Item, at: number, begins: boolean): number {
  if (at <= x + w * 0.02) return 0;
  if (at >= x + w * 0.98) return s.length;
  const near = ((at - x) / w) * s.length;
  let best = begins ? s.length : 0;
  for (let i = 0; i <= s.length; i++) {
    const edge = begins ? i === 0 || (s[i - 1] === " " && s[i] !== " ") : i === s.length || (s[i] === " " && s[i - 1] !== " ");
    if (edge && Math.abs(i - near) < Math.abs(best - near)) best = i;
  }
  return best;
}
