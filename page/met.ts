/** Since which reading of the whole page an element has been there, without a break: what has come since an earlier one is told first. */

interface Met {
  from: number;
  last: number;
}

const met = new WeakMap<Element, Met>();
let readings = 0;

/** meet takes note of what a reading of the whole page has found, and returns the reading's number. */
export function meet(all: { el: Element }[]): number {
  readings++;
  for (const { el } of all) {
    const m = met.get(el);
    if (!m) met.set(el, { from: readings, last: readings });
    else {
      if (m.last !== readings - 1) m.from = readings;
      m.last = readings;
    }
  }
  return readings;
}

/** reading is the number of the latest reading of the whole page. */
export function reading(): number {
  return readings;
}

/** cameAfter reports whether el was not there in that reading. */
export function cameAfter(el: Element, n: number): boolean {
  return n > 0 && (met.get(el)?.from ?? Infinity) > n;
}
