/**
 * Where to press: the element is brought into view, must have a box, be
 * enabled and stand still, and the hit test must reach it. Nothing but
 * scrolling happens to the page.
 */
import { allIn, attr, childrenOf, closestOf, dataOf, documentOf, matchesOf, rectOf, tagOf, topOf, typeOf, viewOf } from "../dom/native";
import { contains, flatParent, isElement, styleOf } from "../dom/tree";
import type { Located, Point, Pointed } from "../common/engine.gen";
import { Fault } from "../common/fault";
import { refuseDisabled, refuseHidden } from "../guarding/refuse";
import { aim, pressable, round, sight } from "../guarding/aim";
import { frame } from "../common/animation-frames";
import { arm, armKey } from "../guarding/press-guard";
import { above, blocked, keyFor } from "../guarding/cover";
import { hit, reaches } from "../guarding/hit";
import { isDisabled, nameOf } from "../naming/names";
import { pointOut, resolve, type Target } from "../naming/registry";
import { actRole, interactive } from "../naming/roles";
import { factsOf } from "../guarding/sink";
import { triggers, unveiled, veiled } from "./unveil";
import { willReport } from "./watch";
import { imageOf, rectsOf, rendered, transformOf } from "../dom/visibility";

/** Named is what point answers, with what was found there. */
type Named = Omit<Pointed, keyof Located> & { role: string; name: string };

// How long a moving element may take to stand still.
const patience = 1500;
// How long what covers an element, and does not move, may take to go away: a page may do that by script.
const parting = 250;
// A page without a frame for so many times 50 ms is not drawn, so nothing moves in it; a busy one is only late.
const undrawn = 6;

/** point finds the place to click or hover a target. */
export async function point(args: Point, by?: Element): Promise<Named> {
  if (args.look! > 1) await unveiled(pressed(args, by).el);
  let { el, face } = pressed(args, by);
  const first = rendered(el) ? null : lookOver(args, el);
  if (first) return first;
  check(el, args.intent !== "hover");
  let at = aim(el, face);
  // What is really in the way is what covers it first: scrolled on, it may lie under a sticky header.
  let cover = at ? null : above(face);
  if (!at) {
    for (const block of ["nearest", "center", "end", "start"] as const) {
      scrollable(el).scrollIntoView({ block, inline: "nearest", behavior: "instant" });
      ({ el, face } = pressed(args, by));
      if ((at = aim(el, face))) break;
      cover ??= above(face);
    }
    // What was scrolled in may load, or a virtual list may now reuse the row.
    await frame();
    ({ el, face } = pressed(args, by));
    at = aim(el, face) ?? at;
  }
  let moves = false;
  if (args.steady || moving(el)) {
    moves = !(await still(el, restless.has(el) ? briefly : patience));
    if (moves && args.intent !== "click") throw new Fault("timeout", "The element keeps moving; wait until the page is calm, then try again.");
    ({ el, face } = pressed(args, by));
  }
  let before = "";
  for (const begin = performance.now(); !(at = aim(el, face)); await frame(50)) {
    const now = above(face);
    const looks = now ? place(now) + styleOf(now).opacity : "";
    const waited = performance.now() - begin;
    if (!now || waited >= patience || (waited >= parting && looks === before && !passing(face))) break;
    before = looks;
    ({ el, face } = pressed(args, by));
  }
  check(el, args.intent !== "hover");
  const way = moves ? await ahead(el) : null;
  if (moves) at = aim(el, face);
  if (!at) {
    // A control of the browser's own can be pressed by its label, and by a key.
    const control = resolve(args);
    const label = by ? null : shownLabel(control, face);
    if (label) return point(args, label);
    const got = above(face);
    const key = args.keys && got ? keyFor(control, got) : "";
    const first = !key && veiled(face) ? lookOver(args, face) : null;
    if (first) return first;
    if (!key) throw blocked(face, got === undefined ? got : (cover ?? got));
    const role = actRole(control);
    armKey(control, () => resolve(args) === control);
    return { x: 0, y: 0, key, role, name: nameOf(control, role), moves: false, tells: false, ...(args.sink ? { sink: factsOf(control) } : {}) };
  }
  const got = (args.sink && hit(at.x, at.y)) || el;
  if (way) at = moved(at, way);
  const role = actRole(el);
  const name = nameOf(el, role);
  if (args.intent !== "hover") {
    const target = el;
    const ok = (path: EventTarget[]): boolean => {
      const got = path[0] as Element;
      if (!reaches(target, got) && (matchesOf(got, "html,body") || !contains(got, target))) return false;
      return pressed(args, by).el === target;
    };
    arm(target, ok, args.count || 1);
  }
  return { ...told(at), role, name, moves, tells: willReport(el, args.intent !== "hover"), ...(args.sink ? { sink: factsOf(got) } : {}) };
}

/** lookOver is where the pointer has to be first for el to show, null where there is nothing more; of what is hidden it then says what was tried. */
function lookOver(args: Point, el: Element): Named | null {
  const all = args.look ? triggers(el) : [];
  const trigger = all[args.look! - 1];
  trigger?.scrollIntoView({ block: "nearest", behavior: "instant" });
  const at = trigger && aim(trigger);
  if (at) return { ...told(at), over: true, role: "", name: "", moves: false, tells: false };
  const had = all.slice(0, args.look! - 1).map((t) => pointOut(t));
  if (!had.length || rendered(el)) return null;
  throw new Fault("element_not_found", `The element does not show, also with the pointer over ${had.join(" and ")}; open what hides it, or extract and pick another.`);
}

/** told is a point as input counts it: from what is seen of the page, which is less where somebody has zoomed in with two fingers. */
function told(at: { x: number; y: number }): { x: number; y: number } {
  return { x: round(at.x - sight.offsetLeft), y: round(at.y - sight.offsetTop) };
}

/** scrollable is what can be scrolled into view for el: itself, or for one without a box, what it shows. */
function scrollable(el: Element): Element {
  if (tagOf(el) === "area") return imageOf(el) ?? el;
  if (el.getClientRects().length) return el;
  for (const d of el.querySelectorAll("*")) if (d.getClientRects().length) return d;
  return flatParent(el) ?? el;
}

/** actionable is the element that takes the press for el: the label of a control that shows only as its label, or the widget that shows in its place. */
function actionable(el: Element): Element {
  if (pressable(el)) return el;
  return shownLabel(el) ?? widget(el) ?? el;
}

/** shownLabel is a label of a control that can be pressed in its place, other than that one; null for none. */
function shownLabel(el: Element, not: Element = el): Element | null {
  for (const l of (el as HTMLInputElement).labels ?? []) if (l !== not && (l as HTMLLabelElement).control === el && pressable(l)) return l;
  return null;
}

/** Fields that a widget may hide, to draw itself. */
const hidden = new Set(["combobox", "slider", "spinbutton", "checkbox", "radio", "switch", "textbox", "searchbox", "listbox"]);

/** What a widget that hides a field has besides: only what opens it is a part of it. */
const others = "a[href],input:not([type=hidden]),select,textarea,[contenteditable],button:not([aria-haspopup],[tabindex='-1']),[role=button]:not([aria-haspopup],[tabindex='-1'])";

/** widget is what a person sees of a field that only readers of screens have: the innermost box around it, when that has no other control. */
function widget(el: Element): Element | null {
  if (!hidden.has(actRole(el)) || isDisabled(el)) return null;
  for (let e = flatParent(el), n = 0; e && n < 4 && !apart.has(tagOf(e)); e = flatParent(e), n++) {
    if (pressable(e)) return [...allIn(e, others)].some((o) => o !== el) ? null : e;
  }
  return null;
}

/** What a press goes to, and the face at which it is aimed. */
interface Pressed {
  el: Element;
  face: Element;
}

/** pressed is what takes the press for a target: the label that it is pressed by, else actionable, or what lies under a text that takes none itself. */
function pressed(args: Target, by?: Element): Pressed {
  const own = resolve(args);
  const label = by && (by as HTMLLabelElement).control === own ? by : null;
  const face = label ?? actionable(own);
  return { el: label ?? beneath(face), face };
}

/** What holds things that have nothing to do with one another. */
const apart = new Set(["html", "body", "main", "form", "ul", "ol", "table", "tbody", "tr", "svg", "nav", "section", "article"]);

/** What is pressed for itself, whatever its group is about. */
const buttons = "button,a[href],summary,[role=button],[role=link],[role=menuitem],[role=tab]";

/** beneath is what a press on a text's letters goes to where the text takes none: what it stands in, or lies over in the same group. */
function beneath(el: Element): Element {
  if (styleOf(el).pointerEvents !== "none" || interactive.has(actRole(el)) || /\bdisabled\b/.test(attr(el, "class") ?? "") || !lettered(el)) return el;
  const got = above(el);
  for (let e = flatParent(el), n = 0; got && e && n < 4 && !apart.has(tagOf(e)); e = flatParent(e), n++) {
    if (!contains(e, got)) continue;
    const button = closestOf(got, buttons);
    return button && contains(e, button) && button !== e ? el : got;
  }
  return el;
}

/** lettered reports whether el shows a text: what is a picture alone takes its presses itself, or is switched off. */
function lettered(el: Element): boolean {
  for (const n of childrenOf(el)) if (typeOf(n) === 3 ? /\S/.test(dataOf(n)!) : isElement(n) && rendered(n) && lettered(n)) return true;
  return false;
}

function check(el: Element, press: boolean): void {
  const shown = rendered(el) && rectsOf(el).length > 0;
  if (!shown && tagOf(el) === "option") throw new Fault("element_not_found", "The option is not shown until its list is open; select it through its combobox.");
  refuseHidden(el, "element", shown);
  if (press) refuseDisabled(el, "element");
}

/** moving reports whether an animation runs on el or on what it renders in. */
function moving(el: Element): boolean {
  for (let doc: Document | null = documentOf(el); doc; ) {
    for (const a of doc.getAnimations()) {
      const target = (a.effect as KeyframeEffect | null)?.target;
      if (a.playState === "running" && target && contains(target, el)) return true;
    }
    const view: Element | null = doc === document ? null : (viewOf(doc)?.frameElement ?? null);
    doc = view?.ownerDocument ?? null;
  }
  for (let e: Element | null = el; e; e = flatParent(e)) {
    const root = e.getRootNode();
    if (root.nodeType === 11 && (root as ShadowRoot).getAnimations().some((a) => a.playState === "running")) return true;
  }
  return false;
}

/** Elements that did not stand still, with the number of presses that were aimed at them. */
const restless = new WeakMap<Element, number>();
const briefly = 100;
/** How long in ms the press may take to come, for each try: nobody knows how busy the way is. */
const leads = [25, 10, 50, 0, 90];

/** ahead is how far el will have gone when a press comes. */
async function ahead(el: Element): Promise<{ x: number; y: number }> {
  const tries = restless.get(el) ?? 0;
  restless.set(el, tries + 1);
  const before = middle(el);
  await frame(50);
  await frame(50);
  const now = middle(el);
  const share = leads[tries % leads.length]! / Math.max(now.time - before.time, 1);
  return { x: (now.x - before.x) * share, y: (now.y - before.y) * share };
}

/** moved is a point that has gone that way, as long as it stays on the screen. */
function moved(at: { x: number; y: number }, way: { x: number; y: number }): { x: number; y: number } {
  const [x, y] = [round(at.x + way.x), round(at.y + way.y)];
  return x > 0 && y > 0 && x < window.innerWidth && y < window.innerHeight ? { x, y } : at;
}

function middle(el: Element): { x: number; y: number; time: number } {
  const r = rectOf(el);
  const t = transformOf(documentOf(el));
  return { x: t.x + (r.x + r.width / 2) * t.sx, y: t.y + (r.y + r.height / 2) * t.sy, time: performance.now() };
}

/** still waits until el had the same place in two animation frames in a row; it reports whether that came. */
async function still(el: Element, patience: number): Promise<boolean> {
  const end = performance.now() + patience;
  let same = 0;
  let late = 0;
  let before = place(el);
  while (same < 2) {
    if (!(await frame(50)) && ++late < undrawn) continue;
    const now = place(el);
    same = now === before ? same + 1 : 0;
    before = now;
    if (performance.now() > end) return false;
  }
  return true;
}

function place(el: Element): string {
  const r = rectOf(el);
  const t = transformOf(documentOf(el));
  return [t.x + r.x * t.sx, t.y + r.y * t.sy, r.width, r.height].map(Math.round).join();
}

/** passing reports whether what covers el is being animated, as a backdrop that goes away, a page that another one replaces, and the veil around a spinner. */
function passing(el: Element): boolean {
  const over = above(el);
  return !!over && (moving(over) || over.getAnimations({ subtree: true }).length > 0 || matchesOf(topOf(documentOf(over)), ":active-view-transition"));
}
