/** The options: connection, blocklist, log, and what bua is. The fragment says which section is open. */
import "../ui/look/base.css";
import "../ui/look/switch.css";
import "./options.css";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Section } from "../contracts/bridge-service";
import { useWords } from "../ui/context/bridge-context";
import { useBridgeState } from "../ui/hooks/use-bridge-state";
import { useNow } from "../ui/hooks/use-now";
import * as Glyph from "../ui/look/glyphs";
import { Status } from "../ui/look/parts";
import { tell } from "../ui/words/link";
import { About } from "./about";
import { Blocklist } from "./blocklist";
import { Capabilities } from "./capabilities";
import { Categories } from "./categories";
import { Connection } from "./connection";
import { Consent } from "./consent";
import { Dialogs } from "./dialogs";
import { Log } from "./log";
import { Mistakes } from "./mistakes";
import { Network } from "./network";
import { Notices } from "./notices";
import { Profile } from "./profile";
import { Stops } from "./stops";
import { useSection } from "./use-section";

export function App() {
  const words = useWords();
  const state = useBridgeState();
  const now = useNow();
  const section = useSection();
  const names: Record<Section, string> = {
    connection: words.t("sectionConnection"),
    blocklist: words.t("sectionBlocklist"),
    log: words.t("sectionLog"),
    about: words.t("sectionAbout"),
  };
  useEffect(() => {
    document.title = `${names[section]} – bua`;
  }, [section, words]);
  const link = (name: Section, glyph: ComponentChildren) => (
    <li>
      <a href={`#${name}`} {...(section === name ? { "aria-current": "page" as const } : {})}>
        {glyph}
        {names[name]}
      </a>
    </li>
  );
  return (
    <div class="options">
      <header>
        <p class="brand">
          <Glyph.Mark />
          bua
        </p>
        <nav aria-label={words.t("sections")}>
          <ul>
            {link("connection", <Glyph.Plug />)}
            {link("blocklist", <Glyph.Shield />)}
            {link("log", <Glyph.List />)}
            {link("about", <Glyph.Info />)}
          </ul>
        </nav>
        {state ? <Status told={tell(words, state, now)} /> : null}
      </header>
      <main>
        <h1>{names[section]}</h1>
        {section === "connection" && state ? <Connection state={state} now={now} /> : null}
        {section === "blocklist" ? (
          <>
            <Mistakes />
            <Blocklist broken={state?.broken ?? ""} />
            <Categories />
            <Network />
            <Profile />
            <Consent />
            <Stops />
            <Notices />
            <Dialogs />
            <Capabilities />
          </>
        ) : null}
        {section === "log" ? <Log now={now} /> : null}
        {section === "about" ? <About /> : null}
      </main>
    </div>
  );
}
