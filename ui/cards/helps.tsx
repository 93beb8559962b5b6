/** What the agent asks the person to do, in a tab that it has handed to them. Its words are text, never markup. */
import type { Help, HelpOutcome } from "../../contracts/bridge-service";
import { useBridgeService, useWords } from "../context/bridge-context";
import type { Task } from "../hooks/use-task";
import { Show } from "../look/glyphs";
import { Buttons } from "./buttons";

export function Helps(props: { helps: Help[]; now: number; task: Task }) {
  const { helps, now } = props;
  const words = useWords();
  if (helps.length === 0) return null;
  return (
    <section class="asks" aria-labelledby="helps" role="alert">
      <h2 id="helps">{words.t("helpTitle")}</h2>
      <ul>
        {helps.map((h) => (
          <Card key={`${h.tabId} ${h.at}`} help={h} now={now} task={props.task} />
        ))}
      </ul>
    </section>
  );
}

function Card(props: { help: Help; now: number; task: Task }) {
  const { help: h, now, task } = props;
  const service = useBridgeService();
  const words = useWords();
  const answer = (outcome: HelpOutcome, name: "helpDone" | "helpDecline") => (
    <button class={outcome === "done" ? "button primary" : "button"} data-outcome={outcome} disabled={task.busy} aria-label={`${words.t(name)}: ${h.domain}`} onClick={() => void task.run(() => service.help(h, outcome))}>
      {words.t(name)}
    </button>
  );
  return (
    <li class="ask">
      <p class="message">
        <bdi>{h.message}</bdi>
      </p>
      <p class="muted">
        <bdi>{h.domain}</bdi>
        {h.agent ? (
          <>
            {" · "}
            <bdi>{h.agent}</bdi>
          </>
        ) : null}
        {` · ${words.ago(h.at, now)}`}
      </p>
      <p class="muted">{words.t(h.until > now ? "helpHint" : "helpOver")}</p>
      <Buttons of={h}>
        {answer("done", "helpDone")}
        {answer("declined", "helpDecline")}
        <button class="button quiet" aria-label={words.t("showTab", h.domain)} onClick={() => void task.run(() => service.showTab(h.tabId))}>
          <Show />
          {words.t("show")}
        </button>
      </Buttons>
    </li>
  );
}
