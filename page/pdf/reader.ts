/**
 * What reads a PDF: a script beside the engine, in the same isolated world, which
 * the core brings only into a tab that shows one. page/reading/viewer.ts calls it.
 */
import type { Extract } from "../common/engine.gen";
import { pdfdoor } from "../common/engine.gen";
import type { Reading } from "../reading/answer";
import { words } from "../reading/query";
import type { PDFReader, Tools } from "../reading/viewer";
import { open } from "./open";
import { Pages } from "./pages";
import { readOn } from "./read-on";
import { matches, sought } from "./search";

/** After so long a reading begins no further page, in ms: the core waits for 20 s. */
const longest = 8000;

let pages: Promise<Pages> | undefined;

/** told says that there was a reading, with which another can be compared. */
let told = false;
const unchanged = { text: "", markdown: "", elements: [], changes: {}, truncated: "a PDF does not change: extract without since to read it once more" };

/** read answers an extract or a find of the PDF that the tab shows. */
const read: PDFReader = async (req, tools) => {
  const until = performance.now() + longest;
  pages ??= open(tools).then((doc) => new Pages(doc));
  const all = await pages.catch((e: unknown) => {
    pages = undefined; // it may be another time
    throw e;
  });
  const same = told && req.since && !req.seek;
  told ||= !req.seek;
  return { pdf: 2, omitted: 0, ...(same ? unchanged : await answer(all, req, until, tools)), title: document.title || (await all.title()) || location.pathname.split("/").pop(), snapshot: "", next: tools.next() } as Reading;
};

function answer(all: Pages, req: Extract, until: number, tools: Tools): Promise<Partial<Reading>> {
  const [from, line] = placeOf(req.after, tools);
  const list = words(req.query ?? "");
  if (req.seek) return matches(all, list, req.cap, until, tools);
  return list.length ? sought(all, list, from, until, req.maxTokens) : readOn(all, from, line, until, req.maxTokens);
}

/** placeOf is the page, and the line from there on, with which a reading begins: p12 is behind page 12, p12l40 forty lines further, l40 behind forty lines of all. */
function placeOf(after: string | undefined, { fault }: Tools): [page: number, line: number] {
  if (!after) return [1, 0];
  const m = /^(?=[pl])(?:p(\d{1,6}))?(?:l(\d{1,6}))?$/.exec(after);
  if (!m) throw fault("A PDF is read on behind a page: after p12 for what follows page 12.");
  return [Number(m[1] ?? 0) + 1, Number(m[2] ?? 0)];
}

// A second injection must not lose what has been read.
if (!Object.hasOwn(globalThis, pdfdoor)) Object.defineProperty(globalThis, pdfdoor, { value: read });
