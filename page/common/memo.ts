/**
 * What one operation asks again and again is asked once. Every memo is
 * emptied when the next operation starts: the page may have changed.
 */

const all: { clear(): void }[] = [];

/** Memo remembers one answer per key for the length of an operation. */
export class Memo<K, V> {
  private map = new Map<K, V>();

  constructor() {
    all.push(this);
  }

  /** get returns the answer for key, asking f at most once. */
  get(key: K, f: () => V): V {
    let v = this.map.get(key);
    if (v === undefined && !this.map.has(key)) {
      v = f();
      this.map.set(key, v);
    }
    return v as V;
  }

  clear(): void {
    if (this.map.size) this.map = new Map();
  }
}

/** begin starts an operation. */
export function begin(): void {
  for (const m of all) m.clear();
}
