/** What shows only while the pointer is over something, as far as the page's style sheets say it. */
import { brief, line } from "../common/plain-text";
import { allIn, attr, closestOf, documentOf, matchesOf, parentOf, textOf } from "../dom/native";
import { rendered } from "../dom/visibility";

/** Hoverer is what the pointer must be over, and what then shows. */
export interface Hoverer {
  trigger: Element;
  name: string;
}

interface Rule {
  /** What it shows, and under what, as selectors without the pointer. */
  shows: string;
  over: string;
}

const maxRules = 20_000;
const maxControls = 500;
const controls = "button,a,input,label,summary,[role=button],[role=link],[role=menuitem],[onclick],[title],[aria-label]";

/** hoverers lists what shows more under the pointer below root. */
export function hoverers(root: Element): Hoverer[] {
  const hidden: Element[] = [];
  for (const el of allIn(root, controls)) if (hidden.length < maxControls && !rendered(el)) hidden.push(el);
  if (!hidden.length) return [];
  const rules = rulesOf(documentOf(root));
  const out: Hoverer[] = [];
  for (const el of hidden) {
    const trigger = opener(el, rules);
    const name = trigger ? called(el) : "";
    if (trigger && name) out.push({ trigger, name });
  }
  return out;
}

/** opener is what the pointer must be over for el to show, as a rule of the page says, null for none. */
export function opener(el: Element, rules = rulesOf(documentOf(el))): Element | null {
  for (const rule of rules) {
    // What is hidden with all around it is named by itself: the rule may be about what is around it.
    const shown = under(el, rule.shows);
    const trigger = shown && over(shown, rule.over);
    if (trigger && rendered(trigger)) return trigger;
  }
  return null;
}

/** under is what a rule shows el with: itself, or what is around it and not shown either. */
function under(el: Element, shows: string): Element | null {
  const at = closest(el, shows);
  return at && !rendered(at) ? at : null;
}

/** over is what the pointer must be over for shown: around it, or beside it. */
function over(shown: Element, selector: string): Element | null {
  const around = closest(shown, selector);
  if (around) return around;
  const p = parentOf(shown);
  for (const el of p?.nodeType === 1 ? (p as Element).children : []) if (el !== shown && matches(el, selector)) return el;
  return null;
}

function closest(el: Element, selector: string): Element | null {
  try {
    return closestOf(el, selector);
  } catch {
    return null; // a selector that only a style sheet understands
  }
}

function matches(el: Element, selector: string): boolean {
  try {
    return matchesOf(el, selector);
  } catch {
    return false;
  }
}

/** called is what a control that does not show is called: its name, else what its class says. */
function called(el: Element): string {
  const said = attr(el, "aria-label") ?? attr(el, "title") ?? attr(el, "value") ?? attr(el, "placeholder") ?? "";
  return brief(line(said || textOf(el) || (attr(el, "class") ?? "")), 40);
}

/** rulesOf reads the rules about the pointer that show something. */
function rulesOf(doc: Document): Rule[] {
  const out: Rule[] = [];
  let left = maxRules;
  const read = (list: CSSRuleList, outer: string): void => {
    for (const rule of list) {
      if (left-- < 0) return;
      const style = rule as CSSStyleRule;
      let selector = outer;
      if (typeof style.selectorText === "string") {
        selector = style.selectorText;
        if (outer) selector = selector.includes("&") ? selector.replaceAll("&", `:is(${outer})`) : `:is(${outer}) ${selector}`;
        if (selector.includes(":hover") && shows(style.style)) for (const part of parts(selector)) add(part);
      }
      const inner = (rule as CSSGroupingRule).cssRules;
      if (inner?.length) read(inner, selector);
    }
  };
  const add = (part: string): void => {
    const at = part.lastIndexOf(":hover");
    if (at < 0) return;
    const plain = (s: string): string => s.replace(/(^|[\s>+~(])(:hover)+/g, "$1*").replaceAll(":hover", "").trim();
    out.push({ shows: plain(part), over: plain(part.slice(0, at + ":hover".length)) });
  };
  for (const sheet of [...doc.styleSheets, ...doc.adoptedStyleSheets]) {
    try {
      read(sheet.cssRules, "");
    } catch {
      // A sheet of another site is closed to scripts.
    }
  }
  return out;
}

function shows(style: CSSStyleDeclaration): boolean {
  return (style.display !== "" && style.display !== "none") || style.visibility === "visible";
}

/** parts splits a list of selectors at the commas that are not in brackets. */
function parts(selector: string): string[] {
  const out = [""];
  let depth = 0;
  for (const c of selector) {
    if (c === "(" || c === "[") depth++;
    else if (c === ")" || c === "]") depth--;
    if (c === "," && !depth) out.push("");
    else out[out.length - 1] += c;
  }
  return out.map((s) => s.trim());
}
