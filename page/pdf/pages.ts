/** The pages of the document as Markdown, each read once, when it is asked for. */
import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { line } from "../common/plain-text";
import { held, placed, type Item, type Link, type Raw } from "./items";
import { blocksOf, bodySize } from "./layout";

/** Of so many pages the size of the document's text is taken. */
const sample = 3;

/** Pages hands out the blocks of a page; the first has the number 1. */
export class Pages {
  readonly count: number;
  private readonly doc: PDFDocumentProxy;
  private readonly done = new Map<number, string[]>();
  private readonly items = new Map<number, Item[][]>();
  /** The words that the pages read so far have. */
  private readonly words = new Set<string>();
  private body = 0;
  /** broken are the pages of those read that cannot be. */
  readonly broken = new Set<number>();

  constructor(doc: PDFDocumentProxy) {
    this.doc = doc;
    this.count = doc.numPages;
  }

  /** blocks is a page's Markdown; that of one without text says so. */
  async blocks(n: number): Promise<string[]> {
    const had = this.done.get(n);
    if (had) return had;
    if (!this.body) {
      const first: Item[] = [];
      for (let i = 1; i <= Math.min(sample, this.count); i++) first.push(...(await this.read(i)).flat());
      if (first.length) this.body = bodySize(first);
    }
    const turns = await this.read(n);
    this.items.delete(n);
    const blocks = blocksOf(turns, this.body || bodySize(turns.flat()), (word) => this.words.has(word.toLowerCase()));
    this.done.set(n, blocks);
    return blocks;
  }

  /** title is what the document calls itself. */
  async title(): Promise<string> {
    const { info } = await this.doc.getMetadata();
    return line(String((info as { Title?: unknown }).Title ?? ""));
  }

  private async read(n: number): Promise<Item[][]> {
    const had = this.items.get(n);
    if (had) return had;
    const turns = await this.turns(n).catch(() => {
      this.broken.add(n);
      return [];
    });
    this.items.set(n, turns);
    return turns;
  }

  private async turns(n: number): Promise<Item[][]> {
    const page = await this.doc.getPage(n);
    const content = await page.getTextContent();
    const notes = await page.getAnnotations();
    const links = notes.filter((a) => a.subtype === "Link" && typeof a.url === "string").map((a): Link => ({ url: a.url, rect: a.rect }));
    const turns = placed([...content.items.filter((i): i is Raw & typeof i => "str" in i), ...notes.flatMap(held)], page.getViewport({ scale: 1 }).transform, links);
    page.cleanup();
    for (const i of turns.flat()) for (const w of i.s.match(/\p{L}{3,}/gu) ?? []) this.words.add(w.toLowerCase());
    return turns;
  }
}
