/** One run: what was said, what it does, what it asks, and every way to stop it. */
import { memo } from "preact/compat";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { BridgeState } from "../contracts/bridge-service";
import { Dialogs } from "../ui/cards/dialogs";
import { Helps } from "../ui/cards/helps";
import { Obstacles } from "../ui/cards/obstacles";
import { Questions } from "../ui/cards/questions";
import { useBridgeService, useWords } from "../ui/context/bridge-context";
import { usePanelService } from "./panel-context";
import { useThread } from "./use-panel";
import { useTask } from "../ui/hooks/use-task";
import { Pause, Play, Send, Show, Stop } from "../ui/look/glyphs";
import { Notice } from "../ui/look/parts";
import type { Abilities, Run } from "../contracts/panel-service";
import { asks, ended, type Item, type Thread } from "./thread";
import { endText, wantsHost } from "../ui/words/ends";
import { plain } from "../ui/words/plain";
import { Allow } from "./allow";
import { AskCard } from "./ask-card";
import { Markdown } from "./markdown";
import type { Command } from "./commands";
import { markdownOf } from "./export";
import { useField } from "./field";
import type { Seed } from "./new-task";
import { Notes } from "./notes";
import { Offer } from "./offer";
import { sentence, spent, status, takenOver } from "./say";
import { StepLine } from "./step";

/** How many more steps a run gets that is gone on with after its end. */
const further = 20;

/** The ends that can be gone on from. */
const over = new Set<string>(["failed", "not_verified", "stopped"]);

export function Chat(props: { id: string; abilities: Abilities | undefined; open: boolean; beside: boolean; tab: number | undefined; opened: readonly number[]; state: BridgeState; now: number; gone: () => void; begin: (seed: Seed) => void; models: () => void; repeat: (run: Run) => void }) {
  const { id, open, state, now } = props;
  const words = useWords();
  const panel = usePanelService();
  const service = useBridgeService();
  const task = useTask();
  const [round, setRound] = useState(0);
  const [notes, setNotes] = useState(false);
  const thread = useThread(open, id, round);
  const live = thread !== undefined && !ended(thread.run);
  const stop = () => void task.run(() => panel.ask("stop", { run: id }));

  // Not after the next frame: the key counts as soon as its button is there.
  useLayoutEffect(() => {
    if (!live) return;
    const key = (e: KeyboardEvent) => {
      if (e.key === "Escape" && !e.isComposing && !e.defaultPrevented) stop();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, [live, id]);

  if (!thread) return <div class="scroll middle" aria-busy="true" />;
  const { run } = thread;
  const q = asks(thread);
  const told = status(words, run);
  const origin = props.abilities?.models.find((m) => m.name === run.model)?.origin;
  const tab = props.tab ?? run.tab; // the thread does not tell of another one
  const waitsIn = <T extends { tabId: number }>(list: T[]) => list.filter((x) => x.tabId === tab);
  const left = state.sessions.filter((s) => s.own && props.opened.includes(s.tabId)).length;
  const again = () => setRound((n) => n + 1);
  const goOn = (steps: number) =>
    void task.run(async () => {
      await panel.ask("resume", { run: id, steps });
      if (steps) again();
    });
  const canContinue = over.has(run.status) || (live && run.status !== "running" && !q);
  const offers: Command[] = ["ask", "act", "model", "notes", "export", "schedule", "clear", ...(canContinue ? (["continue"] as const) : []), ...(live ? (["stop"] as const) : [])];
  const command = (c: Command, rest: string) => {
    if (c === "ask" || c === "act") props.begin({ mode: c, task: rest });
    else if (c === "model") props.models();
    else if (c === "stop") stop();
    else if (c === "continue") goOn(live ? 0 : further);
    else if (c === "notes") setNotes(true);
    else if (c === "schedule") props.repeat(run);
    else if (c === "clear") props.gone();
    else if (c === "export") panel.save(`bua-${id}.md`, "text/markdown", markdownOf(thread));
  };
  const say = (text: string, question: number) =>
    task.run(async () => {
      await panel.ask("say", { run: id, question, text });
      if (!live) again(); // it goes on
    });
  return (
    <>
      <div class="runbar">
        <span class={`status ${told.tone}`} role="status">
          {told.label}
        </span>
        <span class="muted numbers ellipsis" title={run.model}>
          {[spent(words, run), ...(props.beside ? [words.t("runBeside")] : []), run.model.split("/").at(-1)].join(" · ")}
        </span>
        {tab ? (
          <button class="button quiet icon" aria-label={words.t("obstacleShow")} title={words.t("obstacleShow")} onClick={() => void task.run(() => service.showTab(tab))}>
            <Show />
          </button>
        ) : null}
        {live && run.status === "running" ? (
          <button class="button quiet icon" data-pause aria-label={words.t("runPause")} title={words.t("runPause")} disabled={!open} onClick={() => void task.run(() => panel.ask("pause", { run: id }))}>
            <Pause />
          </button>
        ) : null}
        {live && run.status !== "running" && !q ? (
          <button class="button quiet icon" data-continue aria-label={words.t("runContinue")} title={words.t("runContinue")} disabled={!open} onClick={() => goOn(0)}>
            <Play />
          </button>
        ) : null}
        {live ? (
          <button class="button stop small" data-stop title={words.t("runStopKey")} disabled={!open} onClick={stop}>
            <Stop />
            {words.t("runStop")}
          </button>
        ) : null}
      </div>
      <Scroll thread={thread}>
        <Items thread={thread} live={live} />
        {takenOver(run) ? <Notice tone="warn" title={words.t("runTakenOver")} /> : null}
        {live && run.summary && !takenOver(run) ? <Notice tone="warn" text={plain(run.summary)} /> : null}
        {run.trouble ? <Notice tone="warn" text={plain(run.trouble)} /> : null}
        <Helps helps={waitsIn(state.helps)} now={now} task={task} />
        <Dialogs dialogs={waitsIn(state.dialogs)} now={now} task={task} />
        <Obstacles obstacles={waitsIn(state.obstacles)} task={task} />
        <Questions asked={live ? state.asked : []} remembers={state.remembers} now={now} task={task} />
        {q && !(q.help && waitsIn(state.helps).length) ? <AskCard key={q.id} question={q} task={task} answers={{ decide: (yes, once) => void task.run(() => panel.ask("decide", { run: id, question: q.id, yes, once })), say: (text) => void say(text, q.id) }} /> : null}
        {notes ? <Notes thread={thread} close={() => setNotes(false)} /> : null}
        {live ? null : (
          <div class="actions after">
            {wantsHost(run.code) && origin ? <Allow origin={origin} disabled={!open || task.busy} then={() => goOn(further)} /> : null}
            {over.has(run.status) ? (
              <button class="button" data-continue disabled={!open || task.busy} onClick={() => goOn(further)}>
                <Play />
                {words.t("runContinue")}
              </button>
            ) : null}
            <button class="button quiet" data-edit disabled={!props.abilities?.runs} onClick={() => props.begin({ mode: run.mode, task: run.task, model: run.model })}>
              {words.t("runEdit")}
            </button>
            <button class="button quiet" data-repeat disabled={!open} onClick={() => props.repeat(run)}>
              {words.t("jobAdd")}
            </button>
            {left ? (
              <button class="button quiet" data-close-tabs disabled={!open || task.busy} onClick={() => void task.run(() => panel.ask("closeTabs", { run: id }))}>
                {words.n("runCloseTabs", left)}
              </button>
            ) : null}
          </div>
        )}
        {task.error ? <Notice tone="bad" title={task.error} alert /> : null}
      </Scroll>
      {live ? <Offer /> : null}
      {q && !q.sink ? null : <Composer live={live} busy={!open || task.busy} offers={offers} run={command} say={(text) => say(text, 0)} />}
    </>
  );
}

/** Keeps the end in sight while the person has not scrolled away from it. */
function Scroll(props: { thread: Thread; children: preact.ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  useLayoutEffect(() => {
    const b = box.current;
    if (b && follows.current) b.scrollTop = b.scrollHeight;
  });
  return (
    <div
      class="scroll thread"
      ref={box}
      tabIndex={0}
      role="log"
      aria-live="off"
      aria-label={props.thread.run.task.slice(0, 100)}
      onScroll={(e) => {
        const b = e.currentTarget;
        follows.current = b.scrollHeight - b.scrollTop - b.clientHeight < 40;
      }}
    >
      {props.children}
    </div>
  );
}

function Items(props: { thread: Thread; live: boolean }) {
  const { thread, live } = props;
  const words = useWords();
  const { items } = thread;
  const last = items.at(-1);
  const working = live && thread.run.status === "running" && !thread.run.trouble && !(last?.kind === "step" && last.result === undefined);
  return (
    <ol class={items.length > 60 ? "items many" : "items"}>
      <Rows items={items} live={live} />
      {thread.live ? (
        <li class="is-says live">
          <Markdown text={thread.live} />
        </li>
      ) : working ? (
        <li class="is-working muted">
          <span class="pulse" aria-hidden="true" />
          {words.t(thread.reasoning ? "panelThinking" : "panelWorking")}
        </li>
      ) : null}
    </ol>
  );
}

/** All that has been told, drawn again when some of it is new: a word that the model writes is not. */
const Rows = memo((props: { items: readonly Item[]; live: boolean }) => (
  <>
    {props.items.map((item, i) => (
      <li key={i} class={`is-${item.kind}`}>
        <One item={item} before={props.items[i - 1]} live={props.live} />
      </li>
    ))}
  </>
));

const One = memo((props: { item: Item; before: Item | undefined; live: boolean }) => {
  const { item, live } = props;
  const words = useWords();
  switch (item.kind) {
    case "person":
      return (
        <p dir="auto">
          <span class="unseen">{words.t("panelYou")}: </span>
          {plain(item.text)}
        </p>
      );
    case "says":
      return <Markdown text={item.text} />;
    case "step":
      return <StepLine step={item} live={live} />;
    case "allowed":
      return (
        <p class="muted">
          {words.t("askedUnder")}: <bdi>{sentence(words, item.question)}</bdi>
        </p>
      );
    case "asked":
      return item.question.sink ? (
        <p class="muted">
          {words.t(item.answer === "no" ? "logDenied" : item.answer === "once" ? "askedAllowedOnce" : "askedAllowed")}: <bdi>{sentence(words, item.question)}</bdi>
        </p>
      ) : (
        <>
          <p class="question" dir="auto">
            {plain(item.question.text)}
          </p>
          <p class="answer" dir="auto">
            {plain(item.answer ?? "")}
          </p>
        </>
      );
    case "retry":
      return <p class="muted">{words.t("panelRetry", plain(item.text))}</p>;
    case "shortened":
      return <p class="muted">{words.t("panelShortened")}</p>;
    case "end":
      return <End item={item} said={props.before?.kind === "says" && props.before.text.trim() === item.run.summary?.trim()} />;
  }
});

function End(props: { item: Extract<Item, { kind: "end" }>; said: boolean }) {
  const { run } = props.item;
  const words = useWords();
  const told = status(words, run);
  const more = run.status === "not_verified" ? words.t("runNotVerifiedText") : run.status === "unknown" ? words.t("runUnknownText") : endText(words, run.code ?? "");
  return (
    <div class={`end ${told.tone}`}>
      <p class="label">{told.label}</p>
      {more ? <p>{more}</p> : null}
      {run.summary && !props.said ? <Markdown text={run.summary} /> : null}
    </div>
  );
}

function Composer(props: { live: boolean; busy: boolean; offers: readonly Command[]; run: (command: Command, rest: string) => void; say: (text: string) => Promise<void> }) {
  const { offers, run } = props;
  const words = useWords();
  const [text, setText] = useState("");
  const send = () => {
    if (!text.trim() || props.busy) return;
    setText("");
    void props.say(text.trim());
  };
  const written = useField({ text, set: setText, offers, run, send, label: words.t(props.live ? "panelTellIt" : "panelNext"), rows: 1 });
  return (
    <form
      class="composer row"
      onSubmit={(e) => {
        e.preventDefault();
        written.submit();
      }}
    >
      {written.element}
      <button class="button primary icon" type="submit" aria-label={words.t("panelSend")} title={words.t("panelSend")} disabled={props.busy || !text.trim()}>
        <Send />
      </button>
    </form>
  );
}
