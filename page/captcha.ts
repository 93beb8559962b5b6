/** Signals for the obstacle classifier that only the page can give. */
import { eachRoot } from "./dom";
import { rendered } from "./visibility";
import { isOneTimeCode, isPassword } from "./secrets";

// Frames of the challenge services. An invisible badge is on many ordinary
// pages and stops nobody: see visibleChallenge.
const services =
  /^https?:\/\/([\w-]+\.)*(challenges\.cloudflare\.com|hcaptcha\.com|geo\.captcha-delivery\.com|captcha-delivery\.com|arkoselabs\.com|funcaptcha\.com|px-cdn\.net|px-cloud\.net|perimeterx\.net|captcha\.px-cdn\.net|geetest\.com|friendlycaptcha\.com|awswaf\.com)(\/|:|$)|^https?:\/\/(www\.)?(google\.com|recaptcha\.net|gstatic\.com)\/recaptcha\//i;

/** isChallenge reports whether a frame address belongs to a challenge service. */
export function isChallenge(url: string): boolean {
  return services.test(url) && !/size=invisible|checkbox-invisible/i.test(url);
}

/** captchaFrame reports whether a challenge that a person can see is on the page. */
export function captchaFrame(): boolean {
  let reachable = 0;
  const found = eachRoot((root) => {
    for (const f of root.querySelectorAll("iframe")) {
      reachable++;
      const r = f.getBoundingClientRect();
      if (isChallenge(f.src) && r.width >= 20 && r.height >= 20 && rendered(f)) return true;
    }
    if (root.querySelector("#px-captcha, [id^=px-captcha-modal]")) return true;
    return false;
  });
  if (found) return true;
  // Turnstile puts its frame into a closed shadow root: it shows only as a
  // frame more than we can reach, with a request to go with it.
  if (window.length <= reachable) return false;
  return performance.getEntriesByType("resource").some((e) => (e as PerformanceResourceTiming).initiatorType === "iframe" && isChallenge(e.name));
}

/** Hints are what the classifier cannot tell from the elements alone. */
export interface Hints {
  password?: boolean;
  otp?: boolean;
}

/** hints looks for visible fields that take a password or a one-time code. */
export function hints(): Hints {
  const out: Hints = {};
  eachRoot((root) => {
    for (const el of root.querySelectorAll("input")) {
      if (!out.password && isPassword(el) && rendered(el)) out.password = true;
      if (!out.otp && isOneTimeCode(el) && rendered(el)) out.otp = true;
    }
  });
  return out;
}
