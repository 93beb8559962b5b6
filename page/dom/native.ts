/**
 * DOM properties that a page cannot shadow. A form takes the names of its
 * controls as properties (`<input name=parentNode>`), also in this world, so
 * `form.parentNode` may be anything; a document takes the names of forms,
 * images and frames. These readers ask the prototype.
 */

type Getter<T> = (node: Node) => T;

function getter<T>(proto: object, name: string): Getter<T> {
  const get = Object.getOwnPropertyDescriptor(proto, name)!.get!;
  return Function.prototype.call.bind(get) as Getter<T>;
}

function method(f: (...args: never[]) => unknown): unknown {
  return Function.prototype.call.bind(f);
}

export const typeOf = getter<number>(Node.prototype, "nodeType");
export const documentOf = getter<Document>(Node.prototype, "ownerDocument");
export const rootShadowOf = getter<ShadowRoot | null>(Element.prototype, "shadowRoot");
export const parentOf = getter<Node | null>(Node.prototype, "parentNode");
export const firstOf = getter<Node | null>(Node.prototype, "firstChild");
export const previousOf = getter<Node | null>(Node.prototype, "previousSibling");
export const nextOf = getter<Node | null>(Node.prototype, "nextSibling");
export const childrenOf = getter<NodeListOf<ChildNode>>(Node.prototype, "childNodes");
export const dataOf = getter<string | null>(Node.prototype, "nodeValue");
export const textOf = getter<string>(Node.prototype, "textContent");
export const firstElementOf = getter<Element | null>(Element.prototype, "firstElementChild");
export const nextElementOf = getter<Element | null>(Element.prototype, "nextElementSibling");
export const previousElementOf = getter<Element | null>(Element.prototype, "previousElementSibling");
export const tagOf = getter<string>(Element.prototype, "localName");
export const spaceOf = getter<string | null>(Element.prototype, "namespaceURI");
export const idOf = getter<string>(Element.prototype, "id");
export const slotOf = getter<HTMLSlotElement | null>(Element.prototype, "assignedSlot");

export const actionOf = getter<string>(HTMLFormElement.prototype, "action");
export const methodOf = getter<string>(HTMLFormElement.prototype, "method");

export const attr = method(Element.prototype.getAttribute) as (el: Element, name: string) => string | null;
export const hasAttr = method(Element.prototype.hasAttribute) as (el: Element, name: string) => boolean;
export const names = method(Element.prototype.getAttributeNames) as (el: Element) => string[];
/** attributes reports whether el has any, without making the map of them. */
export const attributed = method(Element.prototype.hasAttributes) as (el: Element) => boolean;
export const checkVisible = method(Element.prototype.checkVisibility) as (el: Element, o?: CheckVisibilityOptions) => boolean;
export const rectOf = method(Element.prototype.getBoundingClientRect) as (el: Element) => DOMRect;
export const closestOf = method(Element.prototype.closest) as (el: Element, s: string) => Element | null;
export const rootOf = method(Node.prototype.getRootNode) as (n: Node) => Node;
export const matchesOf = method(Element.prototype.matches) as (el: Element, s: string) => boolean;
export const findIn = method(Element.prototype.querySelector) as (el: Element, s: string) => Element | null;
export const allIn = method(Element.prototype.querySelectorAll) as (el: Element, s: string) => NodeListOf<Element>;

// The same for documents.
export const bodyOf = getter<HTMLElement | null>(Document.prototype, "body");
const rootIn = getter<HTMLElement | null>(Document.prototype, "documentElement");
const empty = (Document.prototype.createElement as (this: Document, tag: string) => HTMLElement).call(document, "html");
/** topOf is documentElement, and an empty element that stands nowhere for a document without one: after document.open a page has none. */
export const topOf = (d: Document): HTMLElement => rootIn(d) ?? empty;
export const viewOf = getter<(Window & typeof globalThis) | null>(Document.prototype, "defaultView");
export const titleOf = getter<string>(Document.prototype, "title");
export const activeIn = getter<Element | null>(Document.prototype, "activeElement");
export const scrollerOf = getter<Element | null>(Document.prototype, "scrollingElement");
const taggedIn = method(Document.prototype.getElementsByTagName) as (d: Document, tag: string) => HTMLCollectionOf<Element>;
const classedIn = method(Document.prototype.getElementsByClassName) as (d: Document, name: string) => HTMLCollectionOf<Element>;
const hitDocument = method(Document.prototype.elementFromPoint) as (d: Document, x: number, y: number) => Element | null;
const allDocument = method(Document.prototype.querySelectorAll) as (d: Document, s: string) => NodeListOf<Element>;

/** walkText is createTreeWalker. */
export const walkText = method(Document.prototype.createTreeWalker) as (d: Document, root: Node, show: number) => TreeWalker;
/** selectionIn is getSelection. */
export const selectionIn = method(Document.prototype.getSelection) as (d: Document) => Selection | null;

/** command is execCommand. */
export const command = method(Document.prototype.execCommand) as (d: Document, name: string, ui: boolean, value: string) => boolean;

/** hitIn is elementFromPoint. */
export function hitIn(root: Document | ShadowRoot, x: number, y: number): Element | null {
  return typeOf(root) === 9 ? hitDocument(root as Document, x, y) : root.elementFromPoint(x, y);
}

/** queryAll is querySelectorAll. */
export function queryAll(root: ParentNode, s: string): NodeListOf<Element> {
  const type = typeOf(root as Node);
  return type === 9 ? allDocument(root as Document, s) : type === 1 ? allIn(root as Element, s) : root.querySelectorAll(s);
}

// A document keeps these lists up to date itself, so that asking for one costs
// next to nothing, where a selector is tried on every element.

/** tagged lists the elements of a tag. */
export function tagged(root: Document | ShadowRoot, tag: string): ArrayLike<Element> {
  return typeOf(root) === 9 ? taggedIn(root as Document, tag) : root.querySelectorAll(tag);
}

/** classed lists the elements of a class. */
export function classed(root: Document | ShadowRoot, name: string): ArrayLike<Element> {
  return typeOf(root) === 9 ? classedIn(root as Document, name) : root.querySelectorAll("." + name);
}
