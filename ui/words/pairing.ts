/** What a person types or pastes to pair. */

export interface Typed {
  code: string;
  serverUrl?: string;
}

/**
 * Reads what was pasted into the code's field: a code, the two lines that
 * `bua pair` prints, or the link that it prints.
 */
export function readPasted(text: string): Typed {
  const server = /\bwss?:\/\/[^\s"'<>&#]+/i.exec(decoded(text))?.[0];
  const code = /\bcode[\s=:]+([0-9a-z][0-9a-z -]{2,126})/i.exec(text)?.[1] ?? (server ? "" : text);
  return { code: shape(code), ...(server ? { serverUrl: server } : {}) };
}

/** Reads the page's fragment, #pair?server=…&code=…, which `bua pair` prints as a link. */
export function readFragment(hash: string): Typed | undefined {
  const [name, query] = hash.replace(/^#/, "").split("?");
  if (name !== "pair") return undefined;
  const q = new URLSearchParams(query);
  return { code: shape(q.get("code") ?? ""), ...(q.get("server") ? { serverUrl: q.get("server") as string } : {}) };
}

/** Writes a code as the backend prints it, in groups of four, while it is being typed. */
export function shape(text: string): string {
  const plain = text.toUpperCase().replace(/[^0-9A-Z]/g, "");
  if (plain.length > 12) return text.trim(); // no code of bua's own backend: as it is
  return plain.replace(/(.{4})(?=.)/g, "$1-");
}

/** Reports whether a server's address can be dialled: wss, or ws on this computer. */
export function canDial(url: string): boolean {
  if (!/^wss?:\/\//.test(url) || /[?#%\s\\@]/.test(url)) return false;
  try {
    const u = new URL(url);
    return u.protocol === "wss:" || /^(127\.0\.0\.1|localhost|\[::1\])$/.test(u.hostname);
  } catch {
    return false;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
