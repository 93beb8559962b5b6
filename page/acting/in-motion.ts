/** What a page fades, opens or moves in after an action is read too early until it stands. */
import { findIn, matchesOf, textOf } from "../dom/native";
import { line } from "../common/plain-text";

/** So long may a motion last that is waited for, in ms. */
export const longest = 500;

const shows = new Set(["opacity", "visibility", "display", "height", "max-height", "width", "max-width", "inset", "left", "right", "top", "bottom", "grid-template-rows", "clip-path"]);
const moves = new Set(["transform", "translate", "scale"]);
const controls = "a,button,input,label,[role=button],[role=tab],[role=link]";

/** inMotion reports whether something with words or fields is coming, going or moving that will stand soon, and has begun since a time of the document's own. */
export function inMotion(since: number): boolean {
  return document.getAnimations().some((a) => {
    const effect = a.effect as KeyframeEffect | null;
    const el = effect?.target;
    const end = Number(effect?.getComputedTiming().endTime);
    if (!el || (a.startTime !== null && Number(a.startTime) < since) || a.playState !== "running" || !(end - Number(a.currentTime) <= longest)) return false;
    const names = a instanceof CSSTransition ? [a.transitionProperty] : effect!.getKeyframes().flatMap((k) => Object.keys(k).map(hyphened));
    // A control that yields to the press is where it was.
    const counts = names.some((n) => shows.has(n) || (moves.has(n) && !matchesOf(el, controls)));
    return counts && (line(textOf(el)) !== "" || findIn(el, "input,textarea,select,[contenteditable]") !== null);
  });
}

const hyphened = (name: string): string => name.replace(/[A-Z]/g, (c) => "-" + c.toLowerCase());
