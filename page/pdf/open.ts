/** The document: its bytes, which the browser has, and what pdf.js makes of them. */
import { getDocument, type PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
// @ts-expect-error: pdf.js declares no types of its worker.
import { WorkerMessageHandler } from "pdfjs-dist/legacy/build/pdf.worker.mjs";
import type { Tools } from "../reading/viewer";

/** So many bytes has a PDF that is read. */
const most = 50 << 20;
const look = "take a screenshot instead";

// pdf.js works in this thread: it is to fetch no code.
Object.assign(globalThis, { pdfjsWorker: { WorkerMessageHandler } });

/** open is the document that the tab shows. */
export async function open({ fault }: Tools): Promise<PDFDocumentProxy> {
  const data = await load(fault);
  if (!/%PDF-/.test(new TextDecoder("latin1").decode(data.subarray(0, 1024)))) {
    throw fault("The address gives no PDF when it is asked once more; " + look + ".");
  }
  try {
    return await getDocument({
      data, isEvalSupported: false, useWasm: false, useWorkerFetch: false, useSystemFonts: false, disableFontFace: true, disableRange: true, disableStream: true,
      disableAutoFetch: true, isOffscreenCanvasSupported: false, isImageDecoderSupported: false, enableXfa: false, verbosity: 0,
    } as Parameters<typeof getDocument>[0]).promise;
  } catch (e) {
    const name = String((e as Error)?.name);
    if (name === "PasswordException") throw fault(`This PDF is locked with a password: ask the person to open it, or ${look}.`);
    throw fault(`This PDF is broken (${/^\w{1,40}$/.test(name) ? name : "no reason given"}), so its text cannot be read: ${look}.`);
  }
}

/** load is what the tab shows: from the browser's cache, and from its server only where that is forbidden. */
async function load(fault: Tools["fault"]): Promise<Uint8Array> {
  const stop = new AbortController();
  const large = (): Error => {
    stop.abort();
    return fault(`This PDF is larger than ${most >> 20} MB, which is not read: ${look}, or download it.`);
  };
  const chunks: Uint8Array[] = [];
  let n = 0;
  const answer = await fetch(location.href, { cache: "force-cache", credentials: "include", redirect: "error", signal: stop.signal }).catch(() => null);
  if (!answer?.body) throw fault(`The browser does not hand out the bytes of this PDF: ${look}, or download it.`);
  if (Number(answer.headers.get("content-length")) > most) throw large();
  for (const from = answer.body.getReader(); ; ) {
    const { done, value } = await from.read();
    if (done) break;
    chunks.push(value);
    if ((n += value.length) > most) throw large();
  }
  const all = new Uint8Array(n);
  let at = 0;
  for (const c of chunks) {
    all.set(c, at);
    at += c.length;
  }
  return all;
}
