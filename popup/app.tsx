/** The activity monitor: what the agent does now, and every way to stop it. */
import "../ui/look/base.css";
import "../ui/look/cards.css";
import "./popup.css";
import { useBridgeService, useWords } from "../ui/context/bridge-context";
import { useBridgeState } from "../ui/hooks/use-bridge-state";
import { useNow } from "../ui/hooks/use-now";
import { useTask } from "../ui/hooks/use-task";
import { Gear, Mark } from "../ui/look/glyphs";
import { Notice, Status } from "../ui/look/parts";
import { tell } from "../ui/words/link";
import { Connection } from "../ui/cards/connection";
import { Dialogs } from "../ui/cards/dialogs";
import { Blocked, Window } from "./footnotes";
import { Helps } from "../ui/cards/helps";
import { Needs } from "../ui/cards/needs";
import { Obstacles } from "../ui/cards/obstacles";
import { Questions } from "../ui/cards/questions";
import { GiveTask } from "./give-task";
import { Idle, Sessions } from "./sessions";
import { StopAll } from "./stop-all";
import { Stopped } from "./stopped";

export function App() {
  const state = useBridgeState();
  const service = useBridgeService();
  const words = useWords();
  const now = useNow();
  const task = useTask();
  if (!state) return <main class="popup" aria-busy="true" />;
  const told = tell(words, state, now);
  const working = state.sessions.length > 0;
  const waits = state.helps.length + state.dialogs.length + state.obstacles.length + state.asked.length + state.needs.length + state.stopped.length > 0;
  return (
    <main class="popup">
      <header>
        <Mark />
        <h1>bua</h1>
        <Status told={told} />
        <button class="button quiet icon" aria-label={words.t("openOptions")} title={words.t("openOptions")} onClick={() => void task.run(() => service.openOptions())}>
          <Gear />
        </button>
      </header>
      <div class="scroll">
        <Connection told={told} task={task} />
        {task.error ? <Notice tone="bad" title={task.error} alert /> : null}
        <Needs needs={state.needs} task={task} opened={() => close()} />
        <Helps helps={state.helps} now={now} task={task} />
        <Dialogs dialogs={state.dialogs} now={now} task={task} />
        <Obstacles obstacles={state.obstacles} task={task} />
        <Questions asked={state.asked} remembers={state.remembers} now={now} task={task} />
        {working ? <Sessions sessions={state.sessions} now={now} task={task} /> : told.tone === "good" && !waits ? <Idle /> : null}
        <Stopped stopped={state.stopped} now={now} task={task} />
        <Blocked rows={state.blocked} now={now} task={task} />
        <Window window={state.window} task={task} />
      </div>
      <GiveTask task={task} />
      <StopAll count={state.sessions.length} />
    </main>
  );
}
