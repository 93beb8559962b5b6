/** Whether a captcha stands on the page: a signal for the obstacle classifier. */
import { queryAll } from "./native";
import { knownRoots } from "./dom";
import { rendered } from "./visibility";

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
  for (const root of knownRoots()) {
    for (const f of queryAll(root, "iframe") as NodeListOf<HTMLIFrameElement>) {
      if (root === document || root.nodeType === 11) reachable++;
      if (!isChallenge(f.src)) continue;
      const r = f.getBoundingClientRect();
      if (r.width >= 20 && r.height >= 20 && rendered(f)) return true;
    }
    if (queryAll(root, "#px-captcha, [id^=px-captcha-modal]").length) return true;
  }
  // Turnstile puts its frame into a closed shadow root: it shows only as a
  // frame more than we can reach, with a request to go with it.
  if (window.length <= reachable) return false;
  return performance.getEntriesByType("resource").some((e) => (e as PerformanceResourceTiming).initiatorType === "iframe" && isChallenge(e.name));
}
