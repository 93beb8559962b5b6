/**
 * Shows one state of one page, or a list of all:
 *
 *   index.html                                     the list
 *   index.html?sheet=popup                         all of one page's side by side, see sheet.tsx
 *   index.html?page=popup&story=working            one of them, with
 *     &theme=dark|light &lang=de &dir=rtl          another look or language
 *     &xss=1                                       hostile strings in every place that a page can fill
 *
 * window.story is the mock service, for the tests. window.leave takes a page away, so that this script can
 * run again for another one.
 */
import { render } from "preact";
import de from "../../../_locales/de/messages.json";
import en from "../../../_locales/en/messages.json";
import es from "../../../_locales/es/messages.json";
import fr from "../../../_locales/fr/messages.json";
import ja from "../../../_locales/ja/messages.json";
import zh from "../../../_locales/zh_CN/messages.json";
import { BridgeProvider } from "../../../ui/context/bridge-context";
import { createMockService, type Fixture } from "../../../services/mock";
import { lookupIn, Words } from "../../../ui/words/words";
import { App as Options } from "../../../options/app";
import { stories as options } from "../../../options/stories";
import { App as Popup } from "../../../popup/app";
import { stories as popup } from "../../../popup/stories";
import { PanelProvider } from "../../../sidepanel/panel-context";
import { createMockPanel } from "../../../services/panel-mock";
import { App as Panel } from "../../../sidepanel/app";
import { type PanelStory, stories as panels } from "../../../sidepanel/stories";
import { hostile, hostilePanel, spoofs, strings } from "./hostile";
import { drawn, sheet } from "./sheet";

const languages: Record<string, Record<string, { message: string }>> = { de, en, es, fr, ja, zh_CN: zh };
const q = new URLSearchParams(location.search);
const root = document.getElementById("root");

const theme = q.get("theme");
if (theme) document.documentElement.style.colorScheme = theme;
document.documentElement.dir = q.has("sheet") ? "ltr" : (q.get("dir") ?? "ltr");

const of: Record<string, object> = { popup, options, sidepanel: panels };
const page = q.get("page");
const name = q.get("story") ?? "";
const xss = q.has("xss");
const panelStory: PanelStory | undefined = page === "sidepanel" ? (xss ? hostilePanel(name) : panels[name]) : undefined;
const fixture: Fixture | undefined = panelStory ? (panelStory.bridge ?? {}) : xss ? hostile() : page === "popup" ? popup[name] : options[name];

if (root && page && fixture) {
  const service = createMockService(fixture);
  const panel = createMockPanel(panelStory?.panel);
  Object.assign(window, { story: service, panel, leave: () => render(null, root) });
  const at = options[name]?.at;
  if (page === "options" && at && !location.hash) history.replaceState(null, "", location.search + at);
  render(
    <BridgeProvider service={service} words={new Words(lookupIn(languages[q.get("lang") ?? "en"] ?? en))}>
      {panelStory ? (
        <PanelProvider panel={panel}>
          <Panel />
        </PanelProvider>
      ) : page === "popup" ? (
        <Popup />
      ) : (
        <Options />
      )}
    </BridgeProvider>,
    root,
  );
  const press = page === "options" ? options[name]?.press : panelStory?.press;
  // Effects register what listens, so it is pressed after them, and drawn after that.
  const done = () => {
    document.documentElement.dataset.ready = "";
    awake(() => drawn(name));
  };
  // Writes as a keyboard does: a new line at the end is Enter.
  const write = (text: string, tries: number): void => {
    const field = document.querySelector<HTMLTextAreaElement | HTMLInputElement>(".composer textarea, [type=search]");
    if (!field && tries > 0) return void setTimeout(() => write(text, tries - 1), 50);
    if (!field) return done();
    field.focus();
    field.value = text.replace(/\n$/, "");
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    setTimeout(() => {
      if (!field.isConnected && tries > 0) return write(text, tries - 1); // the page went on to another state
      if (text.endsWith("\n")) field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
      setTimeout(done, 50);
    }, 50);
  };
  const steps = press?.split(" >> ") ?? [];
  const next = (tries: number) => {
    if (steps.length === 0) return panelStory?.write ? write(panelStory.write, 20) : done();
    const found = document.querySelector<HTMLElement>(steps[0] ?? "");
    if (found) {
      if (tries > 0 && found.closest("[aria-disabled=true]")) return void setTimeout(() => next(tries - 1), 50);
      found.click();
      steps.shift();
    } else if (tries === 0) return done();
    setTimeout(() => next(tries - 1), 50);
  };
  setTimeout(() => next(20), 20);
} else if (root && q.has("sheet")) {
  sheet(q, Object.keys(of[q.get("sheet") ?? ""] ?? options), root);
} else if (root) {
  document.title = "bua: every state of every page";
  render(<List />, root);
  document.documentElement.dataset.ready = "";
}

/** Goes on when the buttons of every card can be pressed. */
function awake(then: () => void): void {
  if (document.querySelector(".actions[aria-disabled=true]")) setTimeout(() => awake(then), 50);
  else then();
}

function List() {
  const all = { popup: Object.keys(popup), options: Object.keys(options), sidepanel: Object.keys(panels) };
  Object.assign(window, { stories: all, hostile: strings.length, spoofs: strings.length + spoofs.length });
  return (
    <main>
      {Object.entries(all).map(([of, names]) => (
        <>
          <h1>{of}</h1>
          <ul>
            {names.map((n) => (
              <li>
                {["light", "dark"].map((t) => (
                  <a href={`?${new URLSearchParams({ page: of, story: n, theme: t })}`}>
                    {n}, {t}{" "}
                  </a>
                ))}
              </li>
            ))}
          </ul>
        </>
      ))}
    </main>
  );
}
