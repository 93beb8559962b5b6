/**
 * What an element is called that has no name: its text, else a hint in
 * parentheses: the file or symbol of its icon, a telling word of its class or
 * id, the text beside it or of its row. A hint is shown, and is no part of what a uid means.
 */
import { lent } from "./aside";
import { allIn, attr, attributed, findIn, idOf, names, previousElementOf, tagOf, textOf } from "../dom/native";
import { brief, line } from "../common/plain-text";
import { contentName } from "./name-content";
import { focusable } from "./roles";
import { beside, column, columnOf, rowText } from "./rows";

/** Roles that take no name from their content, although it says what they are. */
const textual = new Set([
  "generic", "none", "listitem", "paragraph", "blockquote", "code", "definition", "term", "deletion", "insertion", "emphasis", "strong",
  "subscript", "superscript", "mark", "time", "caption",
]);
const cells = new Set(["cell", "gridcell", "columnheader", "rowheader"]);
const pressed = new Set(["button", "link", "menuitem", "tab", "image"]);
const fields = new Set(["checkbox", "radio", "switch", "textbox", "searchbox", "spinbutton", "combobox", "slider", "listbox"]);

/** Fields whose words stand behind them. */
const chosen = new Set(["checkbox", "radio", "switch"]);

const maxText = 60;
const maxRow = 30;
const maxParts = 8;
const word = /[\p{L}\p{N}]/u;

/** called is what el is shown as. */
export function called(el: Element, role: string, name: string): string {
  const bare = textual.has(role);
  if (name && !((bare || cells.has(role)) && !word.test(name))) return name;
  const text = name || (bare && !workplace(el, role) ? brief(line(contentName(el, role)), maxText) : "");
  if (word.test(text)) return text;
  const hint = (bare || cells.has(role) || pressed.has(role) ? icon(el) || (text ? "" : datum(el)) : "") || (cells.has(role) && !text ? brief(column(el), maxRow) : "");
  if (hint) return text ? `${text} (${hint})` : `(${hint})`;
  if (text || !(fields.has(role) || pressed.has(role))) return text;
  const before = role === "listbox" ? previousElementOf(el) : null;
  const near = (fields.has(role) && (beside(el, chosen.has(role)) || lent(el) || columnOf(el))) || (before && !findIn(before, "input,select,textarea,button") && line(textOf(before))) || rowText(el);
  return near && `(${brief(near, maxRow)})`;
}

/** workplace reports whether el only takes the focus for what is drawn or written in it: its texts are things of their own. */
function workplace(el: Element, role: string): boolean {
  return role === "generic" && focusable(el) && findIn(el, "canvas,svg text,textarea,[contenteditable]") !== null;
}

/** icon is a word for what el draws, "" when nothing tells. */
function icon(el: Element): string {
  let n = 0;
  let found = attributed(el) ? told(el) : "";
  const fragment = tagOf(el) === "a" ? plain(/^#(.+)/.exec(attr(el, "href") ?? "")?.[1] ?? "") : ""; // of the page, to which a link leads
  if (fragment && found === "handle") found = fragment; // a tab of a strip that can be sorted
  if (!found) {
    for (const part of allIn(el, "*")) {
      if (n++ === maxParts || (found = attributed(part) ? told(part) : "")) break;
    }
  }
  return found || fragment || (attributed(el) ? known(idOf(el)) : "");
}

function told(el: Element): string {
  const tag = tagOf(el);
  const file = tag === "img" ? attr(el, "src") : tag === "use" ? (attr(el, "href") ?? attr(el, "xlink:href")) : null;
  if (file) {
    const at = /([\w-]+)(?:\.\w+)?$/.exec(file.split("?")[0]!);
    const said = at && !file.startsWith("data:") ? plain(at[1]!) : "";
    if (said) return said;
  }
  for (const name of telling) {
    const said = plain(attr(el, name) ?? "");
    if (said) return said;
  }
  const classes = (attr(el, "class") ?? "").split(/\s+/);
  return drawn(classes) || act(classes);
}

/** datum is what the page notes of an element itself: a word, or a number and what it counts. */
function datum(el: Element): string {
  for (const name of names(el)) {
    const said = name.startsWith("data-") ? (attr(el, name) ?? "") : "";
    const of = plain(/^\d{1,3}$/.test(said) ? name.slice(5) : said);
    if (of) return of === plain(said) ? of : `${of} ${said}`;
  }
  return "";
}

/** Attributes that say what is drawn or done. */
const telling = ["data-icon", "data-lucide", "data-feather", "data-item-name", "data-action", "data-command", "data-cmd"];

/** Families of icons, whose classes begin alike. */
const families = /^(?:fa|bi|mdi|ti|ri|ion|octicon|glyphicon|icon|ui-icon|pi|la|lucide|codicon|dashicons|k-i|anticon|el-icon|tabler-icon)-(.+)$/;
/** What such classes say of size and style. */
const looks = /^(?:\d*x?|xs|sm|md|lg|xl|fw|spin|pulse|solid|regular|light|thin|brands|duotone|outline|filled?|stack.*|icon|icons|wrapper|button|btn|container|left|right|only|small|large|default|primary|secondary|white|black)$/;

/** drawn is the icon that a class names. */
function drawn(classes: string[]): string {
  for (const token of classes) {
    const of = families.exec(token);
    const said = of && !looks.test(of[1]!) ? plain(of[1]!) : "";
    if (said) return said;
  }
  return "";
}

/** act is what a class says that a control does. */
function act(classes: string[]): string {
  for (const token of classes) {
    const said = known(token);
    if (said) return said;
  }
  return "";
}

/** plain is an icon's own name in words, "" for what is a number or a digest. */
function plain(name: string): string {
  const said = name.replace(/^(?:icons?|ic|i|svg|img|sprite)[-_]|[-_]?icons?$|[-_]\d+(?:px|x\d+)?$/gi, "").replace(/[-_]+/g, " ").trim().toLowerCase();
  return /^[a-z][a-z ]{1,23}$/.test(said) ? said : "";
}

/** Words that say what a control does. */
const acts = new Set(
  ("close dismiss next prev previous forward back first last delete remove trash edit add plus minus create new save cancel clear reset search find " +
    "menu hamburger settings gear options more open up down increment decrement increase decrease play pause stop mute share like " +
    "favorite favourite star bookmark download upload print copy refresh reload filter sort help info calendar date home user account profile login logout " +
    "cart zoom fullscreen maximize minimize pin lock unlock undo redo send reply submit confirm ok handle thumb slider drag resize arrow day today checkbox expander expand toggler toggle collapse caret switcher").split(" "),
);

/** known is the words of a class or id that say what a control does, "" for none. */
export function known(name: string): string {
  const parts = name.replace(/([a-z])([A-Z])/g, "$1-$2").toLowerCase().split(/[^a-z]+/);
  return parts.filter((p) => acts.has(p)).slice(0, 2).join(" ");
}
