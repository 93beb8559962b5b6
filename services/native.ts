/** The native host: the program that `bua install` has told the browser of. It knows where the backend is, and starts it. */
import type { Methods } from "../contracts/messages";

/** What backend/internal/nativehost is called. */
const host = "com.zapvol.bua";
const permission: chrome.permissions.Permissions = { permissions: ["nativeMessaging"] };

/** A server and a one-time code, as a person would type them. */
export type Introduction = Pick<Methods["pair"]["args"], "serverUrl" | "code">;

/** Asks for the permission where it is not given yet; only from what a person pressed. */
export const allowed = (): Promise<boolean> => chrome.permissions.request(permission);

/** Asks for a code for this browser. undefined when the browser knows no such program, or may not start it. */
export async function introduce(): Promise<Introduction | undefined> {
  const answer = await ask("pair");
  if (!answer) return undefined;
  const { serverUrl, code } = answer;
  if (typeof serverUrl !== "string" || typeof code !== "string") throw new Error("bua on this computer is of another version.");
  return { serverUrl, code };
}

/** Has the backend started where the permission is there; whatever hinders it, the connection then tells. */
export async function wake(): Promise<void> {
  if (await chrome.permissions.contains(permission)) await ask("start").catch(() => undefined);
}

/** Asks the program; what it answers is not trusted to be anything. */
async function ask(type: "pair" | "start"): Promise<Record<string, unknown> | undefined> {
  let answer: unknown;
  try {
    answer = await chrome.runtime.sendNativeMessage(host, { type });
  } catch {
    return undefined; // the browser has many sentences for it, and no code
  }
  if (typeof answer !== "object" || answer === null) return undefined;
  const { error } = answer as { error?: { message?: unknown } };
  if (error) throw new Error(String(error.message));
  return answer as Record<string, unknown>;
}
