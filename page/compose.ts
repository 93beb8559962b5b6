/**
 * What the Markdown of a page is made of, in which order: open dialogs first;
 * then the article, or, on an application-like page, everything, with the
 * tables first when not everything fits.
 */
import { checkVisible, queryAll } from "./native";
import { article, mayBeArticle } from "./article";
import { isDialog, paused, Reading, type Part } from "./content";
import { line } from "./plain-text";
import { markdown } from "./markdown";
import { nameOf } from "./names";
import { honest, type Refs } from "./refs";
import { roleOf } from "./roles";
import type { Slices } from "./slice";
import { text } from "./text";

/** Content is the page as blocks of Markdown and lines of text. */
export interface Content {
  blocks: string[];
  lines: string[];
  /** Something visible was not read because of its sheer length. */
  unread: boolean;
}

// More characters than Markdown and text may carry together are not read.
export const enough = 54_000;
// An article is read to its end, to find where it begins and ends, and a page in which words are looked for.
export const whole = 400_000;

/**
 * compose reads what is visible below root, in slices; a part that was asked for is given whole. Of no more than upTo
 * characters is anything read, but of an article.
 */
export function compose(root: Element, part: boolean, upTo: number, refs: Refs, slices: Slices): Content | Promise<Content> {
  const prose = !part && mayBeArticle(root);
  const reading = new Reading(prose ? whole : upTo, refs, slices.late);
  const todo: { el: Element; strip: boolean; title: string; prose: boolean }[] = [];
  if (!part) {
    for (const el of openDialogs(root)) {
      const name = nameOf(el, roleOf(el));
      todo.push({ el, strip: true, title: name ? `**Dialog: ${line(name)}**` : "**Dialog**", prose: false });
    }
    if (!prose && root.textContent!.length > upTo) {
      for (const el of queryAll(root, "table,[role=table],[role=grid],[role=treegrid]")) {
        if (el.parentElement!.closest("table,[role=table],[role=grid],[role=treegrid],nav,footer,aside") || !checkVisible(el)) continue;
        if (el.querySelectorAll("tr,[role=row]").length > 2) todo.push({ el, strip: true, title: "", prose: false });
      }
    }
  }
  todo.push({ el: root, strip: !part, title: "", prose });
  const parts: (Part | null)[] = [];
  const read = slices.again(() => {
    while (parts.length < todo.length) parts.push(reading.read(todo[parts.length]!.el));
  }, paused);
  const blocks = slices.next(read, () =>
    parts.flatMap((p, i) => {
      if (!p) return [];
      const { strip, title, prose } = todo[i]!;
      const found = prose && article(p);
      const own = markdown(found || [p], { strip: strip && !found, refs });
      return (title ? [title, ...own] : own).map(honest);
    }),
  );
  return slices.next(blocks, (blocks) => ({ blocks, lines: parts.flatMap((p) => (p ? text([p]).split("\n") : [])), unread: reading.cut }));
}

function openDialogs(root: Element): Element[] {
  const out: Element[] = [];
  for (const d of queryAll(root, "dialog[open],[role=dialog],[role=alertdialog],[aria-modal=true]")) {
    if (checkVisible(d) && isDialog(d) && !out.some((o) => o.contains(d))) out.push(d);
  }
  return out;
}
