/** The buttons of a card. What has just come under a pointer, or under a key that is on its way, was not meant. */
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

/** So long nothing happens after the card came, changed or moved, and after what was pressed too early. */
const dead = 500;

/** Give it what the card is about: when that is another, the buttons are dead again. They keep the focus meanwhile. */
export function Buttons(props: { of: unknown; children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  const seen = useRef("");
  const timer = useRef(0);
  const alive = useRef(false);
  const [shown, show] = useState(false);
  const set = (to: boolean) => show((alive.current = to));
  const restart = () => {
    set(false);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => set(true), dead);
  };
  const look = () => {
    const at = box.current?.getBoundingClientRect();
    const now = at && `${JSON.stringify(props.of)} ${Math.round(at.x)} ${Math.round(at.y)}`;
    if (!now || now === seen.current) return;
    seen.current = now;
    restart();
  };
  const latest = useRef(look);
  latest.current = look;
  useLayoutEffect(() => queueMicrotask(() => latest.current())); // after what its list scrolls by itself
  useEffect(() => {
    const moved = () => latest.current();
    addEventListener("scroll", moved, true);
    addEventListener("resize", moved);
    return () => {
      removeEventListener("scroll", moved, true);
      removeEventListener("resize", moved);
      clearTimeout(timer.current);
    };
  }, []);
  const early = () => {
    look(); // nothing else tells of what moved it
    if (!alive.current) restart();
    return !alive.current;
  };
  return (
    <div
      class="actions"
      ref={box}
      role="group"
      aria-disabled={!shown}
      onPointerMove={early}
      onPointerDown={early}
      onClickCapture={(e) => {
        if (!early()) return;
        e.preventDefault();
        e.stopPropagation();
      }}
    >
      {props.children}
    </div>
  );
}
