/** What an action causes in the document, and when that has settled. */
import { activeIn, bodyOf, documentOf, hasAttr, matchesOf, tagOf, topOf } from "../dom/native";
import { activeElement, frameDocument, knownRoots } from "../dom/tree";
import { frame, sleep, turn } from "../common/animation-frames";
import { changes, readMessages, readMessagesSoon, takeMessages } from "../reading/live-regions";
import { begin } from "../common/memo";
import { called } from "../naming/hint";
import { inMotion, longest } from "./in-motion";
import { takesText } from "../naming/text-fields";
import { nameOf, stateOf, valueOf } from "../naming/names";
import { next, quote, uidOf } from "../naming/registry";
import { roleOf } from "../naming/roles";
import { final, follows } from "./click-default";
import { landed } from "../guarding/press-guard";
import { notStarted } from "./app-start";
import { expects, expectText, holding, inField, kept as keptOut, stirs, typed, type Typed } from "./typed-text";

/** A clock, a progress bar or a spinner changes the same node again and again: after this many changes it is no news. */
const noise = 4;

/** fresh reports whether a change is news. repeats counts those of each node. */
export function fresh(repeats: WeakMap<Node, number>, m: MutationRecord): boolean {
  const n = (repeats.get(m.target) ?? 0) + 1;
  repeats.set(m.target, n);
  return n <= noise || (m.type === "childList" && m.addedNodes.length > 3);
}

/**
 * Most messages come when a server has answered, after the action has been: for so many ms what changes is still looked
 * at, and told of with the next action.
 */
const linger = 10_000;

/** How long a page that kept a text out of its field may take to show it, in ms. */
const patience = 300;

/** Forgotten watches must not cost the page for ever: after so many ms nothing is counted any more. */
const forgotten = 60_000;

/** An action's input comes at most so many ms after its watch; one that has failed in between gives none. */
const soon = 3000;

/** The core's ear in this world: Runtime.addBinding makes it. */
export const notifyBinding = (): ((text: string) => void) | undefined => (globalThis as { __buaTold?: (text: string) => void }).__buaTold;

/**
 * willReport reports whether the engine will tell by itself what an input to el
 * causes: somebody listens, the input's event comes to this window, and for a
 * click, nothing follows it.
 */
export function willReport(el: Element, click: boolean): boolean {
  return !!notifyBinding() && documentOf(el) === document && !frameDocument(el) && !(click && follows(el));
}

interface Watch {
  on?: string;
  /** What is typed where typing said. */
  text?: string;
  mark?: number;
  quiet?: number;
  max?: number;
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
  /** What has changed its state, and how it is now. */
  state?: string;
  /** How far was scrolled, and the number that is free for a uid then. */
  scrolled?: string;
  next?: number;
  /** The browser saves the address of the link that was clicked. */
  saves?: boolean;
  /** The guarded click did not reach its element and was kept from the page. */
  missed?: boolean;
  /** The guarded click has not come to the page at all. */
  lost?: boolean;
}

/** named is a uid, or role and name. */
export function named(el: Element): string {
  const role = roleOf(el);
  return uidOf(el) || `${role} ${quote(called(el, role, nameOf(el, role)))}`;
}

/** state says how el is now: what it holds, or what is true of it; word is what else is not. */
function state(el: Element, word: string): string {
  const states = stateOf(el).filter((s) => !/focused|required/.test(s));
  const holds = takesText(el) ? holding(el) : tagOf(el) === "select" ? quote(valueOf(el, "") ?? "") : "";
  return `${named(el)} ` + (holds ? "= " + holds : states.join(" ") || "not " + word);
}

const kinds = ["invalid", "input"];

/** Watched is one watched action: from before its input until what it caused has settled, and a while longer for what comes late. */
class Watched {
  /** What settled answers, once it was asked. */
  private answer: Promise<Settled> | null = null;
  /** How far was scrolled. */
  way: (() => string) | null = null;

  private readonly began = performance.now();
  /** The time by which the document's animations begin. */
  private readonly drawn = Number(document.timeline.currentTime);
  private readonly observer = new MutationObserver((list) => this.note(list));
  /** What changes is the action's doing, as far as anybody can tell: from the watch on until it has settled. */
  private counting = true;
  private count = 0;
  /** How many changes are not of the text itself that is typed. */
  private elsewhere = 0;
  private last = 0;
  private readonly repeats = new WeakMap<Node, number>();
  private readonly focus = activeElement();
  /** The fields that were found invalid; a page may ask for that at any time, for itself. */
  private kept: Element[] = [];
  /** What has changed its state, and the word for that. */
  private turned: [Element, string] | null = null;
  private unkeep: () => void = () => undefined;
  private unlisten: () => void = () => undefined;

  /** The input has come, to this link. */
  private heard = false;
  private link = "";
  /** The click, where it came to a link whose address the browser saves. */
  private saving: Event | null = null;

  constructor(private readonly args: Watch) {
    if (args.on) this.expect(args.on);
    const roots = knownRoots();
    const keeps = (e: Event): void => {
      const el = e.target as Element;
      if (e.type === "input") this.turned = [el, "checked"];
      else this.kept.push(el);
    };
    for (const root of roots) {
      this.observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
      for (const kind of kinds) root.addEventListener(kind, keeps, true);
    }
    this.unkeep = () => roots.forEach((r) => kinds.forEach((kind) => r.removeEventListener(kind, keeps, true)));
    setTimeout(() => {
      if (this.counting) this.stop();
    }, forgotten);
  }

  /**
   * expect tells the core what was seen when the page's handlers of the next
   * trusted event of a type have run, unless something follows them: then the
   * core asks. The window hears of an event last, and this listener is the
   * window's last one.
   */
  private expect(on: string): void {
    const done = (e: Event): void => {
      if (!e.isTrusted) return;
      this.unlisten();
      if (this.args.mark !== undefined && final(e)) void this.tell();
    };
    const coming = (e: Event): void => {
      if (e.isTrusted) {
        this.heard = true;
        const to = e.composedPath().find((t) => t instanceof HTMLAnchorElement || t instanceof HTMLAreaElement);
        this.link = to?.href ?? "";
        this.saving = e.type === "click" && to && hasAttr(to, "download") ? e : null;
      }
      removeEventListener(on, done);
      addEventListener(on, done);
    };
    addEventListener(on, coming, true);
    this.unlisten = () => {
      removeEventListener(on, coming, true);
      removeEventListener(on, done);
    };
  }

  private async tell(): Promise<void> {
    const ok = { url: location.href, ...(await this.settled(this.args)) };
    if (present === this) notifyBinding()?.(JSON.stringify({ mark: this.args.mark, ok }));
  }

  private note(list: MutationRecord[]): void {
    changes(list);
    let news = false;
    for (const m of list) {
      if (!inField(m)) this.elsewhere++;
      const word = /^aria-(checked|pressed)$/.exec(m.attributeName ?? "");
      if (word) this.turned ??= [m.target as Element, word[1]!];
      if (fresh(this.repeats, m)) news = true;
    }
    this.count += list.length;
    if (news) this.last = performance.now();
    if (!this.counting) readMessagesSoon();
  }

  /** stop ends it: nothing is counted and nothing comes late any more. */
  stop(): void {
    this.counting = false;
    this.observer.disconnect();
    this.unkeep();
  }

  /** expects reports whether input that came at a time may be the action's; a busy page handles it late. */
  expects(at: number): boolean {
    return this.counting && at - this.began < soon;
  }

  /** end is stop for a watch that another follows: its input is not expected any more either. */
  end(): void {
    this.stop();
    this.unlisten();
  }

  /** complaint is what the browser says of the first field that kept a form from being sent, "" when none did. */
  private complaint(): string {
    const el = this.kept.find((k) => matchesOf(k, ":user-invalid")) as HTMLInputElement | undefined;
    this.kept = [];
    return el ? `${named(el)}: ${el.validationMessage}` : "";
  }

  /** settled answers the same when it is asked again, while there is something to tell. */
  settled(args: { quiet?: number; max?: number }): Promise<Settled> {
    if (this.answer) return this.answer;
    this.unlisten();
    if (!this.counting) return Promise.resolve({ dom: 0 });
    return (this.answer = this.settle(args.quiet ?? 60, args.max ?? 1000));
  }

  /** outcome is whether its input has come at all, and to which link. */
  async outcome(args: Watch): Promise<{ heard: boolean; link?: string }> {
    if (!args.mark || args.mark !== this.args.mark || !this.heard) return { heard: false };
    return { heard: true, link: this.link, ...(await this.settled(args)) };
  }

  private drain(): void {
    if (this.counting) this.note(this.observer.takeRecords());
    if (stirs()) this.last = performance.now();
  }

  /** again answers what has come since settled did, as what was asked for then comes later. */
  async again(args: { quiet?: number; max?: number }): Promise<Settled> {
    await this.settled(args);
    this.counting = true;
    this.last = performance.now(); // an answer is drawn a moment after it has come
    this.answer = null;
    return this.settled(args);
  }

  private async settle(quiet: number, max: number): Promise<Settled> {
    const end = performance.now() + max;
    const out: Settled = { dom: 0 };
    // The page's handlers and their microtasks, where frameworks render what a press or a key did, are done by now. Only
    // what changed something is waited for: after input the browser puts off every task of the page until it has drawn.
    this.drain();
    if (this.count > 0) {
      await turn();
      await turn();
      await frame(50);
      this.drain();
    }
    // What a page makes of a text in its field is no change of the document, and mostly comes a moment later.
    if (expects()) this.last = performance.now();
    // A page that took a text for itself may show it once a server has answered.
    for (const late = performance.now() + patience; present === this && this.count === 0 && keptOut() && performance.now() < late; this.drain()) await sleep(20);
    if (this.count > 0 || this.args.on === "mousemove") await this.still(); // hovering shows things by style alone
    while (present === this && this.last && performance.now() - this.last < quiet) {
      if (performance.now() >= end) {
        out.unsettled = `the page was still changing after ${max} ms`;
        break;
      }
      await sleep(Math.min(quiet - (performance.now() - this.last) + 1, Math.max(1, end - performance.now())));
      this.drain();
    }
    if (present !== this) return out; // given up: another action watches now
    this.counting = false; // what comes late is heard, and told of with the next action
    this.unkeep();
    setTimeout(() => this.stop(), linger);
    this.report(out);
    return out;
  }

  /** still waits for what comes, goes or moves because of it. */
  private async still(): Promise<void> {
    for (const end = performance.now() + longest; present === this && performance.now() < end && inMotion(this.drawn); this.drain()) {
      await sleep(20);
      this.last = performance.now(); // what has gone is taken away a moment later
    }
  }

  /** report adds to what settled answers what there is to tell by now. */
  private report(out: Settled): void {
    out.dom = this.count;
    begin();
    const now = activeElement();
    if (now && now !== this.focus && now !== bodyOf(document) && !/^(generic|none) ""$/.test(named(now))) out.focus = named(now);
    const said = takeMessages();
    if (said) out.announced = said;
    const invalid = this.complaint();
    if (invalid) out.invalid = invalid;
    if (this.turned && /click|key/.test(this.args.on ?? "")) out.state = state(...this.turned);
    Object.assign(out, typed(this.elsewhere > 0 || out.focus !== undefined, !this.args.on));
    if (this.way) Object.assign(out, { scrolled: this.way(), next: next() });
    const slow = notStarted();
    if (slow) out.unsettled = slow;
    if (this.saving && !this.saving.defaultPrevented) out.saves = true;
    const press = landed();
    if (press === false) out.missed = true;
    if (press === "lost") out.lost = true;
    if (press === "half") out.unsettled = "something else came under the pointer after the first click, so the second was kept from it";
  }
}

/** The watch of the present action, null before the first. */
let present: Watched | null = null;

/** watching reports whether what came to the page at a time may be the action's own input. */
export function watching(at: number): boolean {
  return present?.expects(at) ?? false;
}

/**
 * watch starts counting, from zero. on names the event with which the input
 * that comes next ends; with a mark, what was seen until the page has settled
 * after it is told under that mark, which needs no question.
 */
export function watch(args: Watch): { tells: boolean } {
  present?.end();
  expectText(args.text ?? "");
  readMessages();
  present = new Watched(args);
  return { tells: willReport(activeIn(document) ?? topOf(document), false) };
}

/** scrolled has the present watch tell how far was scrolled. */
export function scrolled(how: () => string): void {
  if (present) present.way = how;
}

/**
 * settled resolves at once when nothing changed, else when the DOM was quiet
 * for `quiet` ms, at most after max. Asked again it answers the same, but for more, which
 * waits for what has come since.
 */
export function settled(args: { more?: boolean; quiet?: number; max?: number }): Promise<Settled> {
  if (args.more) return (present ??= new Watched({})).again(args);
  return present ? present.settled(args) : Promise.resolve({ dom: 0 });
}

/** outcome is settled for a core that was cut off after the input of a watch: whether it has come at all, and to which link. */
export async function outcome(args: Watch): Promise<{ heard: boolean; link?: string }> {
  return present ? present.outcome(args) : { heard: false };
}
