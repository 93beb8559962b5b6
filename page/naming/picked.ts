/** Picked is an element that can be acted on. */
export interface Picked {
  el: Element;
  role: string;
  /** The part of the page that it stands in, see landmarks.ts. */
  area: string | undefined;
}
