/** Long work in slices, so that the page's own tasks are not kept waiting for all of it. */
import { turn } from "./animation-frames";
import { begin } from "./memo";

/** What cannot be broken off begins no task that has taken so many milliseconds. */
const long = 20;
/** What can be broken off ends its task after so many: between two, the page may draw itself anew. */
const longest = 30;

/** Slices is the work of one operation, in one task while it is short. */
export class Slices {
  private from = performance.now();

  /** next runs f on what came before it, in a task of its own where the one under way has taken long. */
  next<A, B>(before: A | Promise<A>, f: (a: A) => B | Promise<B>): B | Promise<B> {
    if (before instanceof Promise) return before.then((a) => this.next(a, f));
    return this.took() < long ? f(before) : this.wait().then(() => f(before));
  }

  /** late reports whether what runs in again shall break off. */
  readonly late = (): boolean => this.took() >= longest;

  /** again runs f, and once more in a task of its own each time that it throws paused. */
  again<A>(f: () => A, paused: Error): A | Promise<A> {
    try {
      return f();
    } catch (e) {
      if (e !== paused) throw e;
      return this.wait().then(() => this.again(f, paused));
    }
  }

  private took(): number {
    return performance.now() - this.from;
  }

  private async wait(): Promise<void> {
    await turn();
    begin(); // the page may have changed
    this.from = performance.now();
  }
}
