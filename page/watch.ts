/** What an action causes in the document, and when that has settled. */
import { activeIn, bodyOf, documentOf, hasAttr, matchesOf, topOf } from "./native";
import { activeElement, frameDocument, knownRoots } from "./dom";
import { frame, sleep, turn } from "./frames";
import { changes, hear, hearSoon, news } from "./announce";
import { begin } from "./memo";
import { nameOf } from "./names";
import { quote, uidOf } from "./registry";
import { roleOf } from "./roles";
import { final, follows } from "./follow";
import { landed } from "./guard";
import { notStarted } from "./start";
import { expectText, inField, kept as keptOut, typed, type Typed } from "./typed";

let observer: MutationObserver | null = null;
let count = 0;
/** How many changes are not of the text itself that is typed. */
let elsewhere = 0;
let last = 0;
let focus: Element | null = null;
let repeats = new WeakMap<Node, number>();

// A clock, a progress bar or a spinner changes the same node again and again:
// after this many changes it no longer keeps the page from being settled.
const noise = 4;

/**
 * Most messages come when a server has answered, after the action has been: for so many ms what changes is still looked
 * at, and told of with the next action.
 */
const linger = 10_000;
let late: MutationObserver | null = null;

function note(list: MutationRecord[]): void {
  changes(list);
  let fresh = false;
  for (const m of list) {
    const n = (repeats.get(m.target) ?? 0) + 1;
    repeats.set(m.target, n);
    if (!inField(m)) elsewhere++;
    if (n <= noise || (m.type === "childList" && m.addedNodes.length > 3)) fresh = true;
  }
  count += list.length;
  if (fresh) last = performance.now();
  if (!observer) hearSoon();
}

let unlisten: (() => void) | null = null;
/** The fields that were found invalid since watch; a page may ask for that at any time, for itself. */
let kept: Element[] = [];
let unkeep: () => void = () => undefined;
/** What settled answers, since watch. */
let seen: Promise<Settled> | null = null;
/** The mark of the last watch whose input has come, and the link that it came to. */
let heard = 0;
let link = "";
/** The click of the last watch, where it came to a link whose address the browser saves. */
let saving: Event | null = null;
/** Counts the watches, so that what an earlier one began is not told as the present one's. */
let watches = 0;

/** The core's ear in this world: Runtime.addBinding makes it. */
const ear = (): ((text: string) => void) | undefined => (globalThis as { __buaTold?: (text: string) => void }).__buaTold;

/**
 * tells reports whether the engine will tell by itself what an input to el
 * causes: somebody listens, the input's event comes to this window, and for a
 * click, nothing follows it.
 */
export function tells(el: Element, click: boolean): boolean {
  return !!ear() && documentOf(el) === document && !frameDocument(el) && !(click && follows(el));
}

/**
 * expect tells the core what was seen when the page's handlers of the next
 * trusted event of a type have run, unless something follows them: then the
 * core asks. The window hears of an event last, and this listener is the
 * window's last one.
 */
function expect(args: Watch & { on: string }): void {
  const done = (e: Event): void => {
    if (!e.isTrusted) return;
    unlisten?.();
    if (args.mark !== undefined && final(e)) void tell(args);
  };
  const coming = (e: Event): void => {
    if (e.isTrusted) {
      heard = args.mark ?? 0;
      const to = e.composedPath().find((t) => t instanceof HTMLAnchorElement || t instanceof HTMLAreaElement);
      link = to?.href ?? "";
      saving = e.type === "click" && to && hasAttr(to, "download") ? e : null;
    }
    removeEventListener(args.on, done);
    addEventListener(args.on, done);
  };
  addEventListener(args.on, coming, true);
  unlisten = () => {
    removeEventListener(args.on, coming, true);
    removeEventListener(args.on, done);
  };
}

async function tell(args: Watch): Promise<void> {
  const mine = watches;
  const ok = { url: location.href, ...(await settled(args)) };
  if (mine === watches) ear()?.(JSON.stringify({ mark: args.mark, ok }));
}

let way = "";

/** scrolled has the present watch tell how far was scrolled. */
export function scrolled(how: string): void {
  way = how;
}

/** How long a page that kept a text out of its field may take to show it, in ms. */
const patience = 300;

interface Watch {
  on?: string;
  /** How many UTF-16 units are typed where typing said. */
  length?: number;
  mark?: number;
  quiet?: number;
  max?: number;
}

/**
 * watch starts counting, from zero. on names the event with which the input
 * that comes next ends; with a mark, what was seen until the page has settled
 * after it is told under that mark, which needs no question.
 */
export function watch(args: Watch): { tells: boolean } {
  stop();
  unlisten?.();
  unlisten = null;
  watches++;
  seen = null;
  heard = 0; // the core's marks begin anew with each of its lives
  expectText(args.length ?? 0);
  if (args.on) expect(args as Watch & { on: string });
  observer = new MutationObserver(note);
  count = 0;
  elsewhere = 0;
  last = 0;
  saving = null;
  repeats = new WeakMap();
  hear();
  focus = activeElement();
  const o = observer;
  const roots = knownRoots();
  kept = [];
  const keeps = (e: Event): void => void kept.push(e.target as Element);
  for (const root of roots) {
    o.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
    root.addEventListener("invalid", keeps, true);
  }
  unkeep = () => roots.forEach((r) => r.removeEventListener("invalid", keeps, true));
  // Forgotten watches must not cost the page for ever.
  setTimeout(() => {
    if (observer === o) stop();
  }, 60_000);
  return { tells: tells(activeIn(document) ?? topOf(document), false) };
}

function stop(): void {
  observer?.disconnect();
  observer = null;
  late?.disconnect();
  late = null;
  unkeep();
}

/** named is a uid, or role and name. */
function named(el: Element): string {
  const role = roleOf(el);
  return uidOf(el) || `${role} ${quote(nameOf(el, role))}`;
}

/** complaint is what the browser says of the first field that kept a form from being sent, "" when none did. */
function complaint(): string {
  const el = kept.find((k) => matchesOf(k, ":user-invalid")) as HTMLInputElement | undefined;
  kept = [];
  return el ? `${named(el)}: ${el.validationMessage}` : "";
}

/** Settled says what happened since watch. */
export interface Settled extends Typed {
  dom: number;
  /** uid, or role and name, of what has the focus now, when that changed. */
  focus?: string;
  /** Why the page is not settled, when it was still changing after max ms. */
  unsettled?: string;
  /** What messages that came or changed say. */
  announced?: string;
  /** Which field kept a form from being sent, and what the browser says of it. */
  invalid?: string;
  /** How far was scrolled. */
  scrolled?: string;
  /** The browser saves the address of the link that was clicked. */
  saves?: boolean;
  /** The guarded click did not reach its element and was kept from the page. */
  missed?: boolean;
  /** The guarded click has not come to the page at all. */
  lost?: boolean;
}

/**
 * settled resolves at once when nothing changed, else when the DOM was quiet
 * for `quiet` ms, at most after max. Asked again it answers the same.
 */
export function settled(args: { quiet?: number; max?: number }): Promise<Settled> {
  if (seen) return seen;
  const now = settle(args);
  if (observer) seen = now;
  return now;
}

/**
 * outcome is settled for a core that was cut off after the input of a watch:
 * whether it has come at all, and to which link.
 */
export async function outcome(args: Watch): Promise<{ heard: boolean; link?: string }> {
  if (!args.mark || args.mark !== heard) return { heard: false };
  return { heard: true, link, ...(await settled(args)) };
}

async function settle(args: { quiet?: number; max?: number }): Promise<Settled> {
  const mine = watches;
  unlisten?.();
  const quiet = args.quiet ?? 60;
  const end = performance.now() + (args.max ?? 1000);
  const out: Settled = { dom: 0 };
  if (!observer) return out;
  const drain = (): void => {
    if (observer) note(observer.takeRecords());
  };
  // The page's handlers and their microtasks, where frameworks render what a press or a key did, are done by now. Only
  // what changed something is waited for: after input the browser puts off every task of the page until it has drawn.
  drain();
  if (count > 0) {
    await turn();
    await turn();
    await frame(50);
    drain();
  }
  // A page that took a text for itself may show it once a server has answered.
  for (const late = performance.now() + patience; mine === watches && count === 0 && keptOut() && performance.now() < late; drain()) await sleep(20);
  while (mine === watches && last && performance.now() - last < quiet) {
    if (performance.now() >= end) {
      out.unsettled = `the page was still changing after ${args.max ?? 1000} ms`;
      break;
    }
    await sleep(Math.min(quiet - (performance.now() - last) + 1, Math.max(1, end - performance.now())));
    drain();
  }
  if (mine !== watches) return out; // given up: another action watches now
  const o = observer!;
  observer = null;
  unkeep();
  late = o;
  setTimeout(() => {
    if (late === o) stop();
  }, linger);
  out.dom = count;
  begin();
  const now = activeElement();
  if (now && now !== focus && now !== bodyOf(document)) out.focus = named(now);
  const said = news();
  if (said) out.announced = said;
  const invalid = complaint();
  if (invalid) out.invalid = invalid;
  Object.assign(out, typed(elsewhere > 0 || out.focus !== undefined));
  if (way) out.scrolled = way;
  way = "";
  const slow = notStarted();
  if (slow) out.unsettled = slow;
  if (saving && !saving.defaultPrevented) out.saves = true;
  const press = landed();
  if (press === false) out.missed = true;
  if (press === "lost") out.lost = true;
  if (press === "half") out.unsettled = "something else came under the pointer after the first click, so the second was kept from it";
  return out;
}
