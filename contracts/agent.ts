/** What crosses between the agent's document (offscreen/) and the service worker, over a port. */

/** What the worker is asked, which has what the document has not: what the person has chosen, that kept, and whether they let the extension reach an origin. */
export type Asked = "settings" | "keep" | "policy" | "allowed";

/** What the document says. */
export interface FromAgent {
  /** A message of the wire: a request, or a cancel. */
  wire?: unknown;
  /** A frame for a panel's port, or its end. */
  frame?: { port: number; data: unknown };
  close?: number;
  /** From when on the document is wanted, 0 for never: it comes back then, also after a restart. And whether there are any runs. */
  awake?: number;
  runs?: boolean;
  /** A question, what is asked, and what belongs to it. */
  id?: number;
  ask?: Asked;
  value?: unknown;
}

/** What the worker says. */
export interface ToAgent {
  wire?: unknown;
  /** A frame of a panel's; aside is one of the worker itself, which keeps the document no longer. */
  frame?: { port: number; data: unknown; aside: boolean };
  closed?: number;
  /** The answer to the question of that number. */
  id?: number;
  value?: unknown;
  refused?: string;
}
