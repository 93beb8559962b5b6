/**
 * What the Markdown of a page is made of, in which order: open dialogs first;
 * then the article, or, on an application-like page, everything, with the
 * tables first when not everything fits.
 */
import { checkVisible, queryAll } from "./native";
import { article, mayBeArticle } from "./article";
import { isDialog, Reading, type Part } from "./content";
import { line } from "./plain-text";
import { markdown } from "./markdown";
import { nameOf } from "./names";
import { honest, type Refs } from "./refs";
import { roleOf } from "./roles";
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

/** compose reads what is visible below root; a part that was asked for is given whole. Of no more than upTo characters is anything read, but of an article. What it returns makes the words of it. */
export function compose(root: Element, part: boolean, upTo: number, refs: Refs): () => Content {
  const prose = !part && mayBeArticle(root);
  const reading = new Reading(prose ? whole : upTo, refs);
  const blocks: string[] = [];
  const lines: string[] = [];
  const later: (() => void)[] = [];
  const add = (p: Part | null, strip: boolean, title?: string, prose?: boolean): void => {
    if (!p) return;
    later.push(() => {
      if (title) blocks.push(title);
      const found = prose && article(p);
      blocks.push(...markdown(found || [p], { strip: strip && !found, refs }));
      lines.push(...text([p]).split("\n"));
    });
  };
  if (!part) {
    for (const d of openDialogs(root)) {
      const p = reading.read(d);
      if (!p) continue;
      const name = nameOf(d, roleOf(d));
      add(p, true, name ? `**Dialog: ${line(name)}**` : "**Dialog**");
    }
    if (!prose && root.textContent!.length > upTo) {
      for (const t of queryAll(root, "table,[role=table],[role=grid],[role=treegrid]")) {
        if (t.parentElement!.closest("table,[role=table],[role=grid],[role=treegrid],nav,footer,aside") || !checkVisible(t)) continue;
        if (t.querySelectorAll("tr,[role=row]").length > 2) add(reading.read(t), true);
      }
    }
  }
  add(reading.read(root), !part, "", prose);
  return () => {
    for (const f of later) f();
    return { blocks: blocks.map(honest), lines, unread: reading.cut };
  };
}

function openDialogs(root: Element): Element[] {
  const out: Element[] = [];
  for (const d of queryAll(root, "dialog[open],[role=dialog],[role=alertdialog],[aria-modal=true]")) {
    if (checkVisible(d) && isDialog(d) && !out.some((o) => o.contains(d))) out.push(d);
  }
  return out;
}
