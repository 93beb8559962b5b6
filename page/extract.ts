/** Extract: one reading of the page, within the limits of the wire. */
import { bytes } from "./clean";
import { forget } from "./colour";
import { captchaFrame, hints } from "./captcha";
import { Reading, type Part } from "./content";
import { Fault } from "./fault";
import { choose, describe, pick, type Item } from "./elements";
import { markdown } from "./markdown";
import { bySelector, next, startAt } from "./registry";
import { text } from "./text";

const maxMarkdown = 30 << 10;
const maxText = 50 << 10;

/** Request is what the core asks for. */
export interface Request {
  base: number;
  cap: number;
  selector?: string;
  since?: string;
  query?: string;
  maxTokens?: number;
}

/** extract reads the page or the part of it that the selector names. */
export function extract(req: Request): Record<string, unknown> {
  startAt(req.base);
  forget();
  let root: Element = document.documentElement;
  if (req.selector) {
    const el = bySelector(req.selector, () => true);
    if (!el) throw new Fault("element_not_found", "Nothing on the page matches the selector; correct it, or extract without one.");
    root = el;
  }
  const choice = choose(pick(root), req.cap);
  const elements = describe(choice.list);
  const reading = new Reading(120_000);
  const part = reading.read(req.selector ? root : (document.body ?? root));
  const parts: Part[] = part ? [part] : [];
  const notes: string[] = [];
  const md = fit(markdown(parts, { strip: !req.selector }), "\n\n", maxMarkdown);
  const tx = fit(text(parts).split("\n"), "\n", maxText);
  if (md.cut) notes.push("markdown ends at 30 KB: read a part with selector or query");
  if (tx.cut) notes.push("text ends at 50 KB");
  if (choice.omitted) notes.push(`${choice.omitted} elements are not listed: narrow with selector or query, or scroll and extract again`);
  return {
    title: document.title,
    text: tx.s,
    markdown: md.s,
    elements: elements.map(({ area: _, ...row }) => row),
    omitted: choice.omitted,
    snapshot: "s0",
    ...(notes.length ? { truncated: notes.join("; ") } : {}),
    captchaFrame: captchaFrame(),
    ...where(elements),
    ...hints(),
    next: next(),
  };
}

/** where sorts the elements for the obstacle classifier. */
function where(list: Item[]): { peripheral: string[]; dialog: string[] } {
  const peripheral = list.filter((e) => e.area === "header" || e.area === "footer" || e.area === "nav" || e.area === "aside");
  return { peripheral: peripheral.map((e) => e.uid), dialog: list.filter((e) => e.area === "dialog").map((e) => e.uid) };
}

/** fit joins blocks up to a size in bytes of UTF-8. */
function fit(blocks: string[], glue: string, max: number): { s: string; cut: boolean } {
  const out: string[] = [];
  let size = 0;
  for (const b of blocks) {
    const n = bytes(b) + glue.length;
    if (size + n > max) {
      return { s: out.join(glue), cut: true };
    }
    out.push(b);
    size += n;
  }
  return { s: out.join(glue), cut: false };
}
