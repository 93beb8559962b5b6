/**
 * Returns the JSON of a value. JSON.stringify writes half a surrogate pair,
 * which page-made titles may contain, as an escape that no strict reader
 * takes; it becomes U+FFFD.
 */
export function json(value: unknown): string {
  const text = JSON.stringify(value) ?? "null";
  if (!text.includes("\\ud")) return text;
  return text.replace(/(\\\\)|\\ud[89a-f][0-9a-f]{2}/g, (_, backslash: string | undefined) => backslash ?? "\ufffd");
}
