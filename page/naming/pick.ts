/**
 * Picking what can be acted on. The walk visits every element of the page, so
 * it asks little of each: style only of kinds of elements, once.
 */
import { outOfReach } from "./aside";
import { areaAbove, areaBy, areaNames } from "./landmarks";
import { roving } from "./roving-cells";
import { contains, flatChildren, frameDocument, isElement, portals, remember, shadowOf, styleOf } from "../dom/tree";
import { attr, attributed, checkVisible, findIn, firstElementOf, hasAttr, idOf, nextElementOf, tagOf, documentOf, topOf, parentOf } from "../dom/native";
import { nameOf } from "./names";
import { actRole, editingHost, explicitRole, focusable, implicitRole, interactive, labelled, presses, roleOf } from "./roles";
import { modalOf } from "./modal";
import { alone, toggle } from "./parts";
import type { Picked } from "./picked";
import { hiddenFromAX, noSize, rendered } from "../dom/visibility";

// Tags that can be interactive without any attribute.
const control = ["a", "button", "input", "select", "textarea", "option", "summary", "area", "label"];
// Tags that mean nothing, and are made to act by scripts.
const plain = ["div", "span", "li", "td", "tr", "th", "img", "svg", "p", "i", "b", "em", "strong", "section", "article", "h1", "h2", "h3", "h4", "h5", "h6", "dt", "dd", "figure", "g", "text"];
const maxDepth = 3000;
// Reading the cursor costs a style for each kind of element; a page with more
// kinds than this is not worth it.
const maxCursors = 1500;

// Lists that are drawn a second time for readers of screens, where nobody sees them.
const mirrors = new Set(["listbox", "tree", "menu", "grid"]);

// What is one thing to press when one is in the other.
const twins = new Set(["link", "button"]);

// What a tag asks of the walk: most ask for nothing, and are found out at once.
const isControl = 1;
const isPlain = 2;
const isArea = 4;
/** What is inside may come from elsewhere. */
const isPortal = 8;
const traits = new Map<string, number>();
for (const [list, trait] of [[control, isControl], [plain, isPlain], [Object.keys(areaNames), isArea], [portals, isPortal]] as const) {
  for (const tag of list) traits.set(tag, (traits.get(tag) ?? 0) | trait);
}

function traitsOf(tag: string): number {
  return traits.get(tag) ?? (tag.includes("-") ? isPortal : 0);
}

/** Kind is what elements alike have in common, whose ancestors are alike too. */
interface Kind {
  /** Whether the cursor over a child of some kind is a pointer. */
  cursors: Map<string, boolean>;
  kids: Map<string, Kind>;
}

/** pick lists in flat-tree order everything below root that can be acted on. */
export function pick(root: Element): Picked[] {
  const out: Picked[] = [];
  const fromSelect = tagOf(root) === "select";
  const kinds = new Map<string, Kind>();
  let cursors = 0;

  const accept = (el: Element, tag: string, attrs: boolean, given: string | null): string => {
    if (tag === "label") {
      const c = labelled(el);
      return c && (c as HTMLInputElement).type !== "hidden" ? roleOf(c) : "";
    }
    const role = given !== null ? roleOf(el) : traitsOf(tag) & isControl ? implicitRole(el, tag) : "";
    if (interactive.has(role)) return role;
    return attrs && (editingHost(el) || focusable(el) || hasAttr(el, "onclick") || (given !== null && interactive.has(explicitRole(el))) || roving(el, tag, given)) ? actRole(el) : "";
  };

  const kindOf = (name: string, above: Map<string, Kind>): Kind => {
    let k = above.get(name);
    if (!k) above.set(name, (k = { cursors: new Map(), kids: new Map() }));
    return k;
  };

  const parentKind = (el: Element): Kind => {
    const p = parentOf(el);
    return kindOf(p && isElement(p) ? nameKind(p, tagOf(p), attributed(p)) : "", kinds);
  };

  const pointer = (el: Element, name: string, above: Kind): boolean => {
    let v = above.cursors.get(name);
    if (v === undefined) above.cursors.set(name, (v = cursors++ < maxCursors && takes(el, styleOf(el).cursor)));
    return v;
  };

  // above is the kind of el's parent, null when that is not what the walk came from.
  const walk = (el: Element, inside: boolean, depth: number, area: string | undefined, above: Kind | null): void => {
    const tag = tagOf(el);
    const attrs = attributed(el);
    const trait = traitsOf(tag);
    let role = "";
    if (attrs) {
      if (attr(el, "aria-hidden") === "true" && tag !== "body" && tag !== "html") return;
      if (hasAttr(el, "inert")) return;
      const given = attr(el, "role");
      area = areaBy(el, tag, given) ?? area;
      role = accept(el, tag, true, given);
    } else if (trait & isControl) role = accept(el, tag, false, null);
    else if (trait & isArea) area = areaNames[tag];
    let name = "";
    if (!role && !inside && tag === "a" && presses(el) && actRole(el) === "link") role = "link";
    if (!role && !inside && trait & isPlain) {
      name = nameKind(el, tag, attrs);
      if (pointer(el, name, above ?? parentKind(el))) role = actRole(el);
    }
    if (mirrors.has(role) && tag !== "select" && noSize(el)) return;
    if (role && attrs && outOfReach(el, tag)) return;
    const at = out.length;
    if (role) {
      if (rendered(el) || (role === "option" && fromSelect)) out.push({ el, role, area });
      // What only takes the focus, as a canvas or a list, may hold what takes presses.
      inside ||= role !== "generic" || !focusable(el) || hasAttr(el, "onclick") || styleOf(el).cursor === "pointer";
      const opens = role === "treeitem" && hasAttr(el, "aria-expanded") ? toggle(el) : null;
      if (opens) out.push({ el: opens, role: actRole(opens), area });
    } else if (tag === "label" && (el as HTMLLabelElement).control && !findIn(el, "a")) inside = true; // what is in it presses its control
    // The options of a closed select have no box: the combobox stands for them,
    // unless it is what was asked for.
    if (depth > maxDepth || (role === "combobox" && tag === "select" && el !== root)) return;
    if (trait & isPortal) {
      const doc = frameDocument(el, tag);
      if (doc) {
        remember(doc);
        if (topOf(doc) && checkVisible(el)) walkDocument(doc, depth + 1);
        return;
      }
      const shadow = shadowOf(el, tag);
      if (shadow) remember(shadow);
      if (shadow || tag === "slot") {
        const list = flatChildren(el);
        for (let i = 0; i < list.length; i++) {
          const c = list[i]!;
          if (isElement(c)) walk(c, inside, depth + 1, area, null);
        }
        return;
      }
    }
    let c = firstElementOf(el);
    if (!c) return;
    // Inside something that can be acted on, nobody asks for the cursor.
    const kind = inside ? null : kindOf(name || nameKind(el, tag, attrs), above?.kids ?? kinds);
    for (; c; c = nextElementOf(c)) walk(c, inside, depth + 1, area, kind);
    // A link that is a button, or holds one: pressing either does both.
    if (out.length === at + 2 && out[at]!.el === el && twins.has(role) && twins.has(out[at + 1]!.role) && alone(el, out, at + 1) && nameOf(el, role) === nameOf(out[at + 1]!.el, out[at + 1]!.role)) out.splice(role === "link" ? at + 1 : at, 1);
    // A box with a pointer around a control and nothing else is that control's.
    if (name && role === "generic" && out.length > at + 1 && out[at]!.el === el && alone(el, out, at + 1)) out.splice(at, 1);
  };

  const walkDocument = (doc: Document, depth: number): void => {
    const top = modalOf(doc) ?? topOf(doc);
    walk(top, false, depth, areaAbove(top), null);
  };

  if (root === topOf(documentOf(root))) walkDocument(documentOf(root), 0);
  else if (!hiddenFromAX(root)) {
    const front = modalOf(documentOf(root));
    const top = !front || contains(front, root) ? root : contains(root, front) ? front : null;
    if (top) walk(top, false, 0, areaAbove(top), null);
  }
  return out;
}

/** takes reports whether a cursor says that el can be pressed, or dragged by a handle. */
const takes = (el: Element, cursor: string): boolean => cursor === "pointer" || (/^(grab|move)$/.test(cursor) && /handle|grip|drag/.test(attr(el, "class") ?? ""));

// Ids with a digit are mostly generated, and so are styles that say where a row is.
function nameKind(el: Element, tag: string, attrs: boolean): string {
  if (!attrs) return tag;
  let out = tag + "|" + (attr(el, "class") ?? "");
  const id = idOf(el);
  if (id && !/\d/.test(id)) out += "|" + id;
  const style = attr(el, "style");
  if (style?.includes("cursor")) out += "|" + style;
  return out;
}
