/** A page that has not drawn itself says so, or shows nothing: a reading waits for it, a while. */
import { sleep } from "../common/animation-frames";
import { begin } from "../common/memo";
import { bodyOf, findIn, queryAll, textOf, walkText } from "../dom/native";
import { line } from "../common/plain-text";
import { rendered } from "../dom/visibility";

/** How long a page is waited for in ms; each time in vain makes the next one half as long. */
let patience = 2000;
/** How long nothing is in the way before it is read, in ms. */
const quiet = 60;
/** What was waited for in vain, which is not waited for again. */
const ignored = new WeakSet<Node>();

const busy = "[aria-busy=true],[role=progressbar]:not([aria-valuenow]),[class*=skeleton i]";
const word = "loading|please wait|wird geladen|lädt|chargement|cargando|carregando|caricamento|загрузка|加载中|読み込み中";
const mention = new RegExp(word, "i");
const says = new RegExp(`^(${word})([\\p{L} ]{0,30}(…|\\.\\.\\.|\\d+ ?[%/][\\d ]*)|\\.?)$`, "iu");

/** undrawn is what shows that the page has not drawn itself, and in our words what it is; null where nothing does. */
export function undrawn(): [Node, string] | null {
  const body = bodyOf(document);
  if (!body) return null;
  for (const el of queryAll(document, busy)) if (!ignored.has(el) && rendered(el)) return [el, "a part of it is marked as busy, or a placeholder"];
  const text = textOf(body);
  if (mention.test(text)) {
    const texts = walkText(document, body, NodeFilter.SHOW_TEXT);
    for (let n = texts.nextNode(); n; n = texts.nextNode()) {
      if (says.test(line(textOf(n))) && !ignored.has(n) && n.parentElement && rendered(n.parentElement)) return [n, "a text in it says so"];
    }
  }
  if (ignored.has(body) || !findIn(body, "script") || findIn(body, ":not(script,style,noscript,template,link,div)")) return null;
  return line(body.innerText) ? null : [body, "nothing shows yet"];
}

/** drawing waits while the page has not drawn itself; null where it has. It resolves with what is still going on, "" for nothing. */
export function drawing(): Promise<string> | null {
  begin();
  return undrawn() && awaited();
}

async function awaited(): Promise<string> {
  const end = performance.now() + patience;
  for (let calm = 0; calm < quiet; ) {
    const from = performance.now();
    await sleep(20);
    begin();
    const sign = undrawn();
    if (sign && performance.now() >= end) {
      const most = patience;
      patience /= 2;
      for (let s: typeof sign | null = sign; s; s = undrawn()) ignored.add(s[0]);
      return `the page was still loading after ${most} ms: ${sign[1]}`;
    }
    calm = sign ? 0 : calm + performance.now() - from;
  }
  return "";
}
