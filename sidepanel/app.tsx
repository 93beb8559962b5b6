/** The side panel: a window onto the runs of bua's own agent. It is never their home: closing it changes nothing. */
import "../ui/look/base.css";
import "../ui/look/cards.css";
import "../ui/look/switch.css";
import "./sidepanel.css";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Connection } from "../ui/cards/connection";
import { useBridgeService, useWords } from "../ui/context/bridge-context";
import { useBridgeState } from "../ui/hooks/use-bridge-state";
import { useNow } from "../ui/hooks/use-now";
import { useAbilities, useBeside, useDraft, useFrontTab, useOpen, useRuns, useShown } from "./use-panel";
import { useTask } from "../ui/hooks/use-task";
import { Back, Gear, List, Mark, Model, Plus } from "../ui/look/glyphs";
import { Notice } from "../ui/look/parts";
import type { Run } from "../contracts/panel-service";
import { ended } from "./thread";
import { tell } from "../ui/words/link";
import { plain } from "../ui/words/plain";
import { Chat } from "./chat";
import { Models } from "./models";
import { NewTask, type Seed } from "./new-task";
import { Runs } from "./runs";
import { Schedules } from "./schedules";
import { NoBackend } from "./setup";
import { Switcher } from "./switcher";

type View = { at: "new" | "runs" | "models" | "first" } | { at: "run"; id: string } | { at: "jobs"; from?: Run };

/** How long a run that has ended is what a person comes back for. */
const lately = 10 * 60_000;

export function App() {
  const words = useWords();
  const service = useBridgeService();
  const state = useBridgeState();
  const now = useNow();
  const open = useOpen();
  const beside = useBeside();
  const task = useTask();
  const tab = useFrontTab();
  const [abilities, lookAgain] = useAbilities(open);
  const [runs, listAgain] = useRuns(open || beside);
  const [view, setView] = useState<View>({ at: "first" });
  const [left, setLeft] = useState<View>({ at: "new" }); // where Back goes

  const [seed, setSeed] = useState<Seed>();
  const front = useRef<number | undefined>(undefined); // the latest tab that is known
  const chosen = useRef(new Map<number, string>()); // the run that was gone to, by the tab that was in front

  const go = (to: View) => {
    if (to.at === "run" && tab) chosen.current.set(tab.tabId, to.id);
    if (to.at === "run" || to.at === "new") setLeft(to);
    setView(to);
    listAgain();
  };

  const begin = (s: Seed) => {
    setSeed(s);
    setLeft({ at: "new" });
    setView({ at: "new" });
  };
  useShown((run) => go({ at: "run", id: run }));
  useDraft((draft) => begin({ mode: draft.mode, draft }));

  useEffect(() => {
    if (view.at !== "first" || !runs) return;
    const run = pick(runs, tab?.tabId, Date.now());
    const first: View = run ? { at: "run", id: run.id } : { at: "new" };
    setLeft(first);
    setView((now) => (now.at === "first" ? first : now)); // the person may have gone elsewhere meanwhile
  }, [runs]);

  // Another tab in front shows its run: the one that the person chose while that tab was in front, unless it has ended
  // and another works there; else the one that works there. What is shown stays where a tab has no run, where the person
  // has written something, and where a list or a form is open.
  useLayoutEffect(() => {
    const before = front.current;
    front.current = tab?.tabId ?? before;
    if (!tab || before === undefined || before === tab.tabId || (view.at !== "run" && view.at !== "new") || writing()) return;
    const theirs = runs?.find((r) => r.id === chosen.current.get(tab.tabId));
    const works = runs?.find((r) => r.tab === tab.tabId && !ended(r));
    const to = theirs && !(works && ended(theirs)) ? theirs : works;
    if (to) go({ at: "run", id: to.id });
  }, [tab?.tabId]);

  if (!state) return <main class="panel" aria-busy="true" />;
  const told = tell(words, state, now);
  const alone = abilities?.where === "browser" && state.link?.state === "unpaired";
  const away = !open && abilities !== undefined;
  const home = view.at === "new" || view.at === "first" || view.at === "run";
  // What is begun needs a model; what was begun before is read without one, and in this browser without a backend.
  const listed = abilities?.runs === true || (runs?.length ?? 0) > 0;
  const of = view.at === "run" ? runs?.find((r) => r.id === view.id) : undefined;
  const choice = of ? (runs ?? []).filter((r) => r === of || !ended(r)) : [];
  const waiting = runs?.filter((r) => r.status === "waiting_person" && !(view.at === "run" && view.id === r.id)).length ?? 0;

  return (
    <main class="panel">
      <header>
        {home ? (
          <Mark />
        ) : (
          <button class="button quiet icon" aria-label={words.t("panelBack")} title={words.t("panelBack")} onClick={() => go(left)}>
            <Back />
          </button>
        )}
        <h1 class="ellipsis" title={of?.task}>{of && choice.length > 1 ? <Switcher run={of} runs={choice} show={(id) => go({ at: "run", id })} /> : of ? plain(of.task) : words.t(view.at === "runs" ? "panelRuns" : view.at === "jobs" ? "jobsTitle" : view.at === "models" ? "panelModels" : "panelTitle")}</h1>
        {listed ? (
          <>
            {view.at === "run" ? (
              <button class="button quiet icon" data-new aria-label={words.t("panelNew")} title={words.t("panelNew")} onClick={() => go({ at: "new" })}>
                <Plus />
              </button>
            ) : null}
            <button class="button quiet icon" data-runs aria-label={waiting ? `${words.t("panelRuns")}, ${words.n("runsWait", waiting)}` : words.t("panelRuns")} title={words.t("panelRuns")} onClick={() => go({ at: "runs" })}>
              <List />
              {waiting ? <span class="dot" aria-hidden="true" /> : null}
            </button>
            {abilities ? (
              <button class="button quiet icon" data-models aria-label={words.t("panelModels")} title={words.t("panelModels")} onClick={() => go({ at: "models" })}>
                <Model />
              </button>
            ) : null}
          </>
        ) : null}
        <button class="button quiet icon" data-settings aria-label={words.t("openOptions")} title={words.t("openOptions")} onClick={() => void task.run(() => service.openOptions("blocklist"))}>
          <Gear />
        </button>
      </header>
      {(told.tone === "good" && !away) || alone ? null : (
        <div class="strip">
          <Connection told={told} task={task} />
          {away ? <p class="muted away">{words.t("panelAway")}</p> : null}
        </div>
      )}
      {view.at === "runs" && listed ? (
        <Runs runs={runs} now={now} open={open} beside={beside} show={(id) => go({ at: "run", id })} changed={listAgain} jobs={() => go({ at: "jobs" })} />
      ) : view.at === "run" && listed ? (
        <Chat key={view.id} id={view.id} abilities={abilities} open={open || (beside && of?.beside === true)} beside={of?.beside === true} tab={of?.tab} opened={of?.opened ?? []} state={state} now={now} gone={() => go({ at: "new" })} begin={begin} repeat={(from) => go({ at: "jobs", from })} models={() => go({ at: "models" })} />
      ) : !abilities ? (
        <NoBackend told={told} />
      ) : !abilities.runs ? (
        <div class="scroll">
          <Notice tone="warn" title={words.t("serverTitle")} text={words.t("serverText")} />
        </div>
      ) : view.at === "models" || abilities.models.length === 0 ? (
        <Models abilities={abilities} open={open} changed={lookAgain} />
      ) : view.at === "jobs" ? (
        <Schedules from={view.from} done={() => setView({ at: "jobs" })} now={now} open={open} show={(id) => go({ at: "run", id })} />
      ) : (
        <NewTask abilities={abilities} tab={tab} open={open} seed={seed} taken={() => setSeed(undefined)} begun={(id) => go({ at: "run", id })} models={() => go({ at: "models" })} />
      )}
    </main>
  );
}

/** Whether the person has begun to write something, or to quote it. */
const writing = (): boolean => document.querySelector(".quote") !== null || [...document.querySelectorAll("textarea")].some((t) => t.value !== "");

/** The run that a panel shows when it is opened: one in the tab in front, one that waits, one that goes on, the latest. */
export function pick(runs: Run[], tab: number | undefined, now: number): Run | undefined {
  const live = runs.filter((r) => !ended(r));
  return live.find((r) => tab !== undefined && r.tab === tab) ?? live.find((r) => r.status === "waiting_person") ?? live[0] ?? runs.find((r) => now - r.updated < lately);
}
