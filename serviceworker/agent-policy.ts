/**
 * What the organisation has set for the agent in this browser, as it stands: what is not
 * understood of it refuses, where it is read. Chrome drops a value with a mistake in its
 * type; while the policy is there, such a one is as it was before.
 */
import { early } from "./early";
import { Key } from "../contracts/storage.gen";
import { keep } from "./stored";
import { json } from "./text";

export const agentKeys: readonly string[] = [Key.agentModels, Key.agentOwnKeys, Key.localAgent]; // sorted, as Chrome keeps them

type Values = { [key: string]: unknown };

export async function agentPolicy(): Promise<Values> {
  const before = ((await early.get("local", Key.agentPolicy)) ?? {}) as Values;
  const there = (await early.get("managed", Key.managedSchema)) !== null;
  const now: Values = {};
  for (const key of agentKeys) {
    const value = (await early.get("managed", key)) ?? (there ? before[key] : null) ?? null;
    if (value !== null) now[key] = value;
  }
  if (json(now) !== json(before)) await keep("local", { [Key.agentPolicy]: now });
  return now;
}
