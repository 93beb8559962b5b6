/** Leaving a field as a person does who presses elsewhere: many a page heeds what was filled in only then. */
import { activeElement } from "../dom/tree";
import { frame, sleep } from "../common/animation-frames";
import { subject } from "./field";
import { takesText } from "../naming/text-fields";
import { nowhere } from "./key-focus";
import { begin } from "../common/memo";
import { isDisabled } from "../naming/names";
import type { Target } from "../naming/registry";

/** How long in ms a page may take to make something else of a field that was left. */
const quiet = 40;
/** How long in ms a page may take to enable what waited for that. */
const patience = 300;

/** left leaves the text field with the focus, and brings that back for the keys to come; it reports whether there was one. */
function left(): boolean {
  const el = activeElement() as HTMLElement | null;
  if (!el || !takesText(el)) return false;
  el.blur();
  if (el.isConnected && nowhere().yes) el.focus({ preventScroll: true });
  return true;
}

/** leave is left, and waits for what the page makes of it. */
export async function leave(): Promise<void> {
  if (left()) await sleep(quiet);
}

/** freed leaves the field with the focus where the target is disabled, which that may end; null where it is not. */
export function freed(args: Target & { intent?: string }): Promise<void> | null {
  try {
    const el = subject(args);
    return args.intent !== "hover" && isDisabled(el) && left() ? enabled(el) : null;
  } catch {
    return null; // what uses the target says what is wrong with it
  }
}

async function enabled(el: Element): Promise<void> {
  for (const end = performance.now() + patience; performance.now() < end && el.isConnected && isDisabled(el); begin()) await frame(50);
}
