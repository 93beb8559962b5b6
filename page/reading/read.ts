/** A reading for the core: not before the document is there, and with what only the browser can open. */
import type { Extract } from "../common/engine.gen";
import type { Reading } from "./answer";
import { extract } from "./extract";
import { drawing } from "./undrawn";
import { unasked } from "../dom/shadow-hosts";
import { begin } from "../common/memo";
import { readPDF } from "./viewer";
import { withTools } from "./tools";

/** A frame below this size in CSS pixels holds nothing, as many of advertising. */
const least = { width: 40, height: 20 };

/** read is extract, once the document has been parsed and has drawn itself, or was waited for. */
export function read(req: Extract): Reading | Promise<Reading> {
  if (req.sizable && (innerWidth < least.width || innerHeight < least.height)) return { small: true, next: req.base, text: "", markdown: "", elements: [] };
  const pdf = readPDF(req);
  if (pdf) return pdf;
  if (!req.parsed) return counted(req);
  return document.readyState === "loading" ? parsed(req.parsed).then(() => whole(req)) : whole(req);
}

function whole(req: Extract): Reading | Promise<Reading> {
  const still = req.after || req.sizable ? null : drawing();
  if (!still) return counted(req);
  return still.then(async (unsettled) => {
    begin();
    const out = await counted(req);
    return unsettled ? { ...out, unsettled } : out;
  });
}

function parsed(most: number): Promise<void> {
  return new Promise((done) => {
    document.addEventListener("DOMContentLoaded", () => done(), { once: true });
    setTimeout(done, most);
  });
}

function counted(req: Extract): Reading | Promise<Reading> {
  const out = extract(req);
  return out instanceof Promise ? out.then((out) => withRest(req, out)) : withRest(req, out);
}

function withRest(req: Extract, out: Reading): Reading | Promise<Reading> {
  const hosts = req.hosts ? unasked() : 0;
  if (hosts) out = { ...out, hosts };
  return req.selector || req.query || req.after || out.changes ? out : withTools(req.within, out);
}
