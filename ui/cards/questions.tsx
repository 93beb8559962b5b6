/** What waits for the person's answer. Domains come from the agent and from pages: they are text, never markup. */
import type { Question } from "../../contracts/bridge-service";
import { useBridgeService, useWords } from "../context/bridge-context";
import type { Task } from "../hooks/use-task";
import { intent } from "../words/actions";
import { act, isAct, right } from "../words/acts";
import { plain } from "../words/plain";
import { Buttons } from "./buttons";
import { formOf, Leaves } from "./leaves";

export function Questions(props: { asked: Question[]; remembers: boolean; now: number; task: Task }) {
  const words = useWords();
  if (props.asked.length === 0) return null;
  const acts = props.asked.some(isAct);
  return (
    <section class="asks" aria-labelledby="asks" role="alert">
      <h2 id="asks">{words.t(acts ? "askActTitle" : "askTitle")}</h2>
      <ul>
        {props.asked.map((q) => (
          <Ask key={`${q.can} ${q.domain} ${q.what}`} question={q} remembers={props.remembers} now={props.now} task={props.task} />
        ))}
      </ul>
      <p class="muted">{words.t(acts ? "askActHint" : "askHint")}</p>
    </section>
  );
}

function Ask(props: { question: Question; remembers: boolean; now: number; task: Task }) {
  const { question: q, remembers, now, task } = props;
  const service = useBridgeService();
  const words = useWords();
  const does = act(words, q);
  const asks = right(words, q);
  const { to, fields } = formOf(q.form ?? "");
  const answer = (verdict: "once" | "site" | "deny", name: "allowOnce" | "allowSite" | "deny") => (
    <button class={verdict === "once" ? "button primary" : "button"} data-answer={verdict} disabled={task.busy} aria-label={`${words.t(name)}: ${q.domain}${does ? `, ${does}` : ""}`} onClick={() => void task.run(() => service.answer(q, verdict))}>
      {words.t(name)}
    </button>
  );
  return (
    <li class="ask">
      <p>
        <strong>
          <bdi>{q.domain}</bdi>
        </strong>
      </p>
      {does ? (
        <p class="does">
          <bdi>{does}</bdi>
        </p>
      ) : null}
      {to && to !== q.domain ? (
        <p>
          {"→ "}
          <strong>
            <bdi>{plain(to)}</bdi>
          </strong>
        </p>
      ) : null}
      <Leaves id={`${q.can} ${q.domain} ${q.what}`.replace(/\s/g, "-")} text={fields} />
      <p class="muted">
        {q.agent ? (
          <>
            <bdi>{q.agent}</bdi>
            {" · "}
          </>
        ) : null}
        {q.action && !does ? `${words.t("askWants", intent(words, q.action))} · ` : ""}
        {asks ? `${asks} · ` : ""}
        {words.ago(q.at, now)}
      </p>
      <Buttons of={q}>
        {answer("once", "allowOnce")}
        {remembers && !does ? answer("site", "allowSite") : null}
        {answer("deny", "deny")}
      </Buttons>
    </li>
  );
}
