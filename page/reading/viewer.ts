/** What the browser's own viewer draws: a PDF, which another script reads, and pictures. */
import { pdfdoor, type Extract } from "../common/engine.gen";
import type { Reading } from "./answer";
import { Fault } from "../common/fault";
import { allIn, topOf } from "../dom/native";
import { cut } from "../common/plain-text";
import { next, register, startAt } from "../naming/registry";

/** Tools are what the reader of PDFs takes of the engine. */
export interface Tools {
  fault(message: string): Error;
  next(): number;
  /** uid is that of the document. */
  uid(): string;
}

export type PDFReader = (req: Extract, tools: Tools) => Promise<Reading>;

const tools: Tools = {
  fault: (message) => new Fault("invalid_action", message),
  next,
  uid: () => "e" + register(topOf(document), "document", ""),
};

/** readPDF is the reading of a PDF that the tab shows, or says that the reader is missing; null for every other document. */
export function readPDF(req: Extract): Reading | Promise<Reading> | null {
  if (document.contentType !== pdf || top !== self) return null;
  startAt(req.base);
  const reader = (globalThis as { [pdfdoor]?: PDFReader })[pdfdoor];
  return reader ? reader(req, tools) : { pdf: 1, next: next(), text: "", markdown: "", elements: [] };
}

const pdf = "application/pdf";

/** viewer says what to do instead of reading such a document, "" for every other. */
export function viewer(of: Document): string {
  const type = of.contentType;
  if (type === pdf) return "this is a PDF: to read it, go to its address";
  return /^(image|video|audio)\/(?!svg)/.test(type) ? "this is a picture or a film: take a screenshot" : "";
}

/** shownPDF says of a PDF in a part of a page how it is read, "" where there is none. */
export function shownPDF(root: Element): string {
  for (const el of allIn(root, "iframe,embed,object") as Iterable<HTMLIFrameElement & HTMLObjectElement>) {
    const to = el.src || el.data;
    if (to && (el.type === pdf || el.contentDocument?.contentType === pdf || /\.pdf([?#]|$)/i.test(to))) return `a PDF is shown in the page: to read it, go to ${cut(to, 300)}`;
  }
  return "";
}
