/** What the person should know of bua's own tasks, in words that may stand where others look on: a kind of act and a site, and nothing that a page or the person wrote. */
import type { Need, RunStatus, Sink } from "./panel.gen";
import { isNumber, isOneOf, isText, rows } from "./rows";
import type { Key } from "./text";

export type { Need } from "./panel.gen";

const acts: Readonly<Record<Sink, Key>> = {
  pay: "actPay",
  send: "actSend",
  delete: "actDelete",
  access: "actAccess",
  upload: "actUpload",
  download: "actDownload",
  install: "actInstall",
  sign_in: "actSignIn",
  take_over: "actTakeOver",
  script: "actScript",
  foreign: "actForeign",
  leave: "actLeave",
  external: "actExternal",
  plan: "actPlan",
};

const states: Readonly<Record<RunStatus, Key>> = {
  running: "runRunning",
  waiting_person: "runWaitingPerson",
  waiting_tab: "runWaitingTab",
  scheduled: "runScheduled",
  done: "runDone",
  not_verified: "runNotVerified",
  failed: "runFailed",
  stopped: "runStopped",
  unknown: "runUnknown",
};

/** Reads what the worker has stored. */
export const readNeeds = rows<Need>(["run", "status"], {
  run: isText,
  status: isOneOf(Object.keys(states) as RunStatus[]),
  question: isNumber,
  sink: isOneOf(Object.keys(acts) as Sink[]),
  site: isText,
});

/** Whether the task waits for the person; one that does not has ended. */
export const asks = (n: Need): boolean => n.question !== undefined;

/** Names it among all: a task may ask again. */
export const named = (n: Need): string => `run ${n.run} ${n.question ?? n.status}`;

/** The task that a name is of, "" where it is of something else. */
export const runOf = (name: string): string => /^run (\S+) /.exec(name)?.[1] ?? "";

/** Which words say what it is: a heading, and what is asked or how it ended. */
export function said(n: Need): [heading: Key, text: Key] {
  if (!asks(n)) return ["noticeEnded", states[n.status]];
  return ["noticeAsks", n.sink && Object.hasOwn(acts, n.sink) ? acts[n.sink] : "noticeQuestion"];
}
