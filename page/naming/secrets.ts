/**
 * Fields whose value never leaves the page: passwords, one-time codes, cards.
 */
import { attr, idOf, queryAll, tagOf } from "../dom/native";
import { eachRoot, styleOf } from "../dom/tree";

// A password field stays secret after a "show password" button turned it into text.
const once = new WeakSet<Element>();

// What a stored secret was filled into stays secret whatever kind of field it is.
const filled = new WeakSet<Element>();

const tokens = /\b(cc-number|cc-csc|cc-exp|cc-exp-month|cc-exp-year|one-time-code|current-password|new-password)\b/i;
const otp = /one-?time-?(code|pass)|(^|[^a-z])(otp|totp|2fa|mfa)([^a-z]|$)|verification-?_?code|security-?_?code|auth-?_?code/i;
const hints = /(^|[^a-z])(cvv2?|cvc2?|csc|ssn|pin|passcode|passwd|pwd|password)([^a-z]|$)|card-?_?(number|num|no)($|[^a-z])|cardnumber|creditcard/i;

function label(el: Element): string {
  return (attr(el, "name") ?? "") + " " + idOf(el);
}

/** isPassword reports whether el takes, or once took, a password. */
export function isPassword(el: Element): boolean {
  if (tagOf(el) !== "input") return false;
  if ((el as HTMLInputElement).type === "password") once.add(el);
  return once.has(el) || /\b(current|new)-password\b/.test(attr(el, "autocomplete") ?? "");
}

/** isOneTimeCode reports whether el takes a code sent by mail, message or app. */
export function isOneTimeCode(el: Element): boolean {
  return tagOf(el) === "input" && (/one-time-code/i.test(attr(el, "autocomplete") ?? "") || otp.test(label(el)));
}

/** isSecret reports whether el's value must stay in the page. */
export function isSecret(el: Element): boolean {
  if (tagOf(el) !== "input" && tagOf(el) !== "textarea") return false;
  if (filled.has(el)) return true;
  if (isPassword(el) || isOneTimeCode(el)) return true;
  if (tokens.test(attr(el, "autocomplete") ?? "") || hints.test(label(el))) return true;
  const security = styleOf(el).getPropertyValue("-webkit-text-security");
  return security !== "" && security !== "none";
}

/** conceal makes el's value stay in the page from now on. */
export function conceal(el: Element): void {
  filled.add(el);
}

/** filledOf says how much a secret text field holds, as a person sees it, "" for any other and for an empty one. Of a stored secret it does not say that. */
export function filledOf(el: Element): string {
  const { value } = el as HTMLInputElement;
  if (!value || !isSecret(el)) return "";
  const n = [...value].length;
  return filled.has(el) ? "length not told" : n + (n > 1 ? " characters" : " character");
}

let veils: Animation[] = [];

/** veiled takes note of what unmask shall end. */
export function veiled(a: Animation): void {
  veils.push(a);
}

/**
 * mask makes the text of secret fields transparent. An animation changes no
 * attribute, style sheet or node, so nothing of it is left in the page.
 */
export function mask(): void {
  unmask();
  eachRoot((root) => {
    for (const el of queryAll(root, "input,textarea")) {
      if (!isSecret(el)) continue;
      const veil = { color: "transparent", webkitTextFillColor: "transparent", textShadow: "none" };
      veils.push(el.animate([veil, veil], { duration: 60_000, fill: "both" }));
    }
  });
}

/** hidden says how much mask hides now. */
export const hidden = (): number => veils.length;

/** unmask ends what mask did. */
export function unmask(): void {
  for (const veil of veils) veil.cancel();
  veils = [];
}
