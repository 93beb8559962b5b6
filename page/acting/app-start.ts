/**
 * Waiting, before input, for a page that has not started: what is pressed while
 * its scripts are still loading has no listeners yet, and a text is cleared when
 * an application takes over what its server has written.
 */
import { activeElement } from "../dom/tree";
import { frame, sleep } from "../common/animation-frames";
import { attr, documentOf, queryAll, viewOf } from "../dom/native";
import { elementAt, type Target } from "../naming/registry";
import { scopeOf } from "../dom/scope";

/** How long the document is waited for, in ms, and once it is there, the scripts that may come in any order: some never do. */
const patience = 2500;
const strays = 1000;
/** How long the first pause of a page that has its scripts is waited for, in ms. */
const breath = 200;

/** Documents that were waited for in vain are not waited for again. */
const given = new WeakSet<Document>();
/** What the next answer says of that. */
let vain = "";

/** starting waits where the document of a target, or of what has the focus, has not started; null where it has. */
export function starting(args?: Target): Promise<void> | null {
  const doc = holder(args);
  return doc.readyState === "complete" || given.has(doc) ? null : started(doc);
}

function holder(args?: Target): Document {
  const el = !args ? activeElement() : args.uid ? elementAt(Number(args.uid.slice(1))) : null;
  if (el) return documentOf(el);
  try {
    return scopeOf(args?.within);
  } catch {
    return document; // what uses the target says what is wrong with it
  }
}

/** notStarted is what the answer says when the page was waited for in vain, "" else. It says it once. */
export function notStarted(): string {
  const was = vain;
  vain = "";
  return was;
}

async function started(doc: Document): Promise<void> {
  const begin = performance.now();
  let there = Infinity; // when the document was there
  for (;;) {
    const now = performance.now();
    if (!parsed(doc)) there = Infinity;
    else if (!missing(doc)) break;
    else there = Math.min(there, now);
    const end = Math.min(begin + patience, there + strays);
    if (now >= end) {
      given.add(doc);
      vain = `the page had not started after ${Math.round(now - begin)} ms: its ${there < Infinity ? "scripts were" : "document was"} still loading`;
      return;
    }
    await Promise.race([news(doc), sleep(Math.min(50, end - now))]);
  }
  await new Promise((done) => requestIdleCallback(done, { timeout: breath }));
  await frame(50);
}

/** news resolves when something of the document has loaded: a script has run by then. */
function news(doc: Document): Promise<void> {
  return new Promise((done) => {
    for (const kind of ["load", "error", "readystatechange", "DOMContentLoaded"]) doc.addEventListener(kind, () => done(), { capture: true, once: true });
  });
}

/** parsed reports whether the document is there and the scripts have run that wait for that. */
function parsed(doc: Document): boolean {
  const { readyState } = doc;
  if (readyState === "complete") return true;
  const [entry] = (viewOf(doc)?.performance.getEntriesByType("navigation") ?? []) as PerformanceNavigationTiming[];
  return readyState !== "loading" && entry?.domContentLoadedEventEnd !== 0;
}

/** The browser notes so many loads; what comes later cannot be told. */
const noted = 250;

/** missing reports whether a script of the document is still on its way. */
function missing(doc: Document): boolean {
  const view = viewOf(doc);
  if (doc.readyState === "complete" || !view) return false;
  const loads = view.performance.getEntriesByType("resource");
  if (loads.length >= noted) return false;
  const come = new Set(loads.map((l) => l.name));
  return Array.from(queryAll(doc, "script[src]:not([nomodule])") as NodeListOf<HTMLScriptElement>).some(
    (s) => /^https?:/.test(s.src) && /^(|module|(text|application)\/javascript)$/i.test(attr(s, "type") ?? "") && !come.has(s.src.replace(/#.*/, "")),
  );
}
