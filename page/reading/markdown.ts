/** Markdown of visible parts: headings, links, lists, tables, code, quotes, images. */
import { findIn } from "../dom/native";
import { said, type Part } from "./content";
import { line, tidy } from "../common/plain-text";
import { isMessage } from "./messages";
import { isMarked, mark, type Refs } from "./refs";
import { isLayout, isTable, rowsOf, table } from "./table";
import { raw } from "./text";

/** Style says what to leave out. */
export interface Style {
  /** Leave navigation, footers, asides and overlays out. */
  strip: boolean;
  /** Parts rendered elsewhere. */
  skip?: Set<Part> | undefined;
  /** What stands with its uid in tables and lists. */
  refs?: Refs;
  /** Links in a line of text are told without their addresses. */
  unlinked?: boolean;
}

/** markdown renders parts to blocks, each one or more lines. */
export function markdown(parts: Part[], style: Style): string[] {
  return new Writer(style).blocks(parts);
}

class Writer {
  private readonly style: Style;
  /** How many tables and lists are around. */
  private within = 0;

  constructor(style: Style) {
    this.style = style;
  }

  blocks(parts: Part[]): string[] {
    const out: string[] = [];
    let run: Part[] = [];
    const flush = (): void => {
      const s = this.inline(run);
      if (s) out.push(s);
      run = [];
    };
    for (const p of parts) {
      if (this.left(p)) {
        if (p.news && p.aside) this.news(p, out);
        continue;
      }
      if (p.inline && !holdsBlocks(p)) run.push(p);
      else {
        flush();
        this.block(p, out);
      }
    }
    flush();
    return out;
  }

  /** news writes what is for the person to notice now, out of what is left out. */
  private news(p: Part, out: string[]): void {
    for (const k of p.kids) {
      if (!k.news) continue;
      if (k.aside || !k.el || !isMessage(k.el, said(k, "role"))) this.news(k, out);
      else this.block(k, out);
    }
  }

  private left(p: Part): boolean {
    return (this.style.strip && p.aside) || this.style.skip?.has(p) === true;
  }

  private block(p: Part, out: string[]): void {
    const role = said(p, "role");
    const level = headingLevel(p, role);
    if (level) {
      const s = this.inline(p.kids).replace(/\n/g, " ");
      if (s) out.push("#".repeat(level) + " " + s);
      return;
    }
    if (isTable(p)) {
      const rows = rowsOf(p);
      if (rows.length && !isLayout(p, rows)) {
        const caption = p.kids.find((k) => k.tag === "caption");
        const title = caption ? this.inline(caption.kids) : "";
        if (title) out.push(title);
        this.within++;
        const s = table(rows, (c) => this.marked(c, c.kids.length === 1 && c.kids[0]!.tag === "#" ? this.inline(c.kids) : this.blocks(c.kids).join(" ")));
        this.within--;
        if (s) out.push(s);
        return;
      }
    }
    switch (p.tag) {
      case "ul":
      case "ol":
      case "menu": {
        const s = this.list(p);
        if (s) out.push(s);
        return;
      }
      case "pre": {
        const code = raw(p).replace(/^\n|\s+$/g, "");
        if (code) out.push("```" + language(p) + "\n" + code + "\n```");
        return;
      }
      case "blockquote": {
        const inner = this.blocks(p.kids).join("\n\n");
        if (inner) out.push(inner.replace(/^/gm, "> ").replace(/^> $/gm, ">"));
        return;
      }
      case "hr":
        out.push("---");
        return;
      case "dt": {
        const s = this.inline(p.kids);
        if (s) out.push("**" + s + "**");
        return;
      }
      case "a": {
        // A card: the link is told by its first line.
        const inner = this.blocks(p.kids);
        const href = address(p);
        if (inner.length && href) inner[0] = inner[0]!.replace(/^(#+ )?(.*)/, (_, h: string | undefined, t: string) => (h ?? "") + (t.includes("](") ? t : `[${this.marked(p, t, inner)}](${href})`));
        else if (inner.length) inner[0] = this.marked(p, inner[0]!, inner);
        out.push(...inner);
        return;
      }
    }
    const inner = this.blocks(p.kids);
    if (inner.length || this.refOf(p) !== undefined) inner[0] = this.marked(p, inner[0] ?? "", inner);
    out.push(...inner);
  }

  /** refOf is the place of what p shows among what can be pressed, undefined where it is not told here. */
  private refOf(p: Part): number | undefined {
    return this.within && p.el ? this.style.refs?.get(p.el) : undefined;
  }

  /** marked is what p says, or the first of its blocks, as what stands for it. */
  private marked(p: Part, s: string, blocks: string[] = []): string {
    const n = this.refOf(p);
    if (n === undefined || isMarked(s) || blocks.some(isMarked)) return s;
    const [, before, text, after] = /^((?:\s|#+ )*)(.*?)(\s*)$/s.exec(s)!;
    return text!.includes("\n") || /^([|>`]|- |\d+\. )/.test(text!) ? s : before + mark(text!, n, blocks.length > 1) + after;
  }

  private list(p: Part): string {
    const lines: string[] = [];
    const ordered = p.tag === "ol";
    let n = ordered ? Number(said(p, "start") ?? 1) || 1 : 0;
    for (const k of p.kids) {
      if (k.tag === "#" || this.left(k)) continue;
      const nested = k.tag === "ul" || k.tag === "ol";
      this.within++;
      const inner = nested ? this.list(k) : this.marked(k, tight(this.blocks(k.kids)));
      this.within--;
      if (!inner) continue;
      const mark = nested ? "  " : ordered ? `${n++}. ` : "- ";
      lines.push((nested ? "  " : mark) + inner.replace(/\n/g, "\n" + " ".repeat(mark.length)));
    }
    return lines.join("\n");
  }

  inline(parts: Part[]): string {
    if (parts.length === 0) return "";
    if (parts.length === 1 && parts[0]!.tag === "#") return parts[0]!.tidy ? parts[0]!.text : line(parts[0]!.text);
    const s = parts.length === 1 ? this.piece(parts[0]!) : parts.map((p) => this.piece(p)).join("");
    const bare = s.trim();
    if (bare === "" || tidy.test(bare)) return bare;
    return s
      .replace(/[ \t\f\r\n\u00A0]+/g, " ")
      .replace(/ ?\u0001 ?/g, "\n")
      .trim();
  }

  private piece(p: Part): string {
    if (p.tag === "#") return p.text;
    if (this.left(p)) return "";
    switch (p.tag) {
      case "br":
        return "\u0001";
      case "img":
        return `![${p.text}]`;
      case "code":
      case "kbd":
      case "samp": {
        const s = raw(p).replace(/\s+/g, " ").trim();
        return s ? "`" + s + "`" : "";
      }
      case "a": {
        const s = this.inline(p.kids).replace(/\n/g, " ");
        const href = this.style.unlinked ? "" : address(p);
        const said = this.marked(p, s);
        return said && href ? pad(p, `[${said}](${href})`) : said && pad(p, said);
      }
      case "strong":
      case "b":
        return this.wrap(p, "**");
      case "em":
      case "i":
        return this.wrap(p, "*");
      case "del":
      case "s":
        return this.wrap(p, "~~");
      case "button":
        return " " + this.marked(p, this.inline(p.kids)) + " ";
    }
    const s = p.kids.length === 1 ? this.piece(p.kids[0]!) : p.kids.map((k) => this.piece(k)).join("");
    return this.marked(p, p.inline ? s : " " + s + " ");
  }

  private wrap(p: Part, mark: string): string {
    const s = this.inline(p.kids).replace(/\n/g, " ");
    return s ? pad(p, mark + s + mark) : "";
  }
}

/** pad keeps the white space that stood at the edges inside the element. */
function pad(p: Part, s: string): string {
  const t = raw(p);
  return (/^\s/.test(t) ? " " : "") + s + (/\s$/.test(t) ? " " : "");
}

function headingLevel(p: Part, role: string | null | undefined): number {
  if (role === "heading") return Math.min(6, Math.max(1, Number(said(p, "aria-level")) || 2));
  return /^h[1-6]$/.test(p.tag) && !role ? Number(p.tag[1]) : 0;
}

/** holdsBlocks reports whether an inline part has a block inside. */
function holdsBlocks(p: Part): boolean {
  return p.kids.some((k) => k.tag !== "#" && k.tag !== "br" && k.tag !== "img" && (!k.inline || holdsBlocks(k)));
}

function tight(blocks: string[]): string {
  return blocks.join("\n");
}

function language(p: Part): string {
  const el = p.el;
  const cls = (el?.className ?? "") + " " + ((el && findIn(el, "code"))?.className ?? "");
  return /(?:language|lang|highlight-source)-([\w+#-]+)/.exec(String(cls))?.[1] ?? "";
}

/** Where the document is, in the parts that an address is compared with. */
let here = { href: "", origin: "", page: "" };

/** address is a link's target: short within this site, absolute elsewhere, "" for script and page-internal ones. */
export function address(p: Part): string {
  const a = p.el as HTMLAnchorElement | undefined;
  const href = a?.href;
  if (typeof href !== "string" || !/^(https?|mailto|tel):/.test(href) || href.length > 400) return "";
  const { href: at } = location;
  if (here.href !== at) here = { href: at, origin: location.origin, page: location.pathname + location.search };
  if (href.startsWith(here.origin + "/")) {
    // As the browser writes it it needs no parsing: only a query or a fragment of nothing is not told.
    const path = href.slice(here.origin.length).replace(/^([^#]*)#$/, "$1").replace(/^([^?#]*)\?(?=#|$)/, "$1");
    const fragment = path.indexOf("#");
    if ((fragment < 0 ? path : path.slice(0, fragment)) === here.page) return "";
    return path.replace(/\(/g, "%28").replace(/\)/g, "%29");
  }
  try {
    const u = new URL(href);
    if (u.origin !== here.origin) return href.replace(/[()\s]/g, encodeURIComponent);
    if (u.pathname + u.search === here.page) return "";
    return (u.pathname + u.search + u.hash).replace(/\(/g, "%28").replace(/\)/g, "%29");
  } catch {
    return "";
  }
}
