/** Visible text as it stands, for quoting: much as innerText, without what is hidden. */
import type { Part } from "./content";
import { tidy } from "../common/plain-text";

/** text renders parts to plain text. */
export function text(parts: Part[]): string {
  const out: string[] = [];
  let run = "";
  const flush = (): void => {
    const s = squeeze(run);
    if (s) out.push(s);
    run = "";
  };
  const walk = (p: Part): void => {
    switch (p.tag) {
      case "#":
        run += p.text;
        return;
      case "br":
        flush();
        return;
      case "img":
      case "hr":
        return;
      case "pre":
        flush();
        out.push(raw(p).replace(/\n+$/, ""));
        return;
      case "tr":
        flush();
        out.push(p.kids.filter((k) => k.tag !== "#").map(cell).join("\t"));
        return;
    }
    if (!p.inline) flush();
    for (const k of p.kids) walk(k);
    if (!p.inline) flush();
    else if (p.tag === "button") run += " ";
  };
  for (const p of parts) walk(p);
  flush();
  return out.join("\n");
}

function squeeze(s: string): string {
  return tidy.test(s) ? s : s.replace(/[ \t\f\r\n\u00A0]+/g, " ").trim();
}

/** cell is what stands in a cell, on one line; most have a text and no more. */
function cell(p: Part): string {
  const only = p.kids.length === 1 ? p.kids[0]! : null;
  return only?.tag === "#" && p.tag === "td" ? (only.tidy ? only.text : squeeze(only.text)) : text([p]).replace(/\n+/g, " ");
}

/** raw is the text of a part with its white space. */
export function raw(p: Part): string {
  if (p.tag === "#") return p.text;
  if (p.tag === "br") return "\n";
  let out = "";
  for (const k of p.kids) {
    if (!k.inline && out && !out.endsWith("\n")) out += "\n";
    out += raw(k);
    if (!k.inline && !out.endsWith("\n")) out += "\n";
  }
  return out;
}
