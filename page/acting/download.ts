/**
 * Reading a downloaded file: the browser puts it into a field that is in no
 * document, so that the page's own scripts and listeners see nothing of it.
 */
import type { FilePart, Located, Piece } from "../common/engine.gen";
import { Fault } from "../common/fault";
import { sha256 } from "../common/sha256";

// Agents read one file after another; a few at once are enough.
const most = 4;

const held = new Map<string, HTMLInputElement>();

/** vessel makes the field that the browser is to put a file into. */
export function vessel(id: string): HTMLInputElement {
  const field = document.createElement("input");
  field.type = "file";
  held.delete(id);
  held.set(id, field);
  for (const old of held.keys()) if (held.size > most) held.delete(old);
  return field;
}

async function base64(part: Blob): Promise<string> {
  const reader = new FileReader();
  await new Promise((done, failed) => {
    reader.onload = done;
    reader.onerror = () => failed(reader.error as DOMException);
    reader.readAsDataURL(part);
  });
  const url = reader.result as string;
  return url.slice(url.indexOf(",") + 1);
}

/** piece answers a part of a file, with the last one the hash of all; none when the file is not here. */
export async function piece(p: Piece): Promise<Omit<FilePart, keyof Located>> {
  const file = held.get(p.id)?.files?.[0];
  if (!file) return { none: true };
  const end = Math.min(p.offset + p.limit, p.size);
  const eof = end === p.size;
  try {
    if (file.size !== p.size) throw new DOMException("another size", "NotReadableError");
    const data = end > p.offset ? await base64(file.slice(p.offset, end)) : "";
    if (!eof) return { data };
    const hash = await sha256(file);
    held.delete(p.id);
    return { data, eof, sha256: hash };
  } catch (e) {
    held.delete(p.id);
    if (!(e instanceof DOMException)) throw e;
    throw new Fault("invalid_action", "The file was changed, moved or deleted after it was downloaded; download it again.");
  }
}
