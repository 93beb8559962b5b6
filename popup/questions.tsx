/** What waits for the person's answer. Domains come from the agent and from pages: they are text, never markup. */
import type { Question } from "../contracts/bridge-service";
import { useBridgeService, useWords } from "../contracts/context/bridge-context";
import type { Task } from "../contracts/hooks/use-task";
import { intent } from "../contracts/words/actions";

export function Questions(props: { asked: Question[]; remembers: boolean; now: number; task: Task }) {
  const words = useWords();
  if (props.asked.length === 0) return null;
  return (
    <section class="asks" aria-labelledby="asks" role="alert">
      <h2 id="asks">{words.t("askTitle")}</h2>
      <ul>
        {props.asked.map((q) => (
          <Ask key={q.domain} question={q} remembers={props.remembers} now={props.now} task={props.task} />
        ))}
      </ul>
      <p class="muted">{words.t("askHint")}</p>
    </section>
  );
}

function Ask(props: { question: Question; remembers: boolean; now: number; task: Task }) {
  const { question: q, remembers, now, task } = props;
  const service = useBridgeService();
  const words = useWords();
  const answer = (verdict: "once" | "site" | "deny", name: "allowOnce" | "allowSite" | "deny") => (
    <button class={verdict === "once" ? "button primary" : "button"} data-answer={verdict} disabled={task.busy} aria-label={`${words.t(name)}: ${q.domain}`} onClick={() => void task.run(() => service.answer(q.domain, verdict))}>
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
      <p class="muted">
        {q.agent ? (
          <>
            <bdi>{q.agent}</bdi>
            {" · "}
          </>
        ) : null}
        {q.action ? `${words.t("askWants", intent(words, q.action))} · ` : ""}
        {words.ago(q.at, now)}
      </p>
      <div class="actions">
        {answer("once", "allowOnce")}
        {remembers ? answer("site", "allowSite") : null}
        {answer("deny", "deny")}
      </div>
    </li>
  );
}
