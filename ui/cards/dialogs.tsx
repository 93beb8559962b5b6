/** What a page says or asks in a dialog, while nobody has answered it. Its words are text, never markup. */
import { useState } from "preact/hooks";
import type { Dialog } from "../../contracts/bridge-service";
import { useBridgeService, useWords } from "../context/bridge-context";
import type { Task } from "../hooks/use-task";
import { Show } from "../look/glyphs";
import { Buttons } from "./buttons";

export function Dialogs(props: { dialogs: Dialog[]; now: number; task: Task }) {
  const words = useWords();
  if (props.dialogs.length === 0) return null;
  return (
    <section class="asks" aria-labelledby="dialogs" role="alert">
      <h2 id="dialogs">{words.t("dialogTitle")}</h2>
      <ul>
        {props.dialogs.map((d) => (
          <Card key={`${d.tabId} ${d.id}`} dialog={d} now={props.now} task={props.task} />
        ))}
      </ul>
      <p class="muted">{words.t("dialogHint")}</p>
    </section>
  );
}

function Card(props: { dialog: Dialog; now: number; task: Task }) {
  const { dialog: d, now, task } = props;
  const service = useBridgeService();
  const words = useWords();
  const [text, setText] = useState(d.value);
  const leaves = d.kind === "beforeunload"; // the browser shows no words of the page's either
  const message = leaves ? words.t("dialogLeaves") : d.message;
  const answer = (accept: boolean, name: "ok" | "cancel" | "leave" | "stay") => (
    <button class={accept ? "button primary" : "button"} data-accept={accept} disabled={task.busy} aria-label={`${words.t(name)}: ${d.domain}`} type={accept ? "submit" : "button"} onClick={accept ? undefined : () => give(false)}>
      {words.t(name)}
    </button>
  );
  const give = (accept: boolean) => void task.run(() => service.answerDialog(d, accept, accept && d.kind === "prompt" ? text : ""));
  return (
    <li>
      <form
        class="ask"
        onSubmit={(e) => {
          e.preventDefault();
          give(true);
        }}
      >
        <p class="muted">
          <strong>
            <bdi>{d.domain}</bdi>
          </strong>
          {` · ${words.ago(d.at, now)}`}
        </p>
        {message ? (
          <p class="message">
            <bdi>{message}</bdi>
          </p>
        ) : null}
        {d.kind === "prompt" ? <input class="input" value={text} maxLength={1000} autocomplete="off" aria-label={words.t("dialogText", d.domain)} onInput={(e) => setText(e.currentTarget.value)} /> : null}
        <Buttons of={d}>
          {answer(true, leaves ? "leave" : "ok")}
          {d.kind === "alert" ? null : answer(false, leaves ? "stay" : "cancel")}
          <button class="button quiet" type="button" aria-label={words.t("showTab", d.domain)} onClick={() => void task.run(() => service.showTab(d.tabId))}>
            <Show />
            {words.t("show")}
          </button>
        </Buttons>
      </form>
    </li>
  );
}
