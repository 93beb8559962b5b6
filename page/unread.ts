/** What the text of a document does not say, because the browser's own viewer draws it. */

/** viewer says what to do instead of reading such a document, "" for every other. */
export function viewer(of: Document): string {
  const type = of.contentType;
  if (type === "application/pdf") return "this is a PDF, drawn by the browser's viewer, whose text cannot be read here: take a screenshot, and again while it is empty";
  const kind = /^(image|video|audio)\/(?!svg)/.exec(type)?.[1];
  if (kind === "image") return "this is a picture: take a screenshot to see it";
  return kind ? `this is ${kind === "video" ? "a video" : "a sound"}, which cannot be read here` : "";
}
