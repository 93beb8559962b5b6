/** What an action causes in the document, and when that has settled. */
import { bodyOf } from "./native";
import { activeElement, knownRoots } from "./dom";
import { frame, sleep, turn } from "./frames";
import { begin } from "./memo";
import { nameOf } from "./names";
import { quote, uidOf } from "./registry";
import { roleOf } from "./roles";
import { landed } from "./guard";

let observer: MutationObserver | null = null;
let count = 0;
let last = 0;
let focus: Element | null = null;
let repeats = new WeakMap<Node, number>();

// A clock, a progress bar or a spinner changes the same node again and again:
// after this many changes it no longer keeps the page from being settled.
const noise = 4;

function note(list: MutationRecord[]): void {
  let fresh = false;
  for (const m of list) {
    const n = (repeats.get(m.target) ?? 0) + 1;
    repeats.set(m.target, n);
    if (n <= noise || (m.type === "childList" && m.addedNodes.length > 3)) fresh = true;
  }
  count += list.length;
  if (fresh) last = performance.now();
}

/** The input that watch expects has been dealt with. */
let dealt = false;
let resume: (() => void) | null = null;
let unlisten: (() => void) | null = null;
let running: Promise<Settled> | null = null;

/** land ends the wait of a settled that was asked early: the input has been dealt with, whether its event was seen or not. */
export function land(): void {
  unlisten?.();
  dealt = true;
  resume?.();
}

/** expect notes when the page's handlers of the next trusted event of a type have run: the window hears of it last. */
function expect(type: string): void {
  const heard = (e: Event): void => {
    if (e.isTrusted) land();
  };
  addEventListener(type, heard);
  unlisten = () => removeEventListener(type, heard);
  dealt = false;
}

/**
 * watch starts counting, from zero. on names the event with which the input
 * that comes next ends: settled may then be asked before the input was sent.
 */
export function watch(args: { on?: string }): void {
  observer?.disconnect();
  unlisten?.();
  resume?.();
  running = null;
  if (args.on) expect(args.on);
  observer = new MutationObserver(note);
  count = 0;
  last = 0;
  repeats = new WeakMap();
  focus = activeElement();
  const o = observer;
  for (const root of knownRoots()) o.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  // Forgotten watches must not cost the page for ever.
  setTimeout(() => {
    if (observer === o) stop();
  }, 60_000);
}

function stop(): void {
  observer?.disconnect();
  observer = null;
}

/** Settled says what happened since watch. */
export interface Settled {
  dom: number;
  /** uid, or role and name, of what has the focus now, when that changed. */
  focus?: string;
  /** Why the page is not settled, when it was still changing after max ms. */
  unsettled?: string;
  /** The guarded click did not reach its element and was kept from the page. */
  missed?: boolean;
}

/**
 * settled resolves at once when nothing changed, else when the DOM was quiet
 * for `quiet` ms, at most after max. With early it waits first until the event
 * that watch was told of has been dealt with, or until land. A call while
 * another waits gets that one's answer.
 */
export function settled(args: { quiet?: number; max?: number; early?: boolean }): Promise<Settled> {
  if (!args.early) land();
  const mine = (running ??= settle(args).finally(() => {
    if (running === mine) running = null;
  }));
  return mine;
}

async function settle(args: { quiet?: number; max?: number; early?: boolean }): Promise<Settled> {
  const watched = observer;
  if (args.early && !dealt) await new Promise<void>((go) => (resume = go));
  if (observer !== watched) return { dom: 0 }; // given up: another action watches now
  resume = null;
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
  while (last && performance.now() - last < quiet) {
    if (performance.now() >= end) {
      out.unsettled = `the page was still changing after ${args.max ?? 1000} ms`;
      break;
    }
    await sleep(Math.min(quiet - (performance.now() - last) + 1, Math.max(1, end - performance.now())));
    drain();
  }
  stop();
  out.dom = count;
  begin();
  const now = activeElement();
  if (now && now !== focus && now !== bodyOf(document)) {
    const role = roleOf(now);
    out.focus = uidOf(now) || `${role} ${quote(nameOf(now, role))}`;
  }
  if (landed() === false) out.missed = true;
  return out;
}
