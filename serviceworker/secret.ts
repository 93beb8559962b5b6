/** The cryptography that Go leaves to the browser: its own would weigh more than the rest of the core. */

const hex = (bytes: Uint8Array): string => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");

function unhex(digits: string): Uint8Array<ArrayBuffer> {
  if (!/^([0-9a-f]{2})*$/.test(digits)) throw new Error("not hex digits");
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** Returns HMAC-SHA-256 of data under key; all three in hex digits. */
export async function hmac(key: string, data: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", unhex(key), algorithm, false, ["sign"]);
  return hex(new Uint8Array(await crypto.subtle.sign("HMAC", imported, unhex(data))));
}

/** Returns n random bytes in hex digits. */
export function random(n: number): string {
  return hex(crypto.getRandomValues(new Uint8Array(Math.min(Math.max(n | 0, 1), 64))));
}
