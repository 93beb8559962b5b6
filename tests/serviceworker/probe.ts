/** The entry point of the specs' worker: the product's, and a window into it. */
import { life } from "../../serviceworker/main";
import { Kind } from "../../contracts/seam.gen";

/** How long n runs of f take, in milliseconds. */
function timed(n: number, f: () => void): number {
  const start = performance.now();
  for (let i = 0; i < n; i++) f();
  return performance.now() - start;
}

(globalThis as { __probe?: unknown }).__probe = {
  /** Ends the running instance by a read outside its memory. */
  trap: () => life.module?.poison(),
  state: () => ({
    ready: life.module !== undefined,
    memory: life.module?.size ?? 0,
    deaths: life.deaths,
    outstanding: life.outstanding,
    pending: life.socket.pending,
  }),
  /** Events that Go reads and drops: the way in. */
  events: (n: number) => timed(n, () => life.module?.deliver(Kind.event, 0, '{"event":"none"}')),
  /** Questions of a page that Go answers: in, through a lane, and out by a host call. */
  questions: (n: number) =>
    timed(n, () => life.module?.deliver(Kind.event, 0, '{"event":"message","id":4000000,"method":"none","args":{}}')),
};
