/** Where a task begins: what is to be done, whether it may act, where it works and with which model. */
import { useEffect, useRef, useState } from "preact/hooks";
import { useWords } from "../ui/context/bridge-context";
import { usePanelService } from "./panel-context";
import { useTask } from "../ui/hooks/use-task";
import { Notice } from "../ui/look/parts";
import { type Abilities, type Draft, type FrontTab, PanelError, type RunMode } from "../contracts/panel-service";
import { wantsHost } from "../ui/words/ends";
import { asksAbout } from "../ui/words/question";
import type { Key } from "../ui/words/words";
import { Allow } from "./allow";
import type { Command } from "./commands";
import { useField } from "./field";
import { FirstTasks } from "./first-tasks";
import { Quote, withQuote } from "./quote";
import { useReach } from "./reach";
import { host, price } from "./say";

type Place = "behind" | "tab";

const offers: readonly Command[] = ["ask", "act", "model", "clear"];

/** What the person has begun elsewhere: in the menu of a page, by a command in a run, or as a task that has ended. */
export interface Seed {
  mode: RunMode;
  task?: string;
  /** One that is there no more leaves the choice as it is. */
  model?: string;
  draft?: Draft;
}

export function NewTask(props: { abilities: Abilities; tab: FrontTab | undefined; open: boolean; seed: Seed | undefined; taken: () => void; begun: (id: string) => void; models: () => void }) {
  const { abilities, tab, open, seed } = props;
  const words = useWords();
  const panel = usePanelService();
  const work = useTask();
  const [task, setTask] = useState("");
  const [mode, setMode] = useState<RunMode>("act");
  const [chosenPlace, setPlace] = useState<Place>();
  const [model, setModel] = useState(abilities.default);
  const [draft, setDraft] = useState<Draft>();
  const [denied, setDenied] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!seed) return;
    setMode(seed.mode);
    setDraft(seed.draft);
    if (seed.task !== undefined) setTask(seed.task); // else what they have written stays
    if (abilities.models.some((m) => m.name === seed.model)) setModel(seed.model ?? "");
    field.current?.focus();
    props.taken();
  }, [seed]);
  const chosen = abilities.models.find((m) => m.name === model) ?? abilities.models[0];
  // A question is about the page as it stands; an act stays out of the person's way.
  const place = chosenPlace ?? (mode === "ask" || asksAbout(task) ? "tab" : "behind");
  const reach = useReach(abilities.where);
  const start = () => {
    if (!task.trim() || !open || work.busy) return;
    void work.run(async () => {
      if (chosen?.fixed) await reach(chosen.origin); // the organisation's, which nobody has added
      const where = tab ? (place === "tab" ? { tab: tab.tabId } : { url: tab.url }) : {};
      setDenied(false);
      const run = await panel.ask("start", { task: withQuote(task.trim(), draft), mode, model: chosen?.name ?? "", ...where }).catch((e: unknown) => {
        setDenied(e instanceof PanelError && wantsHost(e.code));
        throw e;
      });
      props.begun(run.id);
    });
  };
  const command = (c: Command, rest: string) => {
    if (c === "clear") setDraft(undefined);
    if (c === "ask" || c === "act") {
      setMode(c);
      setTask(rest);
    }
    if (c !== "model") return;
    const named = rest && abilities.models.find((m) => m.name.includes(rest));
    if (named) setModel(named.name);
    else props.models();
  };
  const written = useField({ text: task, set: setTask, offers, run: command, send: start, label: words.t("panelTask"), placeholder: words.t("panelPlaceholder"), rows: 3, field });
  const choice = <T extends string>(group: string, value: T, now: T, set: (v: T) => void, name: Key, hint: string) => (
    <label class="segment" title={hint}>
      <input type="radio" name={group} value={value} checked={now === value} onChange={() => set(value)} />
      <span>{words.t(name)}</span>
    </label>
  );
  return (
    <>
      <div class="scroll">
        <section class="hello">
          <h2>{words.t("panelHello")}</h2>
          <p class="muted">{tab ? words.t("panelHere", host(tab.url)) : words.t("panelNoPage")}</p>
          <FirstTasks
            tab={tab}
            disabled={!open || work.busy}
            take={(text, as, here) => {
              setTask(text);
              setMode(as);
              setPlace(here ? "tab" : undefined);
              field.current?.focus();
            }}
          />
        </section>
        {work.error ? <Notice tone="bad" title={work.error} alert /> : null}
        {denied && chosen?.origin ? <Allow origin={chosen.origin} disabled={!open || work.busy} then={start} /> : null}
      </div>
      <form
        class="composer"
        onSubmit={(e) => {
          e.preventDefault();
          written.submit();
        }}
      >
        {draft?.refused ? <Notice tone="warn" title={words.t("quoteRefused", host(draft.url))} /> : draft ? <Quote draft={draft} drop={() => setDraft(undefined)} /> : null}
        {written.element}
        <div class="settings">
          <fieldset class="segments">
            <legend class="unseen">{words.t("modeTitle")}</legend>
            {choice("mode", "ask", mode, setMode, "modeAsk", words.t("modeAskHint"))}
            {choice("mode", "act", mode, setMode, "modeAct", words.t("modeActHint"))}
          </fieldset>
          {tab ? (
            <fieldset class="segments">
              <legend class="unseen">{words.t("placeTitle")}</legend>
              {choice("place", "behind", place, setPlace, "placeBehind", words.t("placeBehindHint"))}
              {choice("place", "tab", place, setPlace, "placeTab", words.t("placeTabHint"))}
            </fieldset>
          ) : null}
        </div>
        <p class="hint muted">{words.t(mode === "ask" ? "modeAskHint" : "modeActHint")}</p>
        {tab ? <p class="hint muted">{words.t(place === "tab" ? "placeTabHint" : "placeBehindHint")}</p> : null}
        <div class="settings last">
          <label class="model">
            <span class="unseen">{words.t("panelModel")}</span>
            <select class="input" value={chosen?.name ?? ""} onChange={(e) => setModel(e.currentTarget.value)}>
              {abilities.models.map((m) => (
                <option key={m.name} value={m.name}>
                  {`${m.name}${price(words, m)}`}
                </option>
              ))}
            </select>
          </label>
          <button class="button primary" type="submit" data-start disabled={!open || work.busy || !task.trim()}>
            {words.t("panelStart")}
          </button>
        </div>
        <p class="hint muted" data-where={abilities.where}>
          {words.t(abilities.where === "browser" ? "whereBrowser" : "whereBackend")}
        </p>
      </form>
    </>
  );
}
