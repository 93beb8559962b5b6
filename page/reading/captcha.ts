/** Whether a captcha stands on the page: signals for the obstacle classifier. */
import { classed, matchesOf, queryAll, rectOf, tagged } from "../dom/native";
import { knownRoots } from "../dom/tree";
import { rendered } from "../dom/visibility";

// Frames of the challenge services. An invisible badge is on many ordinary
// pages and stops nobody: see isChallenge.
const services =
  /^https?:\/\/([\w-]+\.)*(challenges\.cloudflare\.com|hcaptcha\.com|geo\.captcha-delivery\.com|captcha-delivery\.com|arkoselabs\.com|funcaptcha\.com|px-cdn\.net|px-cloud\.net|perimeterx\.net|captcha\.px-cdn\.net|geetest\.com|friendlycaptcha\.com|frcapi\.com|awswaf\.com|mcaptcha\.org|mtcaptcha\.com|smartcaptcha\.yandexcloud\.net|smartcaptcha\.cloud\.yandex\.ru|captcha\.qcloud\.com|captcha\.gtimg\.com|captcha\.qq\.com|leminnow\.com|capy\.me|prosopo\.io|vaptcha\.com|keycaptcha\.com|captcha\.eu|cf-?assets\.hcaptcha\.com)(\/|:|$)|^https?:\/\/(www\.)?(google\.com|recaptcha\.net|gstatic\.com)\/recaptcha\//i;

// What services draw into the page itself: GeeTest, NetEase, Alibaba, Friendly
// Captcha, MTCaptcha, Capy, Prosopo, Vaptcha, Yandex.
const widgets = [
  "geetest_panel", "geetest_holder", "geetest_captcha", "geetest_radar_btn", "yidun", "nc-container", "nc_wrapper", "frc-captcha", "frc-i-widget",
  "mtcaptcha", "capy-captcha", "procaptcha", "vaptcha-container", "smart-captcha", "CheckboxCaptcha", "AdvancedCaptcha",
];
// Alibaba, Tencent, Arkose, mCaptcha, KeyCAPTCHA, Lemin.
const widgetIds = [
  "#baxia-punish", "#nocaptcha", "#aliyunCaptcha-window-popup", "#aliyunCaptcha-window-embed", "#tcaptcha_transform", "#tcaptcha_transform_dy", "#FunCaptcha",
  "#funcaptcha", "#mcaptcha__widget-container", "#div_for_keycaptcha", "#lemin-cropped-captcha",
].join();
const widgetTags = ["altcha-widget", "cap-widget", "awswaf-captcha"];

const some = (list: ArrayLike<Element>, test: (el: Element) => boolean): boolean => Array.prototype.some.call(list, test);
const present = (root: Document | ShadowRoot, id: string): boolean => queryAll(root, id).length > 0;

/** isChallenge reports whether a frame address belongs to a challenge service. */
export function isChallenge(url: string): boolean {
  return services.test(url) && !/size=invisible|checkbox-invisible/i.test(url);
}

/** captchaFrame reports whether a challenge that a person can see is on the page. */
export function captchaFrame(): boolean {
  let reachable = 0;
  for (const root of knownRoots()) {
    for (const f of Array.from(tagged(root, "iframe")) as HTMLIFrameElement[]) {
      if (root === document || root.nodeType === 11) reachable++;
      if (!isChallenge(f.src)) continue;
      const r = f.getBoundingClientRect();
      if (r.width >= 20 && r.height >= 20 && rendered(f)) return true;
    }
    if (present(root, "#px-captcha") || present(root, "[id^=px-captcha-modal]")) return true;
    if (widgets.some((w) => some(classed(root, w), rendered)) || some(queryAll(root, widgetIds), rendered)) return true;
    if (widgetTags.some((w) => some(tagged(root, w), rendered))) return true;
  }
  // Turnstile puts its frame into a closed shadow root: it shows only as a
  // frame more than we can reach, with a request to go with it.
  if (window.length <= reachable) return false;
  return performance.getEntriesByType("resource").some((e) => (e as PerformanceResourceTiming).initiatorType === "iframe" && isChallenge(e.name));
}

// What only the document of a challenge has, in any language: known from
// responses that public test suites and bug reports keep. A service's ordinary
// script is on pages that stop nobody and is no marker: Cloudflare's
// /cdn-cgi/challenge-platform/scripts/jsd, DataDome's tags.js, Imperva's
// _Incapsula_Resource as a script, an awswaf.com of the SDK, .cf-turnstile.
const markers: [tag: string, selector: string][] = [
  [
    "script",
    [
      // Cloudflare: chl_page is loaded from orchestrate/, older forms post a __cf_chl_ token.
      '[src*="/cdn-cgi/challenge-platform/"][src*="/orchestrate/"]',
      // DataDome: c.js draws the slider, i.js the device check.
      '[src*="//ct.captcha-delivery.com/"]',
      // Fastly, DDoS-Guard, Qrator: paths that are kept for the challenge.
      '[src*="/_fs-ch-"],[src*="/ddos-guard/js-challenge/"],[src*="/ddos-guard/ddg-captcha-page/"],[src*="/__qrator/qauth"]',
    ].join(),
  ],
  ["link", '[href*="/_fs-ch-"]'],
  // HUMAN (PerimeterX): the description in its block page.
  ["meta", '[content="px-captcha"]'],
  // Amazon: the form with the letters.
  ["form", '[action^="/errors/validateCaptcha"]'],
];
const markerIds = [
  '#challenge-form[action*="__cf_chl_"]',
  // Imperva: the frame that is the whole page.
  '#main-iframe[src*="/_Incapsula_Resource"]',
  // Akamai: the container of its behavioural check.
  "#sec-if-cpt-container",
  // Anubis: its task, as JSON.
  "#anubis_challenge",
];
// AWS WAF: a container of this name and the script of a token.
const tokens = '[src*=".token.awswaf.com/"],[src*=".captcha.awswaf.com/"]';
const containers = ["#challenge-container", "#captcha-container"];

// A field for the letters of a picture, as sites make it themselves. Fields of
// services hold their answer and are never seen.
const letters = ':is([name*="aptcha" i],[id*="aptcha" i]):not([type=hidden],[type=checkbox],[type=submit],[type=button])';

/** pictured reports whether el is the only field of a form that shows a picture made for it: wide, and of no file's name. */
function pictured(el: HTMLInputElement): boolean {
  const form = el.form;
  if (!form || el.type !== "text" || some(queryAll(form, "input:not([type]),[type=text],[type=email],[type=password],textarea"), (e) => e !== el && rendered(e))) return false;
  return some(queryAll(form, "img"), (e) => {
    const { width, height } = rectOf(e);
    return width >= 60 && width <= 400 && height >= 20 && height <= 150 && (/captcha/i.test(e.outerHTML) || !/\.(png|jpe?g|gif|svg|webp)$/i.test((e as HTMLImageElement).src)) && rendered(e);
  });
}

/** challenge reports whether the document is marked as that of a challenge. */
export function challenge(of: Document): boolean {
  return (
    markers.some(([tag, selector]) => some(tagged(of, tag), (e) => matchesOf(e, selector))) ||
    markerIds.some((id) => present(of, id)) ||
    (containers.some((id) => present(of, id)) && some(tagged(of, "script"), (e) => matchesOf(e, tokens))) ||
    some(tagged(of, "input"), (e) => (matchesOf(e, letters) || pictured(e as HTMLInputElement)) && rendered(e))
  );
}
