/** Strings that a page could put into its title or host to run a script, and a fixture with them everywhere. */
import type { Fixture } from "../../../contracts/service/mock";

const run = "window.ran=1";
const quote = ['"', "'", "`"];

export const strings: readonly string[] = [
  `<script>${run}</script>`,
  `</script><script>${run}</script>`,
  `<img src=x onerror=${run}>`,
  `<img src=x onerror="${run}">`,
  `<svg onload=${run}>`,
  `<svg/onload=${run}>`,
  `<svg><script>${run}</script></svg>`,
  `<svg><animate onbegin=${run} attributeName=x dur=1s>`,
  `<iframe srcdoc="<script>parent.ran=1</script>">`,
  `<iframe src="javascript:parent.ran=1">`,
  `<body onload=${run}>`,
  `<details open ontoggle=${run}>`,
  `<input autofocus onfocus=${run}>`,
  `<video><source onerror=${run}>`,
  `<audio src=x onerror=${run}>`,
  `<marquee onstart=${run}>`,
  `<a href="javascript:${run}" autofocus>x</a>`,
  `<form><button formaction="javascript:${run}">x</button></form>`,
  `<object data="javascript:${run}">`,
  `<embed src="javascript:${run}">`,
  `<math><mtext></p><img src onerror=${run}></mtext></math>`,
  `<template><img src=x onerror=${run}></template>`,
  `<style>@import 'javascript:${run}'</style>`,
  `<style onload=${run}></style>`,
  `<link rel=stylesheet href=x onerror=${run}>`,
  `<meta http-equiv=refresh content="0;url=javascript:${run}">`,
  `<base href="javascript:${run}//">`,
  `<noscript><img src=x onerror=${run}></noscript>`,
  `<textarea></textarea><img src=x onerror=${run}>`,
  `<title></title><img src=x onerror=${run}>`,
  `<xmp></xmp><img src=x onerror=${run}>`,
  `<!--><img src=x onerror=${run}>-->`,
  `<![CDATA[><img src=x onerror=${run}>]]>`,
  `<?xml?><img src=x onerror=${run}>`,
  `<ScRiPt>${run}</sCrIpT>`,
  `<img/src/onerror=${run}>`,
  `<img src=x:x onerror\n=\n${run}>`,
  `\u0000<img src=x onerror=${run}>`,
  `&lt;img src=x onerror=${run}&gt;`,
  `&#60;img src=x onerror=${run}&#62;`,
  `\\u003cimg src=x onerror=${run}\\u003e`,
  `javascript:${run}`,
  `data:text/html,<script>opener.ran=1</script>`,
  ...quote.map((q) => `${q}><img src=x onerror=${run}>`),
  ...quote.map((q) => `${q} autofocus onfocus=${run} x=${q}`),
  `{{constructor.constructor('${run}')()}}`,
  "${" + run + "}",
  `$1 $2 $9 $$ $message$`,
  `__proto__`,
  `‮<img src=x onerror=${run}>`,
];

export function hostile(): Fixture {
  const now = Date.now();
  const all = strings.join(" ");
  return {
    state: {
      link: { state: "backoff", reason: "refused", detail: all, serverUrl: all, deviceName: all, notice: "refused", noticeDetail: all },
      sessions: strings.map((s, i) => ({ tabId: i + 1, domain: s, title: s, icon: s, own: i % 2 === 0, startedAt: now, lastActionAt: now, actionCount: 1, lastAction: s as "click", agent: s })),
      asked: strings.map((domain, i) => ({ domain, can: i % 2 ? "pay" : "", what: i % 2 ? domain : "", at: now, action: domain, agent: domain })),
      helps: strings.map((s, i) => ({ tabId: i + 1, domain: s, agent: s, message: s, at: now + i, until: now + 60_000 })),
      dialogs: strings.map((s, i) => ({ tabId: i + 1, id: s, kind: "prompt" as const, domain: s, message: s, value: s, at: now + i })),
      obstacles: strings.map((domain, i) => ({ tabId: i + 1, domain, kind: "captcha" as const })),
      remembers: true,
      blocked: strings.map((domain) => ({ at: now, event: "block", domain, action: domain })),
    },
    consent: { sites: [...strings] },
    blocklist: { own: [...strings], managed: [...strings] },
    history: strings.flatMap((domain) => [
      { at: now, event: "block", domain, tabId: 1, action: domain },
      { at: now, event: "end", domain, tabId: 1, reason: domain as "tab_closed" },
    ]),
  };
}
