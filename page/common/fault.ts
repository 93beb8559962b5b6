/** The engine's errors: a code of the wire and one sentence of ours. */

export type Code = "element_not_found" | "element_stale" | "timeout" | "invalid_action" | "internal_error";

/** Fault is thrown by an operation and becomes {"error":{code,message}}. */
export class Fault extends Error {
  readonly code: Code;

  constructor(code: Code, message: string) {
    super(message);
    this.code = code;
  }
}
