/** Why a reading has no text. */
import { flatParent, styleOf } from "../dom/tree";
import { allIn, documentOf, rectOf, tagOf, textOf } from "../dom/native";
import { faint } from "./content";
import { line } from "../common/plain-text";
import { rendered } from "../dom/visibility";

const pictures = "canvas,img,svg,video,embed,object";

/** hidden reports whether root has a text, which does not show. */
export const hidden = (root: Element): boolean => !!hider(root) || [...allIn(root, "h1,h2,h3,p,li,td,pre")].some((e) => line((e as HTMLElement).innerText ?? "").length > 20);

/** empty says why there is nothing to read of root, and what to do. */
export function empty(root: Element): string {
  const { readyState } = documentOf(root);
  const hides = hider(root);
  const [picture, frame] = [first(root, pictures), first(root, "iframe,frame")];
  const why =
    readyState === "loading" ? "the page is still loading"
    : hides ? `it is hidden by its style (${hides})`
    : frame ? `it shows nothing but a frame${origin(frame)}, which frames lists`
    : picture ? `what it shows is drawn (${tagOf(picture)}), take a screenshot`
    : /\S/.test(textOf(root)) ? "what is in it is hidden by its style"
    : "it has no content";
  return "nothing to read: " + why;
}

/** hider is the style of el, or of what is around it, that hides it, "" for none. */
export function hider(el: Element): string {
  for (let e: Element | null = el; e; e = flatParent(e)) {
    const s = styleOf(e);
    if (s.display === "none") return "display: none";
    if (e === el && s.visibility !== "visible") return "visibility: " + s.visibility;
    if (Number(s.opacity) < faint) return "opacity: " + s.opacity;
  }
  return "";
}

/** first is the first in root, or itself, of these that shows. */
function first(root: Element, tags: string): Element | undefined {
  return [root, ...allIn(root, tags)].find((e) => tags.split(",").includes(tagOf(e)) && rendered(e) && rectOf(e).width > 1);
}

/** origin is from where a frame comes, as far as its address tells. */
function origin(frame: Element): string {
  const src = (frame as HTMLIFrameElement).src;
  return /^https?:/.test(src) ? " of " + new URL(src).origin : "";
}
