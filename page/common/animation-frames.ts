/** Waiting for frames and turns without trusting a timer that a hidden tab slows down. */

const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => waiting.shift()?.();

/** turn resolves after the tasks that are queued now. Not throttled in hidden tabs. */
export function turn(): Promise<void> {
  return new Promise((done) => {
    waiting.push(done);
    channel.port2.postMessage(0);
  });
}

/** frame resolves at the next animation frame with true, or after max ms with false where none comes. */
export function frame(max = 100): Promise<boolean> {
  return new Promise((done) => {
    const timer = setTimeout(() => done(false), max);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      done(true);
    });
  });
}

/** drawn resolves when two frames were drawn, at the latest after half a second. */
export function drawn(): Promise<void> {
  return new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(() => done()));
    setTimeout(done, 500);
  });
}

/** sleep resolves after ms. */
export function sleep(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
