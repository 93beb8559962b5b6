/** What a run asks the person: whether it may, or what it wants to know. It stays until it is answered. */
import { useState } from "preact/hooks";
import { Buttons } from "../ui/cards/buttons";
import { Leaves } from "../ui/cards/leaves";
import { useWords } from "../ui/context/bridge-context";
import type { Task } from "../ui/hooks/use-task";
import type { RunQuestion } from "../contracts/panel-service";
import type { Key } from "../ui/words/words";
import { plain } from "../ui/words/plain";
import { host, sentence } from "./say";

export interface Answers {
  decide: (yes: boolean, once: boolean) => void;
  say: (text: string) => void;
}

/** Give it the question's number as its key: what is written for one question is no answer to another. */
export function AskCard(props: { question: RunQuestion; task: Task; answers: Answers }) {
  return props.question.sink ? <Approval {...props} /> : <Clarify {...props} />;
}

function Approval(props: { question: RunQuestion; task: Task; answers: Answers }) {
  const { question: q, task, answers } = props;
  const words = useWords();
  const does = sentence(words, q);
  const button = (id: string, name: Key, press: () => void, look: string) => (
    <button class={`button ${look}`} data-answer={id} disabled={task.busy} aria-label={`${words.t(name)}: ${does}`} onClick={press}>
      {words.t(name)}
    </button>
  );
  return (
    <section class="asks approval" aria-labelledby={`ask-${q.id}`} role="alert">
      <h2 id={`ask-${q.id}`}>{words.t("askActTitle")}</h2>
      <div class="ask">
        <p class="does">
          <bdi>{does}</bdi>
        </p>
        {q.site ? (
          <p class="muted">
            <bdi>{plain(host(q.site))}</bdi>
            {q.to && q.to !== q.site ? (
              <>
                {" → "}
                <strong>
                  <bdi>{plain(host(q.to))}</bdi>
                </strong>
              </>
            ) : null}
          </p>
        ) : null}
        <Leaves id={String(q.id)} text={q.leaves ?? ""} />
        {q.single ? null : <p class="muted">{words.t("allowTaskCovers", words.t("allowTask"))}</p>}
        <Buttons of={q}>
          {button("once", "allowOnce", () => answers.decide(true, true), "primary")}
          {q.single ? null : button("task", "allowTask", () => answers.decide(true, false), "")}
          {button("no", "deny", () => answers.decide(false, false), "")}
        </Buttons>
      </div>
    </section>
  );
}

function Clarify(props: { question: RunQuestion; task: Task; answers: Answers }) {
  const { question: q, task, answers } = props;
  const words = useWords();
  const [text, setText] = useState("");
  const give = () => text.trim() && answers.say(text.trim());
  const outcome = (id: string, name: "helpDone" | "helpDecline", look: string) => (
    <button class={`button ${look}`} type="button" data-outcome={id} disabled={task.busy} onClick={() => answers.say(words.t(name))}>
      {words.t(name)}
    </button>
  );
  return (
    <section class="asks" aria-labelledby={`ask-${q.id}`} role="alert">
      <h2 id={`ask-${q.id}`}>{words.t(q.help ? "helpTitle" : "questionTitle")}</h2>
      <form
        class="ask"
        onSubmit={(e) => {
          e.preventDefault();
          give();
        }}
      >
        <p class="message">
          <bdi>{plain(q.text)}</bdi>
        </p>
        <textarea
          class="input"
          rows={2}
          maxLength={16_000}
          aria-label={words.t("yourAnswer")}
          placeholder={words.t("yourAnswer")}
          value={text}
          onInput={(e) => setText(e.currentTarget.value)}
          onKeyDown={(e) => {
            if (e.key === "Enter" && !e.shiftKey && !e.isComposing) {
              e.preventDefault();
              e.currentTarget.form?.querySelector<HTMLButtonElement>("[type=submit]")?.click();
            }
          }}
        />
        <Buttons of={q}>
          {q.help ? outcome("done", "helpDone", "primary") : null}
          {q.help ? outcome("declined", "helpDecline", "") : null}
          <button class={q.help ? "button" : "button primary"} type="submit" data-answer="say" disabled={task.busy || !text.trim()}>
            {words.t("panelSend")}
          </button>
        </Buttons>
      </form>
    </section>
  );
}
