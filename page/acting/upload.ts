/**
 * Giving files to a file field: bytes that the agent sends, in parts. They
 * wait here, in the document that they are for, until the last part is there;
 * a part that is interrupted leaves nothing behind in the page's own world.
 */
import { attr, tagOf } from "../dom/native";
import { flatChildren, isElement } from "../dom/tree";
import type { File as Sent, Files, Give, Located, Stage } from "../common/engine.gen";
import { Fault } from "../common/fault";
import { refuseDisabled } from "../guarding/refuse";
import { resolve, type Target } from "../naming/registry";
import { sha256 } from "../common/sha256";
import { over } from "../dom/visibility";

interface Waiting {
  name: string;
  type: string;
  parts: Uint8Array<ArrayBuffer>[];
  size: number;
}

// More than any page takes, and less than what ends its process.
const limit = 200 << 20;

// A part that comes later than this belongs to another attempt.
const patience = 120_000;

let waiting: Waiting[] = [];
/** What the waiting files are for, and when the last part of them came. */
let goal = "";
let came = 0;
let field: HTMLInputElement | null = null;
/** What was pressed to open a chooser. */
let pressed: Target = {};

function decode(p: Stage): Uint8Array<ArrayBuffer> {
  if (p.data === undefined) return new TextEncoder().encode(p.text ?? "") as Uint8Array<ArrayBuffer>;
  let raw: string;
  try {
    raw = atob(p.data);
  } catch {
    waiting = [];
    throw new Fault("invalid_action", "action.data is not base64; encode the bytes anew and begin the upload again.");
  }
  const out = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) out[i] = raw.charCodeAt(i);
  return out;
}

/**
 * begin drops what an upload that was given up has left: one for another field,
 * one of long ago, and one that had come as far as this same file.
 */
function begin(p: Stage): void {
  const mine = `${p.uid ?? ""} ${p.selector ?? ""}`;
  const again = !p.append && waiting.some((f) => f.name === p.name);
  if (again || mine !== goal || performance.now() - came > patience) waiting = [];
  goal = mine;
  came = performance.now();
}

/** stage keeps a part. */
export function stage(p: Stage): { files: Sent[] } {
  begin(p);
  const bytes = decode(p);
  const last = waiting.at(-1);
  if (p.append) {
    if (!last || last.name !== p.name) throw new Fault("invalid_action", "No file of this name is being uploaded, so nothing can be appended; begin the upload again.");
    last.parts.push(bytes);
    last.size += bytes.length;
  } else waiting.push({ name: p.name, type: p.mime ?? "", parts: [bytes], size: bytes.length });
  if (waiting.reduce((n, f) => n + f.size, 0) > limit) {
    waiting = [];
    throw new Fault("invalid_action", "The files are larger than 200 MB together; upload less.");
  }
  return { files: waiting.map((f) => ({ name: f.name, size: f.size })) };
}

/** chosen is told the field that a page's own button opened a chooser for. */
export function chosen(el: Element): void {
  field = isField(el) ? el : null;
}

function isField(el: Element): el is HTMLInputElement {
  return tagOf(el) === "input" && (el as HTMLInputElement).type === "file";
}

function find(el: Element): HTMLInputElement | null {
  if (isField(el)) return el;
  if (tagOf(el) === "label") {
    const control = (el as HTMLLabelElement).control;
    if (control && isField(control)) return control;
  }
  const list = flatChildren(el);
  for (let i = 0; i < list.length; i++) {
    const c = list[i]!;
    const got = isElement(c) ? find(c) : null;
    if (got) return got;
  }
  return null;
}

/**
 * give puts what waits into the field; without one it says that the element must be pressed to open a chooser. What opened
 * none may be a place to drop files on.
 */
export async function give(args: Give): Promise<Omit<Files, keyof Located>> {
  const el = args.opened ? field : find(resolve(args));
  field = null;
  if (!el) {
    if (!args.opened) {
      pressed = args;
      return { press: true };
    }
    const box = carried();
    if (!drop(resolve(pressed), box)) throw new Fault("invalid_action", "The element opened no file chooser and takes no files that are dropped on it; use the uid or selector of the file field.");
    waiting = [];
    return { files: await told(box.files) };
  }
  refuseDisabled(el, "file field");
  if (waiting.length > 1 && !el.multiple) {
    waiting = [];
    throw new Fault("invalid_action", "The field takes one file only; upload them one by one.");
  }
  if (attr(el, "webkitdirectory") !== null) throw new Fault("invalid_action", "The field takes a folder, which cannot be uploaded.");
  el.files = carried().files;
  waiting = [];
  const files = await told(el.files);
  for (const type of ["input", "change"]) el.dispatchEvent(new Event(type, { bubbles: true, composed: type === "input" }));
  return { files };
}

/** carried is what waits, as a drag carries it. */
function carried(): DataTransfer {
  const box = new DataTransfer();
  for (const f of waiting) box.items.add(new File(f.parts, f.name, { type: f.type }));
  return box;
}

function told(files: FileList): Promise<Sent[]> {
  return Promise.all(Array.from(files, async (f) => ({ name: f.name, size: f.size, sha256: await sha256(f) })));
}

/** drop drops files on el and reports whether the page takes them: one that does keeps the browser from opening them. */
function drop(el: Element, dataTransfer: DataTransfer): boolean {
  const send = (type: string): boolean => !el.dispatchEvent(new DragEvent(type, { ...over(el), dataTransfer }));
  send("dragenter");
  const takes = send("dragover");
  send(takes ? "drop" : "dragleave");
  return takes;
}
