/** Since which reading of the whole page an element has been there, without a break: what has come since an earlier one is told first. */

interface Met {
  from: number;
  last: number;
}

/** Of more elements than this no note is taken: to remember each costs more than the rest of a reading. */
const maxMet = 4000;

const met = new WeakMap<Element, Met>();
let readings = 0;

/** noteElements takes note of what a reading of the whole page has found, and returns what was not there in an earlier one. */
export function noteElements(all: { el: Element }[], earlier: number): Set<Element> {
  readings++;
  const fresh = new Set<Element>();
  if (all.length > maxMet) return fresh;
  for (const { el } of all) {
    const m = met.get(el);
    if (m?.last === readings - 1) m.last = readings;
    else if (m) m.from = m.last = readings;
    else met.set(el, { from: readings, last: readings });
    if (earlier && (m?.from ?? readings) > earlier) fresh.add(el);
  }
  return fresh;
}

/** reading is the number of the latest reading of the whole page, 0 before the first. */
export function reading(): number {
  return readings;
}
