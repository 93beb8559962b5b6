/** Which tasks a person looks for. */

/** Without case, accents, or the width of Japanese letters. */
const bare = (text: string): string => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");

/** Reports whether a text has all the words of a query, each anywhere in it. */
export function has(text: string, query: string): boolean {
  const within = bare(text);
  return bare(query).split(/\s+/).every((word) => within.includes(word));
}
