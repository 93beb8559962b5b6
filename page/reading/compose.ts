/**
 * What the Markdown of a page is made of, in which order: open dialogs first;
 * then the article, or, on an application-like page, everything, with the
 * tables first when not everything fits.
 */
import { checkVisible, queryAll } from "../dom/native";
import { article, mayBeArticle } from "./article";
import { isDialog, paused, Reading, type Part } from "./content";
import { hider } from "./empty";
import { broken, maxMarkdown } from "./fit";
import { bytes, line } from "../common/plain-text";
import { markdown } from "./markdown";
import { nameOf } from "../naming/names";
import { outskirts } from "./outskirts";
import { honest, type Refs } from "./refs";
import { roleOf } from "../naming/roles";
import type { Slices } from "../common/slice";
import { text } from "./text";

/** Content is the page as blocks of Markdown and lines of text. */
export interface Content {
  blocks: string[];
  lines: string[];
  /** Says about how many bytes of what is visible were not read because of its sheer length, null where all was. It asks for the text of the whole page. */
  unread: (() => number) | null;
  /** The style that hides the whole page, of which this is the text all the same; "" for none. */
  veil: string;
  /** Links are told without their addresses. */
  unlinked: boolean;
}

// More characters than Markdown and text may carry together are not read.
export const enough = 54_000;
// So far a page is read in which words are looked for.
export const thorough = 400_000;
// An article is read to its end, to find where it begins and ends, and a page whose reading goes on.
export const whole = 2_000_000;

/**
 * compose reads what is visible below root, in slices; a part that was asked for is given whole. Of no more than upTo
 * characters is anything read, but of an article.
 */
export function compose(root: Element, part: boolean, upTo: number, refs: Refs, slices: Slices): Content | Promise<Content> {
  const prose = !part && mayBeArticle(root);
  const limit = prose ? whole : upTo;
  let reading = new Reading(limit, refs, slices.late);
  const todo: { el: Element; strip: boolean; title: string; prose: boolean }[] = [];
  if (!part) {
    for (const el of openDialogs(root)) {
      const name = nameOf(el, roleOf(el));
      todo.push({ el, strip: true, title: name ? `**Dialog: ${line(name)}**` : "**Dialog**", prose: false });
    }
    if (!prose && root.textContent!.length > (upTo === whole ? enough : upTo)) {
      for (const el of queryAll(root, "table,[role=table],[role=grid],[role=treegrid]")) {
        if (el.parentElement!.closest("table,[role=table],[role=grid],[role=treegrid],nav,footer,aside") || !checkVisible(el)) continue;
        if (el.querySelectorAll("tr,[role=row]").length > 2) todo.push({ el, strip: true, title: "", prose: false });
      }
    }
  }
  todo.push({ el: root, strip: !part, title: "", prose });
  const parts: (Part | null)[] = [];
  let veil = "";
  let unlinked = false;
  const read = slices.again(() => {
    while (parts.length < todo.length) parts.push(reading.read(todo[parts.length]!.el));
    if (part || parts.at(-1) || !(veil ||= hider(root))) return;
    if (!reading.veiled) reading = new Reading(limit, refs, slices.late, true);
    const page = reading.read(root);
    parts[parts.length - 1] = page;
    if (!page) veil = "";
  }, paused);
  const blocks = slices.next(read, () =>
    parts.flatMap((p, i) => {
      if (!p) return [];
      const { strip, title, prose } = todo[i]!;
      const found = prose && article(p);
      const skip = strip && !found && !title && (prose || reading.size < enough) ? outskirts(p) : undefined;
      const style = { strip: strip && !found, skip, refs };
      let own = markdown(found || [p], style);
      // Of an article for which there is no room the words are worth more than where they lead.
      unlinked = !!found && own.reduce((n, b) => n + bytes(b), 0) > maxMarkdown;
      if (unlinked) own = markdown(found || [p], { ...style, unlinked });
      return (title ? [title, ...own] : own).map((b) => broken(honest(b)));
    }),
  );
  return slices.next(blocks, (blocks) => ({ blocks, lines: parts.flatMap((p) => (p ? text([p]).split("\n") : [])), unread: reading.cut ? () => rest(root, reading.size) : null, veil, unlinked }));
}

/** rest is how much there is beside what was read, as far as the browser's own text tells. */
function rest(root: Element, read: number): number {
  const all = (root as HTMLElement).innerText ?? "";
  return Math.max(1, Math.round(bytes(all) * (1 - read / all.length)) || 0);
}

function openDialogs(root: Element): Element[] {
  const out: Element[] = [];
  for (const d of queryAll(root, "dialog[open],[role=dialog],[role=alertdialog],[aria-modal=true]")) {
    if (checkVisible(d) && isDialog(d) && !out.some((o) => o.contains(d))) out.push(d);
  }
  return out;
}
