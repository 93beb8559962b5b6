/**
 * The page engine: one script in an isolated world of the document. It decides
 * what the agent sees of a page and where a press lands. It must leave no
 * trace in the page's own world: no attribute, global, node or event beyond
 * what a person's own focus, scrolling and pasting would cause.
 *
 * Its door is `__bua(op, args)`, which returns or promises a JSON string:
 * {"ok":{…,"url"}} or {"error":{code,message},"url"}. Strings of the page are
 * data in ok; in a message only the quoted role and name of an element are.
 */
import { adopt, eachRoot } from "./dom";
import { hosts } from "./hosts";
import { enter } from "./scope";
import { chord, copy, drop } from "./clipboard";
import { chosen, give, stage } from "./upload";
import { piece, vessel } from "./download";
import { field, held, shut } from "./field";
import { help, takeDown } from "./help";
import { extract, type Request } from "./extract";
import { Fault } from "./fault";
import { fill, focus, insert, set } from "./focus";
import { begin } from "./memo";
import { hold, keyed, nowhere, takes } from "./keyed";
import { paste } from "./paste";
import { point } from "./point";
import { resolve, type Target } from "./registry";
import { scroll } from "./scroll";
import { focused } from "./sink";
import { hidden, mask, unmask } from "./secrets";
import { shown, veil } from "./veil";
import { wait } from "./wait";
import { starting } from "./start";
import { outcome, settled, watch } from "./watch";

type Op = (args: never) => unknown;

const ops: Record<string, Op> = {
  extract: (args: Request) => extract(args),
  point,
  focus,
  fill,
  insert,
  set,
  field,
  held,
  shut,
  paste,
  chord,
  copy,
  drop,
  stage,
  give,
  piece,
  wait,
  scroll,
  watch,
  settled,
  outcome,
  mask: (args: { hide?: string[] }) => {
    mask();
    veil(args.hide ?? []);
    return { hidden: hidden() };
  },
  shown,
  unmask,
  help,
  focused,
};

function ok(value: unknown): string {
  return JSON.stringify({ ok: { url: location.href, ...(value as object | undefined) } });
}

function failed(op: string, e: unknown): string {
  const error =
    e instanceof Fault
      ? { code: e.code, message: e.message }
      : // The text of a strange error may quote the page: only its kind is told.
        { code: "internal_error", message: `The page engine failed in ${op} (${String((e as Error)?.name)}); extract again, or reload the page.` };
  return JSON.stringify({ error, url: location.href });
}

/** The operations with which input begins. */
const inputs = new Set(["point", "focus", "field"]);

function call(op: string, args: unknown): string | Promise<string> {
  const wait = inputs.has(op) ? starting(args as Target) : null;
  return wait ? wait.then(() => answer(op, args)) : answer(op, args);
}

function answer(op: string, args: unknown): string | Promise<string> {
  const f = Object.hasOwn(ops, op) ? ops[op]! : null;
  if (!f) return failed("dispatch", new Fault("invalid_action", "The page engine has no such operation."));
  // The person's marker is not for the agent: neither to read nor to press.
  if (f !== (help as Op)) takeDown();
  begin();
  try {
    const value = f((args ?? {}) as never);
    if (value instanceof Promise) return value.then(ok, (e: unknown) => failed(op, e));
    return ok(value);
  } catch (e) {
    return failed(op, e);
  }
}

/**
 * Closed shadow roots: hosts lists the elements that may have one, see hosts.ts;
 * the core asks CDP for their roots and hands each to adopt as objects of this
 * world.
 */
let hits = 0;
const door = Object.assign(call, {
  adopt,
  enter,
  chosen,
  vessel,
  keyed,
  hold,
  nowhere,
  takes,
  starting,
  /** expect waits for an event of that kind anywhere in this process's part of the page; came says 1 once there was one. */
  expect: (kind: string): void => {
    hits = 0;
    eachRoot((root) => root.addEventListener(kind, () => (hits = 1), { capture: true, once: true }));
  },
  came: (): number => hits,
  element: (uid: string): Element => resolve({ uid }),
  hosts,
});

// A second injection must not lose the registry.
if (!Object.hasOwn(globalThis, "__bua")) Object.defineProperty(globalThis, "__bua", { value: door });
