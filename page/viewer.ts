/** What the text of a document does not say, because the browser's own viewer draws it. */

/** viewer says what to do instead of reading such a document, "" for every other. */
export function viewer(of: Document): string {
  const type = of.contentType;
  if (type === "application/pdf") return "this is a PDF, drawn by the browser, whose text cannot be read: take a screenshot, and again while it is empty";
  return /^(image|video|audio)\/(?!svg)/.test(type) ? "this is a picture or a film: take a screenshot" : "";
}
