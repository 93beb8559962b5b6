/**
 * SHA-256 of a file, in slices: WebCrypto wants the whole file in memory and is
 * not there on http pages, where files are uploaded and downloaded as well.
 */

const slice = 4 << 20;

/** The first 32 bits of the fractional parts of the roots of the first primes. */
function fractions(count: number, power: number): Int32Array {
  const out = new Int32Array(count);
  for (let n = 2, i = 0; i < count; n++) {
    let prime = true;
    for (let d = 2; d * d <= n && prime; d++) prime = n % d !== 0;
    if (!prime) continue;
    const root = n ** power;
    out[i++] = (root - Math.floor(root)) * 2 ** 32;
  }
  return out;
}

const k = fractions(64, 1 / 3);
const w = new Int32Array(64);

/** Takes whole blocks of 64 bytes into the state. */
function blocks(h: Int32Array, data: Uint8Array): void {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  for (let at = 0; at + 64 <= data.length; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15]!;
      const y = w[i - 2]!;
      const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0;
    }
    let a = h[0]!, b = h[1]!, c = h[2]!, d = h[3]!, e = h[4]!, f = h[5]!, g = h[6]!, last = h[7]!; // prettier-ignore
    for (let i = 0; i < 64; i++) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const t1 = (last + s1 + ((e & f) ^ (~e & g)) + k[i]! + w[i]!) | 0;
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      last = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    h[0] = (h[0]! + a) | 0;
    h[1] = (h[1]! + b) | 0;
    h[2] = (h[2]! + c) | 0;
    h[3] = (h[3]! + d) | 0;
    h[4] = (h[4]! + e) | 0;
    h[5] = (h[5]! + f) | 0;
    h[6] = (h[6]! + g) | 0;
    h[7] = (h[7]! + last) | 0;
  }
}

/** sha256 returns the hash of a file's content in hex. It rejects when the file cannot be read. */
export async function sha256(file: Blob): Promise<string> {
  const h = fractions(8, 1 / 2);
  let rest = new Uint8Array(0);
  for (let at = 0; at < file.size; at += slice) {
    const data = new Uint8Array(await file.slice(at, at + slice).arrayBuffer()); // slices but the last are whole blocks
    const whole = data.length & ~63;
    blocks(h, data.subarray(0, whole));
    rest = data.slice(whole);
  }
  const tail = new Uint8Array(rest.length < 56 ? 64 : 128);
  tail.set(rest);
  tail[rest.length] = 0x80;
  const view = new DataView(tail.buffer);
  view.setUint32(tail.length - 8, Math.floor(file.size / 2 ** 29));
  view.setUint32(tail.length - 4, (file.size * 8) >>> 0);
  blocks(h, tail);
  return Array.from(h, (x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
}
