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
import { adopt } from "./dom/tree";
import { hosts } from "./dom/shadow-hosts";
import { enter } from "./dom/scope";
import { came, expect } from "./acting/expected-event";
import { chord, copy, drop } from "./acting/clipboard";
import { chosen, give, stage } from "./acting/upload";
import { piece, vessel } from "./acting/download";
import { door as name, type Fault as Failure, type Located, type Objects, type Operations } from "./common/engine.gen";
import { field, held, shut } from "./acting/field";
import { freed, leave } from "./acting/leave";
import { drawn } from "./common/animation-frames";
import { help, takeDown } from "./guarding/help";
import { read } from "./reading/read";
import { Fault } from "./common/fault";
import { fill, focus, insert, set } from "./acting/focus";
import { begin } from "./common/memo";
import { aim, hold, keyed, nowhere, takes } from "./acting/key-focus";
import { paste } from "./acting/paste";
import { listen } from "./acting/person";
import { point } from "./acting/point";
import { next, resolve, type Target } from "./naming/registry";
import { scroll } from "./acting/scroll";
import { focused } from "./guarding/sink";
import { hidden, mask, unmask } from "./naming/secrets";
import { shown, veil } from "./guarding/hide-secrets";
import { wait } from "./acting/wait";
import { starting } from "./acting/app-start";
import { endTool, tool, useTool } from "./reading/tools";
import { outcome, settled, watch } from "./acting/watch";

/** What a handler answers: the door adds the url. */
type Answer<A> = A extends void ? void : Omit<A, keyof Located>;

/** The compiler checks the table against it: core/internal/engine declares the operations. */
type Handlers = {
  readonly [K in keyof Operations]: (args: Operations[K]["args"]) => Answer<Operations[K]["answer"]> | Promise<Answer<Operations[K]["answer"]>>;
};

const ops: Handlers = {
  extract: read,
  point,
  focus,
  fill,
  insert,
  set,
  field,
  held,
  shut,
  leave,
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
  mask: ({ hide }) => {
    mask();
    veil(hide ?? []);
    return { hidden: hidden() };
  },
  shown,
  unmask,
  help,
  focused,
  expect,
  came,
  starting: () => starting() ?? undefined,
  takes,
  nowhere,
  aim,
  hold,
  drawn,

  tool,
  useTool,
  endTool,

  viewport: () => ({ width: innerWidth, height: innerHeight }),
  here: () => undefined,
};

function ok(value: unknown): string {
  return JSON.stringify({ ok: { url: location.href, ...(value as object | undefined) } });
}

function failed(op: string, e: unknown): string {
  const error: Failure =
    e instanceof Fault
      ? { code: e.code, message: e.message, next: next() }
      : // The text of a strange error may quote the page: only its kind is told.
        { code: "internal_error", message: `The page engine failed in ${op} (${String((e as Error)?.name)}); extract again, or reload the page.` };
  return JSON.stringify({ error, url: location.href });
}

/** The operations with which input begins. */
const inputs = new Set(["point", "focus", "field"]);

function call(op: string, args: unknown): string | Promise<string> {
  const wait = inputs.has(op) ? (starting(args as Target) ?? freed(args as Target & { intent?: string })) : null;
  return wait ? wait.then(() => answer(op, args)) : answer(op, args);
}

function answer(op: string, args: unknown): string | Promise<string> {
  const f = Object.hasOwn(ops, op) ? (ops[op as keyof Operations] as (args: never) => unknown) : null;
  if (!f) return failed("dispatch", new Fault("invalid_action", "The page engine has no such operation."));
  // The person's marker is not for the agent: neither to read nor to press.
  if (f !== help) takeDown();
  begin();
  listen();
  try {
    const value = f((args ?? {}) as never);
    if (value instanceof Promise) return value.then(ok, (e: unknown) => failed(op, e));
    return ok(value);
  } catch (e) {
    return failed(op, e);
  }
}

const objects: Objects = {
  adopt,
  enter,
  chosen,
  vessel,
  keyed,
  keyedIn: keyed,
  hosts,
  elementOf: (uid) => resolve({ uid }),
};

// A second injection must not lose the registry.
if (!Object.hasOwn(globalThis, name)) Object.defineProperty(globalThis, name, { value: Object.assign(call, objects) });
