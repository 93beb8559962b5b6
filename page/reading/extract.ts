/** Extract: one reading of the page, within the limits of the wire. */
import type { Reading } from "./answer";
import { bodyOf, documentOf, titleOf, topOf } from "../dom/native";
import { modal } from "../naming/modal";
import { takeMessages } from "./live-regions";
import { brief, bytes, cut } from "../common/plain-text";
import { captchaFrame, challenge } from "./captcha";
import { compose, enough, thorough, whole as everything, type Content } from "./compose";
import { choose, type Choice } from "./choose";
import type { Extract } from "../common/engine.gen";
import { empty, hidden } from "./empty";
import { describe, signals, type Item } from "./elements";
import { noteElements, reading } from "./earlier-readings";
import { maxName, valueOf } from "../naming/names";
import { behind, beyond, onward, told, unlisted } from "./continuation";
import { pick } from "../naming/pick";
import type { Picked } from "../naming/picked";
import { Fault } from "../common/fault";
import { takesText } from "../naming/text-fields";
import { far, fit, maxMarkdown } from "./fit";
import { gestures } from "./gestures";
import { bare, referred, refsOf, standing, type Refs } from "./refs";
import { counted, has, least, passages, ranked, score, words } from "./query";
import { bySelector, isUID, next, resolve, startAt } from "../naming/registry";
import { roleOf } from "../naming/roles";
import { rowText } from "../naming/rows";
import { scopeOf } from "../dom/scope";
import { Slices } from "../common/slice";
import { seek } from "./text-search";
import { compare, further, keep, readingOf, readTo, snapshotOf, type Difference } from "./snapshots";
import { status } from "./status";
import { shownPDF, viewer } from "./viewer";

const maxText = 50 << 10;
/** So many bytes are the elements beside an article that has more words than there is room for. */
const maxBeside = 4 << 10;
/** Changed lines that are longer than this and than the whole page are not told, but the page. */
const maxLines = 1500;
/** Of what has not all the words, so many elements are told, and so many tokens. */
const maxPartly = 40;
const maxPart = 1500;
const none: ReadonlySet<Element> = new Set();

/** extract reads the page or the part of it that the selector names. A long reading is done in slices: its elements are of one moment, and so is its content. */
export function extract(req: Extract): Reading | Promise<Reading> {
  const slices = new Slices();
  startAt(req.base);
  const heard = req.query || req.after ? "" : takeMessages(); // find tells nothing else
  const cap = req.cap ?? 200;
  let root: Element = topOf(scopeOf(req.within));
  if (req.selector) {
    const el = isUID(req.selector) ? resolve({ uid: req.selector }) : bySelector(req.selector, () => true, req.within);
    if (!el) throw new Fault("element_not_found", "Nothing on the page matches the selector; correct it, or extract without one.");
    root = el;
  }
  const list = words(req.query ?? "");
  if (req.seek) return sought(root, list, cap);
  const all = pick(root);
  const whole = !req.selector && !req.within;
  const around = (req.within ? root.baseURI : "") + "\u0000";
  const scope = around + (req.selector ?? "");
  const since = req.since ? snapshotOf(req.since, scope, around) : "";
  const fresh = whole && !req.after ? noteElements(all, req.since ? readingOf(since) : reading()) : none;
  const counts = list.length ? all.map((p) => score(p, list)) : [];
  const few = least(list, counts);
  const top = req.selector ? root : (bodyOf(scopeOf(req.within)) ?? root);
  const refs = refsOf(all);
  const line = behind(req);
  if (line !== undefined) return slices.next(compose(top, root !== topOf(document), everything, refs, slices), (content) => readOn(req, line, content.blocks, all, scope, cap));
  const front = modal(documentOf(root));
  const most = (few < list.length ? Math.min(cap, maxPartly) : cap) - (front ? 1 : 0);
  const choice = choose(beyond(list.length ? ranked(all, counts, few) : all, req), most, fresh, list.length > 0);
  if (front && !choice.list.some((p) => p.el === front)) choice.list.unshift({ el: front, role: roleOf(front), area: undefined, visible: true });
  const described = describe(choice.list, list, root);
  if (req.after) return goOn(req, described, choice, scope, list);
  const upTo = since ? readTo(since) : list.length ? thorough : enough;
  const content = slices.next(top, (top) => compose(top, root !== topOf(document), upTo, refs, slices));
  return slices.next(content, (content) => answer({ req, cap, heard, list, few, all, refs, root, top, scope, since, upTo }, choice, described, content));
}

/** Run is a reading under way. */
interface Run {
  req: Extract;
  cap: number;
  /** What a live region has said since the reading before. */
  heard: string;
  list: string[];
  /** How many words the elements have at least. */
  few: number;
  all: Picked[];
  refs: Refs;
  root: Element;
  /** What is read: the body, or the part that was asked for. */
  top: Element;
  scope: string;
  /** The reading to compare with, "" for none. */
  since: string;
  /** So many characters are read. */
  upTo: number;
}

/** answer is what was found, within the limits. */
function answer({ req, cap, heard, list, few, all, refs, root, top, scope, since, upTo }: Run, choice: Choice, described: Item[], content: Content): Reading {
  const counts = counted(content.blocks, list);
  const need = Math.max(few, least(list, counts));
  if (few < need) [choice, described] = [{ list: [], omitted: 0, left: "" }, []]; // only the text has all the words
  const partly = need < list.length;
  const marked = list.length ? passages(content.blocks, counts, list, need) : content.blocks;
  if (list.length) {
    // What stands in a passage is told with it.
    const had = new Set(choice.list.map((p) => p.el));
    const beside = choose(standing(marked).map((n) => all[n]!).filter((p) => !had.has(p.el) && p.el.isConnected), Math.max(cap - described.length, 0), none, true).list;
    choice = { ...choice, list: [...choice.list, ...beside] };
    described = [...described, ...describe(beside)];
  }
  const items = new Map(choice.list.map((p, i) => [refs.get(p.el) ?? -1, described[i]!]));
  const shown = (s: string): string => referred(s, items);
  const blocks = marked.map(shown);
  // The text of a field that was asked for is what it holds, white space and all.
  const held = req.selector && takesText(root) ? valueOf(root, roleOf(root)) : undefined;
  const lines = held !== undefined ? held.split("\n") : list.length ? ranked(content.lines, counted(content.lines, list), need) : content.lines;

  const notes: string[] = [];
  const limit = Math.min(req.maxTokens ?? Infinity, partly ? maxPart : Infinity) * 4;
  const text = fit(lines, maxText, true);
  const said = list.length ? fit(content.lines, maxText, true).s : text.s;
  const difference = since ? compare(since, described, marked, said, root, scope, list, need, shown) : null;
  const much = difference !== null && bytes(difference.markdown) > Math.max(maxLines, blocks.reduce((n, b) => n + bytes(b) + 2, 0));
  const snapshot = keep(described, content.blocks.map(bare), said, scope, list, upTo, new WeakSet(all.map((p) => p.el)));
  let out: Omit<Reading, "next">;
  if (difference && !much) out = changed(since, difference, limit, snapshot);
  else {
    // Of a small budget the elements get up to a half, the Markdown the rest.
    const whole = blocks.join("\n\n");
    const room = Math.min(Math.max(limit / 2, limit - bytes(whole)), content.unlinked ? maxBeside : Infinity);
    if (size(described, whole) > room) [choice, described] = optionsLast(choice, described);
    const elements = within(described, room, whole);
    const omitted = choice.omitted + described.length - elements.length;
    const left = limit === Infinity ? limit : limit - size(elements, whole);
    const md = fit(whole.split("\n"), Math.min(maxMarkdown, left));
    const tx = limit === Infinity ? text : fit(lines, Math.min(maxText, left - bytes(md.s)), true);
    const instead = viewer(scopeOf(req.within)) || shownPDF(top);
    if (instead) notes.push(instead);
    else if (content.veil) notes.push(`the page is hidden by its style (${content.veil}); this is its text all the same`);
    else if (!list.length && !content.lines.join("") && (!described.length || hidden(top))) notes.push(empty(top));
    if (list.length && content.unread) notes.push(`only the first ${upTo} characters were looked through`);
    else if (content.unread) {
      const unread = content.unread();
      md.more += unread;
      tx.more += unread;
    }
    if (partly && (blocks.length || elements.length)) notes.push("nothing has all the words: what has most of them comes first");
    if (content.unlinked) notes.push("links in the text are told without addresses, which the elements have");
    if (md.more) notes.push(list.length ? `markdown is cut${far(md.more)}: query for other words` : onward(md.more, md.lines));
    if (tx.more) notes.push(limit === Infinity ? `text is cut${far(tx.more)}` : "text is left out or cut by maxTokens");
    if (omitted) notes.push(unlisted(omitted, elements, choice));
    if (much) notes.push(`most of the page has changed since ${since}, so everything is here`);
    told(req, choice, elements);
    out = { title: titleOf(document), text: tx.s, markdown: md.s, elements, omitted, snapshot };
    if (notes.length) out.truncated = notes.join("; ");
  }
  if (heard && !out.text.includes(heard)) out.announced = heard;
  if (!req.selector) Object.assign(out, asked(scopeOf(req.within), content.blocks)); // a part says nothing of the page
  return { ...out, captchaFrame: captchaFrame(), ...signals(all, described, choice), next: next() };
}

/** changed is what is other than in an earlier reading, within a limit in bytes. */
function changed(since: string, d: Difference, limit: number, snapshot: string): Omit<Reading, "next"> {
  const elements = within(d.items, Math.max(limit / 2, limit - bytes(d.markdown)), d.markdown);
  const md = fit(d.markdown.split("\n"), Math.min(maxMarkdown, limit === Infinity ? limit : limit - size(elements, d.markdown)));
  const omitted = d.items.length - elements.length;
  const notes = [
    d.changes.content === "unchanged"
      ? `markdown and text are unchanged since ${since} and left out`
      : d.markdown
        ? `markdown has only the lines that came (+)${d.markdown.includes("> ") ? ", moved (>)" : ""} and went (-) since ${since}; text is left out`
        : `markdown is unchanged since ${since}; what changed stands in navigation, a footer or an overlay: read that with selector`,
  ];
  if (omitted || md.more) notes.push("more has changed than maxTokens has room for");
  return { title: titleOf(document), text: "", markdown: md.s, elements, omitted, snapshot, changes: d.changes, truncated: notes.join("; ") };
}

/** sought is what has the words, listed or not, and no more. */
function sought(root: Element, list: string[], cap: number): Reading {
  const { found, partly, read } = seek(root, list);
  const of = new Map(found.map((f) => [f.el, f]));
  const choice = choose(found, partly ? Math.min(cap, maxPartly) : cap, none, true);
  const elements = describe(choice.list, list);
  choice.list.forEach((p, i) => {
    const f = of.get(p.el)!;
    const item = elements[i]!;
    if (f.said && !has(item.name ?? "", list)) item.name = cut(f.said, 300); // no shorter than seek gives it: a part of a secret is not known for one
    if (f.hover) item.hover = f.hover.slice(0, maxName);
    const takes = gestures(p.el);
    if (takes.length) item.state = [...(item.state ?? []), ...takes];
  });
  // What is called alike is told by its row.
  const alike = (a: Item): boolean => elements.some((b) => a !== b && a.role === b.role && a.name === b.name);
  const rows = elements.map((item, i) => (alike(item) ? rowText(choice.list[i]!.el) : ""));
  elements.forEach((item, i) => {
    if (rows[i]) item.name = `${item.name ?? ""} (${brief(rows[i]!, 60)})`.trim();
  });
  const notes = [];
  if (read) notes.push(`only the first ${read} characters were looked through`);
  if (partly && found.length) notes.push("nothing has all the words: what has most of them comes first");
  return { title: titleOf(document), text: "", markdown: "", elements, omitted: choice.omitted, snapshot: "", ...(notes.length ? { truncated: notes.join("; ") } : {}), next: next() };
}

/** readOn is a reading that goes on behind a line of the Markdown: of the text, and the elements that stand in it. */
function readOn(req: Extract, from: number, blocks: string[], all: Picked[], scope: string, cap: number): Reading {
  const lines = blocks.join("\n\n").split("\n").slice(from);
  const part = fit(lines, Math.min(maxMarkdown, (req.maxTokens ?? Infinity) * 4), false, 1); // it must come on
  const stands = standing([part.s]).filter((n) => all[n]!.el.isConnected);
  const choice = choose(stands.map((n) => all[n]!), cap, none, true);
  const elements = describe(choice.list);
  const place = new Map(stands.map((n) => [all[n]!.el, n]));
  const items = new Map(choice.list.map((p, i) => [place.get(p.el)!, elements[i]!]));
  const markdown = part.s.split("\n\n").map((b) => referred(b, items)).join("\n\n").trimEnd();
  return {
    title: titleOf(document), text: "", markdown, elements, omitted: choice.omitted, snapshot: further(elements, scope, []),
    ...(part.more ? { truncated: onward(part.more, from + part.lines) } : lines.length ? {} : { truncated: "nothing is behind that line" }), next: next(),
  };
}

/** goOn is a reading that goes on behind an element: of elements alone. */
function goOn(req: Extract, described: Item[], choice: Choice, scope: string, list: string[]): Reading {
  const elements = within(described, (req.maxTokens ?? Infinity) * 4, "");
  const omitted = choice.omitted + described.length - elements.length;
  told(req, choice, elements);
  return {
    title: titleOf(document), text: "", markdown: "", elements, omitted, snapshot: further(elements, scope, list),
    ...(omitted ? { truncated: unlisted(omitted, elements, choice) } : {}), next: next(),
  };
}

/** asked is what the obstacle classifier asks of the document; size also counts what a query, since or maxTokens leaves out. */
function asked(of: Document, blocks: string[]): { status: number; challenge: boolean; size: number } {
  return { status: status(of), challenge: challenge(of), size: blocks.reduce((n, b) => n + b.length + 2, 0) };
}

/** optionsLast puts the options of lists behind all else, for they are many and a person opens the list first. */
function optionsLast(choice: Choice, items: Item[]): [Choice, Item[]] {
  const order = [...items.keys()].sort((a, b) => Number(items[a]!.role === "option") - Number(items[b]!.role === "option"));
  return [{ ...choice, list: order.map((i) => choice.list[i]!) }, order.map((i) => items[i]!)];
}

/** size estimates what a list of elements takes beside the Markdown, in bytes. */
function size(list: Item[], markdown: string): number {
  return list.reduce((n, e) => n + cost(e, markdown), 0);
}

/** cost is what an element takes; an address that the Markdown has takes nothing. */
function cost(e: Item, markdown: string): number {
  const to = (e.href ?? "").replace(location.origin, "");
  return (
    bytes((e.name ?? "") + (e.value ?? e.filled ?? "") + (e.state?.join() ?? "") + (e.options?.join(" | ") ?? "") + (markdown.includes(`](${to})`) ? "" : to)) +
    e.role.length + e.uid.length + 6
  );
}

function within(list: Item[], max: number, markdown: string): Item[] {
  let n = 0;
  let i = 0;
  while (i < list.length && (n += cost(list[i]!, markdown)) <= max) i++;
  return list.slice(0, i);
}
