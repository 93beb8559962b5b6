/** Extract: one reading of the page, within the limits of the wire. */
import { bodyOf, titleOf, topOf } from "./native";
import { takeMessages } from "./live-regions";
import { bytes, cut } from "./plain-text";
import { captchaFrame, challenge } from "./captcha";
import { compose, type Content } from "./compose";
import { choose, type Choice } from "./choose";
import type { Extract, Located, Operations } from "./engine.gen";
import { describe, signals, type Item } from "./elements";
import { noteElements, reading } from "./earlier-readings";
import { maxName } from "./names";
import { beyond, told, unlisted } from "./continuation";
import { pick, type Picked } from "./pick";
import { Fault } from "./fault";
import { gestures } from "./gestures";
import { has, matching, passages, words } from "./query";
import { bySelector, next, startAt } from "./registry";
import { scopeOf } from "./scope";
import { Slices } from "./slice";
import { seek } from "./text-search";
import { compare, keep, readingOf } from "./snapshots";
import { status } from "./status";
import { viewer } from "./viewer";

const maxMarkdown = 30 << 10;
const maxText = 50 << 10;
const none: ReadonlySet<Element> = new Set();

/** Reading is what an extract answers. */
export type Reading = Omit<Operations["extract"]["answer"], keyof Located>;

/** extract reads the page or the part of it that the selector names. A long reading is done in slices: its elements are of one moment, and so is its content. */
export function extract(req: Extract): Reading | Promise<Reading> {
  const slices = new Slices();
  startAt(req.base);
  const heard = req.query || req.after ? "" : takeMessages(); // find tells nothing else
  const cap = req.cap ?? 200;
  let root: Element = topOf(scopeOf(req.within));
  if (req.selector) {
    const el = bySelector(req.selector, () => true, req.within);
    if (!el) throw new Fault("element_not_found", "Nothing on the page matches the selector; correct it, or extract without one.");
    root = el;
  }
  const list = words(req.query ?? "");
  if (req.seek) return sought(root, list, cap);
  const all = pick(root);
  const whole = !req.selector && !req.query && !req.within;
  const fresh = whole && !req.after ? noteElements(all, req.since ? readingOf(req.since) : reading()) : none;
  const wanted = beyond(list.length ? matching(all, list) : all, req);
  const choice = choose(wanted, cap, fresh, req.since !== undefined && req.maxTokens !== undefined);
  const described = describe(choice.list, list);
  if (req.after) return goOn(req, described, choice);
  const top = req.selector ? root : (bodyOf(scopeOf(req.within)) ?? root);
  const read = slices.next(top, (top) => compose(top, root !== topOf(document)));
  return slices.next(read, (render) => answer(req, heard, root, list, all, choice, described, render()));
}

/** answer is what was found, within the limits. heard is what a live region has said since the reading before. */
function answer(req: Extract, heard: string, root: Element, list: string[], all: Picked[], choice: Choice, described: Item[], content: Content): Reading {
  const blocks = list.length ? passages(content.blocks, list) : content.blocks;
  const lines = list.length ? content.lines.filter((l) => has(l, list)) : content.lines;

  const notes: string[] = [];
  const limit = (req.maxTokens ?? Infinity) * 4;
  // Of a small budget the elements get up to a half, the Markdown the rest.
  const elements = limit === Infinity ? described : within(described, Math.max(limit / 2, limit - blocks.reduce((n, b) => n + bytes(b) + 2, 0)));
  const omitted = choice.omitted + described.length - elements.length;
  const left = limit === Infinity ? limit : limit - size(elements);
  const md = fit(blocks, "\n\n", Math.min(maxMarkdown, left));
  const tx = fit(lines, "\n", Math.min(maxText, limit === Infinity ? maxText : left - bytes(md.s)));
  const instead = viewer(scopeOf(req.within));
  if (instead) notes.push(instead);
  if (content.unread) md.more ||= -1;
  if (md.more) notes.push(`markdown is cut${far(md.more)}: read a part with selector, or query for words`);
  if (tx.more || content.unread) notes.push(limit === Infinity ? `text is cut${far(tx.more)}` : "text is left out or cut by maxTokens");
  if (omitted) notes.push(unlisted(omitted, elements, choice));
  told(req, choice, elements);

  const scope = (req.within ? root.baseURI : "") + (req.selector ?? "") + "\u0000" + (req.query ?? "");
  const since = req.since ? compare(req.since, elements, blocks, tx.s, scope) : null;
  const out: Omit<Reading, "next"> = {
    title: titleOf(document),
    text: tx.s,
    markdown: md.s,
    elements,
    omitted,
    snapshot: keep(elements, blocks, tx.s, scope),
  };
  if (since) {
    out.changes = since.changes;
    out.elements = since.items;
    out.text = "";
    out.markdown = fit(since.markdown.split("\n"), "\n", Math.min(maxMarkdown, limit)).s;
    notes.length = 0;
    notes.push(
      since.changes.content === "unchanged"
        ? `markdown and text are unchanged since ${req.since} and left out`
        : since.markdown
          ? `markdown has only the lines that came (+) and went (-) since ${req.since}; text is left out`
          : `markdown is unchanged since ${req.since}; what changed stands in navigation, a footer or an overlay: read that with selector`,
    );
  } else if (req.since) notes.push("the snapshot given as since is not known for this reading, so everything is here");
  if (heard && !tx.s.includes(heard)) out.announced = heard;
  if (notes.length) out.truncated = notes.join("; ");
  if (!req.selector) Object.assign(out, asked(scopeOf(req.within), content.blocks)); // a part says nothing of the page
  return { ...out, captchaFrame: captchaFrame(), ...signals(all, described, choice), next: next() };
}

/** sought is what has the words, listed or not, and no more. */
function sought(root: Element, list: string[], cap: number): Reading {
  const all = seek(root, list);
  const of = new Map(all.map((f) => [f.el, f]));
  const choice = choose(all, cap, none);
  const elements = describe(choice.list, list);
  choice.list.forEach(({ el }, i) => {
    const f = of.get(el)!;
    if (f.said && !has(elements[i]!.name ?? "", list)) elements[i]!.name = cut(f.said, 300); // no shorter than seek gives it: a part of a secret is not known for one
    if (f.hover) elements[i]!.hover = f.hover.slice(0, maxName);
    const takes = gestures(el);
    if (takes.length) elements[i]!.state = [...(elements[i]!.state ?? []), ...takes];
  });
  return { title: titleOf(document), text: "", markdown: "", elements, omitted: choice.omitted, snapshot: "", next: next() };
}

/** goOn is a reading that goes on behind an element: of elements alone. */
function goOn(req: Extract, described: Item[], choice: Choice): Reading {
  const elements = req.maxTokens ? within(described, req.maxTokens * 4) : described;
  const omitted = choice.omitted + described.length - elements.length;
  told(req, choice, elements);
  return {
    title: titleOf(document), text: "", markdown: "", elements, omitted, snapshot: keep(elements, [], "", "after " + req.after),
    ...(omitted ? { truncated: unlisted(omitted, elements, choice) } : {}), next: next(),
  };
}

/** asked is what the obstacle classifier asks of the document; size also counts what a query, since or maxTokens leaves out. */
function asked(of: Document, blocks: string[]): { status: number; challenge: boolean; size: number } {
  return { status: status(of), challenge: challenge(of), size: blocks.reduce((n, b) => n + b.length + 2, 0) };
}

/** size estimates what a list of elements takes, in bytes. */
function size(list: Item[]): number {
  return list.reduce((n, e) => n + cost(e), 0);
}

function cost(e: Item): number {
  return bytes((e.name ?? "") + (e.value ?? "") + (e.href ?? "")) + e.role.length + e.uid.length + 6 + (e.state?.join().length ?? 0) + bytes(e.options?.join(" | ") ?? "");
}

function within(list: Item[], max: number): Item[] {
  let n = 0;
  let i = 0;
  while (i < list.length && (n += cost(list[i]!)) <= max) i++;
  return list.slice(0, i);
}

/** far says how much is missing, when that is known. */
function far(more: number): string {
  return more > 1023 ? `, ${Math.round(more / 1024)} KB more` : "";
}

/** fit joins blocks up to a size in bytes of UTF-8, and counts the bytes left out. A block that is too long is cut between its lines. */
function fit(blocks: string[], glue: string, max: number): { s: string; more: number } {
  const out: string[] = [];
  let used = 0;
  let more = 0;
  for (const b of blocks) {
    const n = bytes(b) + (out.length ? glue.length : 0);
    if (!more && used + n <= max) {
      out.push(b);
      used += n;
      continue;
    }
    if (!more) {
      const part: string[] = [];
      let room = max - used - glue.length;
      for (const l of b.split(glue === "\n" ? /(?<=\s)/ : "\n")) {
        room -= bytes(l) + 1;
        if (room < 0) break;
        part.push(l);
      }
      if (part.length) out.push(part.join(glue === "\n" ? "" : "\n"));
      more += Math.max(1, n - bytes(part.join("\n")));
    } else more += n;
  }
  return { s: out.join(glue), more };
}
