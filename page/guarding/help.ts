/**
 * The marker of a help: what the agent asks the person to do, with two buttons,
 * over the page. The person's press is the only thing that answers: it must be
 * trusted, and while the marker is there the agent has no input in this page,
 * because every other operation takes the marker down first (engine.ts).
 *
 * The page sees that an element came to its root; what is in it is in a closed
 * shadow root. A page can take it away: then the popup is the way, and the next
 * lease brings it back. Nothing of it is markup, and all of its style goes
 * through the CSSOM, so that neither CSP nor Trusted Types stand against it.
 */
import type { Help, Press } from "../common/engine.gen";
import { helpDecline as deDecline, helpDone as deDone, helpMove as deMove, helpTitle as deTitle } from "../../_locales/de/messages.json";
import { helpDecline, helpDone, helpMove, helpTitle } from "../../_locales/en/messages.json";
import { helpDecline as esDecline, helpDone as esDone, helpMove as esMove, helpTitle as esTitle } from "../../_locales/es/messages.json";
import { helpDecline as frDecline, helpDone as frDone, helpMove as frMove, helpTitle as frTitle } from "../../_locales/fr/messages.json";
import { helpDecline as jaDecline, helpDone as jaDone, helpMove as jaMove, helpTitle as jaTitle } from "../../_locales/ja/messages.json";
import { helpDecline as zhDecline, helpDone as zhDone, helpMove as zhMove, helpTitle as zhTitle } from "../../_locales/zh_CN/messages.json";

type Word = { message: string };
const words: Record<string, [title: Word, done: Word, decline: Word, move: Word]> = {
  en: [helpTitle, helpDone, helpDecline, helpMove],
  de: [deTitle, deDone, deDecline, deMove],
  es: [esTitle, esDone, esDecline, esMove],
  fr: [frTitle, frDone, frDecline, frMove],
  ja: [jaTitle, jaDone, jaDecline, jaMove],
  zh: [zhTitle, zhDone, zhDecline, zhMove],
};

/** How long the marker stays after a lease that nobody renews. */
const grace = 1500;

const html = "http://www.w3.org/1999/xhtml";

const look = `
:host { color-scheme: light dark }
div { display: grid; gap: 8px; max-inline-size: min(440px, calc(100vw - 32px)); box-sizing: border-box; padding: 14px 16px;
  border: 2px solid #6d63ff; border-radius: 14px; background: light-dark(#fff, #1d1d24); color: light-dark(#1b1b1f, #f2f1f7);
  font: 14px/1.45 system-ui, sans-serif; text-align: start; box-shadow: 0 10px 40px rgb(0 0 0 / 35%) }
h2 { margin: 0; font-size: 14px; font-weight: 650; color: light-dark(#4338ca, #a9a3ff) }
h2 span { font-weight: 400; color: light-dark(#5b5b66, #b5b4c0) }
p { margin: 0; max-block-size: 30vh; overflow: auto; white-space: pre-line; overflow-wrap: anywhere }
footer { display: flex; flex-wrap: wrap; gap: 8px }
button { all: unset; box-sizing: border-box; min-block-size: 34px; padding: 6px 16px; border-radius: 9px; cursor: pointer; font-weight: 600;
  border: 1px solid light-dark(#c9c7d6, #4a4957); text-align: center }
button:first-of-type { background: #4338ca; border-color: #4338ca; color: #fff }
button:last-of-type { margin-inline-start: auto; padding-inline: 11px }
button:hover { filter: brightness(1.12) }
button:focus-visible { outline: 3px solid #8f87ff; outline-offset: 2px }
`;

interface Marker {
  host: HTMLElement;
  text: string;
  /** Ends the lease that runs. */
  tell: ((o: Press) => void) | undefined;
  gone: ReturnType<typeof setTimeout> | undefined;
}

let marker: Marker | undefined;

/** A press that may have been told to a worker that died: for whoever asks the same again, until the core says that it knows. */
let pressed: { text: string; outcome: Press } | undefined;

/** takeDown removes the marker; the lease that waits ends without an answer. */
export function takeDown(): void {
  const m = marker;
  marker = undefined;
  if (!m) return;
  clearTimeout(m.gone);
  m.host.remove();
  m.tell?.("");
}

/** help shows the marker until a press, at most for its lease; without a message it takes it down. */
export function help(args: Help): { outcome: Press } | Promise<{ outcome: Press }> {
  const { message, agent = "", ms = 0 } = args;
  const text = agent + "\n" + message;
  if (pressed?.text !== text) pressed = undefined;
  if (!message) {
    takeDown();
    return { outcome: "" };
  }
  if (pressed) return Promise.resolve(pressed);
  if (marker?.text !== text) {
    takeDown();
    marker = make(agent, message, text);
  }
  const m = marker;
  m.tell?.(""); // the lease of a worker that died
  clearTimeout(m.gone);
  place(m.host);
  return new Promise((done) => {
    const late = setTimeout(() => {
      m.gone = setTimeout(takeDown, grace);
      m.tell?.("");
    }, ms);
    m.tell = (outcome) => {
      clearTimeout(late);
      m.tell = undefined;
      done({ outcome });
    };
  });
}

/** make builds the marker from text. */
function make(agent: string, message: string, text: string): Marker {
  const language = navigator.language.split("-")[0] ?? "";
  const known = words[language] ? language : "en";
  const [title, done, decline, move] = words[known]!;
  const element = <K extends keyof HTMLElementTagNameMap>(tag: K, content = "") => {
    const e = document.createElementNS(html, tag) as HTMLElementTagNameMap[K];
    e.textContent = content;
    return e;
  };
  const host = element("div");
  const m: Marker = { host, text, tell: undefined, gone: undefined };
  const button = (label: string, press: () => void) => {
    const b = element("button", label);
    b.addEventListener("click", (e) => {
      if (e.isTrusted) press();
    });
    return b;
  };
  const answer = (outcome: Press) => () => {
    pressed = { text, outcome }; // between two leases it waits for the next
    m.tell?.(outcome);
    takeDown();
  };
  const box = element("div");
  box.lang = known === "zh" ? "zh-CN" : known;
  box.setAttribute("role", "alert");
  const head = element("h2", title.message);
  const whose = element("span", agent ? " · " + agent : "");
  whose.dir = "auto";
  head.append(whose);
  const body = element("p", message);
  body.dir = "auto";
  const buttons = element("footer");
  const aside = button("⇅", () => {
    const up = host.style.getPropertyValue("bottom") === "auto";
    host.style.setProperty("top", up ? "auto" : "16px", "important");
    host.style.setProperty("bottom", up ? "16px" : "auto", "important");
  });
  aside.title = aside.ariaLabel = move.message;
  buttons.append(button(done.message, answer("done")), button(decline.message, answer("declined")), aside);
  box.append(head, body, buttons);
  const root = host.attachShadow({ mode: "closed" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(look);
  root.adoptedStyleSheets = [sheet];
  root.append(box);
  const style = { all: "initial", display: "block", position: "fixed", top: "auto", bottom: "16px", left: "0", right: "0", width: "fit-content", margin: "0 auto", "z-index": "2147483647" };
  for (const [k, v] of Object.entries(style)) host.style.setProperty(k, v, "important");
  return m;
}

/** place puts the marker above the page: into the dialog that makes all else inert, where there is one. */
function place(host: HTMLElement): void {
  const dialogs = document.querySelectorAll("dialog:modal");
  const parent = dialogs[dialogs.length - 1] ?? document.documentElement;
  if (host.parentNode === parent) return;
  parent.append(host);
  try {
    host.popover = "manual"; // the top layer: nothing of the page lies above it
    host.showPopover();
  } catch {
    // Without a top layer it is above what has no higher place.
  }
}
