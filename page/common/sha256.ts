/**
 * SHA-256 of a file, in slices: WebCrypto wants the whole file in memory and is
 * not there on http pages, where files are uploaded and downloaded as well.
 */
import { sha256 as hash } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

const slice = 4 << 20;

/** sha256 returns the hash of a file's content in hex. It rejects when the file cannot be read. */
export async function sha256(file: Blob): Promise<string> {
  const h = hash.create();
  for (let at = 0; at < file.size; at += slice) {
    h.update(new Uint8Array(await file.slice(at, at + slice).arrayBuffer()));
  }
  return bytesToHex(h.digest());
}
