/**
 * Text hygiene: what goes to the model holds no character that a person cannot
 * see. Invisible Unicode is a channel for hidden instructions.
 */

// Zero-width, bidi controls, fillers, interlinear marks, tags, supplementary
// variation selectors, and the private use area, where icon fonts live.
const unseen =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uE000-\uF8FF\uFE00-\uFE0E\uFEFF\uFFA0\uFFF0-\uFFFB]|\uDB40[\uDC00-\uDFFF]|[\uDB80-\uDBFF][\uDC00-\uDFFF]/g;

// Joiners are kept where they shape what is seen: inside Arabic and Indic
// words and emoji sequences. Between other characters they only hide bits.
const joiner = /(?<![\u0600-\u07BF\u0860-\u0DFF\u0F00-\u109F\u1780-\u17FF\uFE0F\u{1F000}-\u{1FAFF}\u2600-\u27BF])[\u200C\u200D]+|([\u200C\u200D])[\u200C\u200D]+/gu;

const joins = /[\u200C\u200D]/;
const plain = /^[\x20-\x7E\n\t]*$/;

/** strip removes invisible characters and keeps white space. */
export function strip(s: string): string {
  if (plain.test(s)) return s;
  const out = s.replace(unseen, "");
  return joins.test(out) ? out.replace(joiner, "$1") : out; // looking behind each character is dear
}

/** tidy matches what is one line already. */
export const tidy = /^[\x21-\x7E]+(?: [\x21-\x7E]+)*$/;

/** line is s on one line: stripped, white space collapsed, trimmed. */
export function line(s: string): string {
  if (tidy.test(s)) return s;
  return strip(s).replace(/\s+/g, " ").trim();
}

/** cut shortens s to at most n characters, without half a surrogate pair. */
export function cut(s: string, n: number): string {
  if (s.length <= n) return s;
  let end = n - 1;
  const c = s.charCodeAt(end - 1);
  if (c >= 0xd800 && c <= 0xdbff) end--;
  return s.slice(0, end) + "…";
}

/**
 * brief shortens s to at most n characters at a space, and leaves a word out that is longer: half an address or
 * half a password tells nothing, and would not be known for what it is.
 */
export function brief(s: string, n: number): string {
  if (s.length <= n) return s;
  const end = s.lastIndexOf(" ", n - 1);
  if (end < 0 && !ascii.test(s)) return cut(s, n); // a script without spaces
  return s.slice(0, Math.max(0, end)) + "…";
}

const ascii = /^[\x00-\x7F]*$/;

/** bytes is the length of s in UTF-8. */
export function bytes(s: string): number {
  if (ascii.test(s)) return s.length;
  let n = s.length;
  for (let i = 0; i < s.length; i++) {
    const c = s.charCodeAt(i);
    if (c > 0x7f) n += c > 0x7ff && (c < 0xd800 || c > 0xdfff) ? 2 : 1;
  }
  return n;
}
