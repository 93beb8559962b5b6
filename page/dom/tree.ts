/**
 * The flat tree: what the reader sees after shadow roots, slots and same-origin
 * frames are put together. Everything else in the engine walks through here.
 */
import { activeIn, childrenOf, documentOf, parentOf, queryAll, rootShadowOf, slotOf, tagOf, typeOf, viewOf } from "./native";

/** Closed shadow roots that the core handed in; see adopt. */
const adopted = new WeakMap<Element, ShadowRoot>();

/**
 * adopt makes a closed shadow root known. No isolated world can open one by
 * itself; the core resolves it through CDP and passes it in.
 */
export function adopt(host: Element, root: ShadowRoot): void {
  adopted.set(host, root);
}

// The elements of HTML that may host a shadow root; besides them only custom ones.
const hosts = new Set(["article", "aside", "blockquote", "body", "div", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header", "main", "nav", "p", "section", "span"]);

/** portals are the tags of which what is inside may come from elsewhere: a shadow root, a slot's nodes, a frame's document. */
export const portals = new Set([...hosts, "slot", "iframe", "frame"]);

/** mayHost reports whether an element of that tag may have a shadow root of the page's. */
export const mayHost = (tag: string): boolean => hosts.has(tag) || tag.includes("-");

/** shadowOf returns the shadow root that renders in place of el's children. */
export function shadowOf(el: Element, tag = tagOf(el)): ShadowRoot | null {
  if (!mayHost(tag)) return null;
  return rootShadowOf(el) ?? adopted.get(el) ?? null;
}

export function isElement(n: Node): n is Element {
  return typeOf(n) === 1;
}

/** flatChildren lists the nodes that render inside el. */
export function flatChildren(el: Element): ArrayLike<Node> {
  const tag = tagOf(el);
  const root = shadowOf(el, tag);
  if (root) return root.childNodes;
  if (tag === "slot") {
    const given = (el as HTMLSlotElement).assignedNodes();
    if (given.length) return given;
  }
  return childrenOf(el);
}

/** flatParent is the element that el renders in; null above the engine's own document. */
export function flatParent(el: Element): Element | null {
  const slot = slotOf(el);
  if (slot) return slot;
  const p = parentOf(el);
  if (!p) return null;
  if (typeOf(p) === 1) {
    const closed = adopted.get(p as Element);
    if (closed) {
      for (const slot of closed.querySelectorAll("slot")) if (slot.assignedNodes().includes(el)) return slot;
    }
    return p as Element;
  }
  if (typeOf(p) === 11) return (p as ShadowRoot).host ?? null;
  if (typeOf(p) === 9 && p !== document) return frameOf(p as Document);
  return null;
}

/** frameOf is the frame element that shows doc, null for the engine's own document. */
export function frameOf(doc: Document): Element | null {
  if (doc === document) return null;
  try {
    return viewOf(doc)?.frameElement ?? null;
  } catch {
    return null;
  }
}

/** frameDocument is the document inside a same-origin frame. */
export function frameDocument(el: Element, tag = tagOf(el)): Document | null {
  if (tag !== "iframe" && tag !== "frame") return null;
  try {
    return (el as HTMLIFrameElement).contentDocument;
  } catch {
    return null;
  }
}

/** contains reports whether inner is outer or renders inside it. */
export function contains(outer: Element, inner: Element | null): boolean {
  for (let e = inner; e; e = flatParent(e)) if (e === outer) return true;
  return false;
}

/** alive reports whether el's document is still shown below the engine's document. */
export function alive(el: Element): boolean {
  let doc: Document | null = documentOf(el);
  for (let i = 0; doc && doc !== document && i < 50; i++) {
    const f = frameOf(doc);
    if (!f || !f.isConnected || (f as HTMLIFrameElement).contentDocument !== doc) return false;
    doc = documentOf(f);
  }
  return doc === document;
}

/** styleOf is getComputedStyle of the window that el is in. */
export function styleOf(el: Element, pseudo?: string): CSSStyleDeclaration {
  const doc = documentOf(el);
  return (doc === document ? window : (viewOf(doc) ?? window)).getComputedStyle(el, pseudo);
}

/** activeElement is the focused element, seen through shadow roots and frames. */
export function activeElement(): Element | null {
  let el = activeIn(document);
  for (let i = 0; el && i < 100; i++) {
    const deeper: Element | null = shadowOf(el)?.activeElement ?? inner(el);
    if (!deeper) break;
    el = deeper;
  }
  return el;
}

function inner(frame: Element): Element | null {
  const doc = frameDocument(frame);
  return doc && activeIn(doc);
}

// Elements that hold no other root: they may neither host a shadow root nor
// show a document, and are no custom elements. The most frequent come first,
// because the browser compares in this order.
const rootless =
  "td,tr,a,li,button,i,b,em,strong,img,svg,path,g,use,br,input,label,option,th,tbody,thead,table,ul,ol,select,script,style,link,meta,title,head,html,dl,dt,dd,time,small,sup,sub,code,pre,form,textarea,hr,figure,picture,source,summary,details,fieldset,legend,canvas,video,noscript";
const holders = `:not(${rootless})`;

/** holdersIn lists the elements right in a root that may hold another root, and some that do not: far fewer than all. */
export function holdersIn(root: Document | ShadowRoot): NodeListOf<Element> {
  return queryAll(root, holders);
}

/** eachRoot calls f for the document, every known shadow root and every same-origin frame's document. */
export function eachRoot(f: (root: Document | ShadowRoot) => boolean | void, from: Document | ShadowRoot = document): boolean {
  if (f(from)) return true;
  for (const el of holdersIn(from)) {
    const inner = shadowOf(el) ?? frameDocument(el);
    if (inner && eachRoot(f, inner)) return true;
  }
  return false;
}

const known = new Set<WeakRef<Document | ShadowRoot>>();
const counted = new WeakSet<Document | ShadowRoot>();

/** remember notes a shadow root or a frame's document that a walk came by. */
export function remember(root: Document | ShadowRoot): void {
  if (counted.has(root)) return;
  counted.add(root);
  known.add(new WeakRef(root));
}

/** knownRoots lists the document and what was remembered and is still shown: much cheaper than eachRoot. */
export function knownRoots(): (Document | ShadowRoot)[] {
  const out: (Document | ShadowRoot)[] = [document];
  for (const ref of known) {
    const r = ref.deref();
    if (!r) known.delete(ref);
    else if (r.nodeType === 11 ? (r as ShadowRoot).host.isConnected : frameOf(r as Document)?.isConnected) out.push(r);
  }
  return out;
}
