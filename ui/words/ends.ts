/** Why a model did not answer, in the person's language: what failed, and what to do in the panel. */
import type { Key, Words } from "./words";

/** The message for a code; one without is said best by its sentence. */
const known: Readonly<Record<string, Key>> = {
  model_key: "endKey",
  model_host: "endHost",
  model_origin: "endOrigin",
  model_tools: "endTools",
  no_call: "endNoCall",
  model_unreachable: "endUnreachable",
  model_money: "endMoney",
};

/** Says a code; "" for one that has no message. */
export function endText(words: Words, code: string): string {
  return Object.hasOwn(known, code) ? words.t(known[code]!) : "";
}

/** Whether the person's leave for the model's host is what is missing. */
export function wantsHost(code: string | undefined): boolean {
  return code === "model_host";
}
