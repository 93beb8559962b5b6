/** All tasks: those that wait for the person first. One that has ended is shown again step by step, taken along, or deleted for good. */
import { useState } from "preact/hooks";
import { useWords } from "../ui/context/bridge-context";
import { usePanelService } from "./panel-context";
import { useSpending } from "./use-panel";
import { useTask } from "../ui/hooks/use-task";
import { Bin, Journal, Stop, Text } from "../ui/look/glyphs";
import { Notice } from "../ui/look/parts";
import type { Run } from "../contracts/panel-service";
import { ended, fold, type Thread } from "./thread";
import type { Key } from "../ui/words/words";
import { plain } from "../ui/words/plain";
import { markdownOf } from "./export";
import { has } from "./search";
import { Sure } from "./sure";
import { money, spent, status } from "./say";

/** So many tasks need no search. */
const few = 5;

interface Shown {
  now: number;
  open: boolean;
  /** Those that live in this browser can be asked about. */
  beside: boolean;
  show: (id: string) => void;
  changed: () => void;
}

export function Runs(props: { runs: Run[] | undefined; jobs: () => void } & Shown) {
  const { runs } = props;
  const words = useWords();
  const [query, setQuery] = useState("");
  if (!runs) return <div class="scroll middle" aria-busy="true" />;
  const planned = (
    <div class="actions">
      {runs.length > few ? (
        <input class="input" type="search" value={query} placeholder={words.t("runsSearch")} aria-label={words.t("runsSearch")} onInput={(e) => setQuery(e.currentTarget.value)} />
      ) : null}
      <button class="button" data-jobs onClick={props.jobs}>
        {words.t("jobsTitle")}
      </button>
    </div>
  );
  if (runs.length === 0) {
    return (
      <div class="scroll">
        {planned}
        <p class="muted">{words.t("runsEmpty")}</p>
      </div>
    );
  }
  const found = runs.length > few ? runs.filter((r) => has(r.task, query)) : runs;
  const live = found.filter((r) => !ended(r));
  const parts: [Key, Run[]][] = [
    ["runsWaiting", live.filter((r) => r.status === "waiting_person")],
    ["runsGoing", live.filter((r) => r.status !== "waiting_person")],
    ["runsEnded", found.filter(ended)],
  ];
  return (
    <div class="scroll">
      {planned}
      {parts.map(([name, list]) =>
        list.length > 0 ? (
          <section class="runs" key={name} aria-labelledby={name}>
            <h2 id={name}>{words.t(name)}</h2>
            <ul>
              {list.map((r) => (
                <Row key={r.id} run={r} {...props} />
              ))}
            </ul>
          </section>
        ) : null,
      )}
      {found.length === 0 ? (
        <p class="muted" role="status">
          {words.t("runsNone")}
        </p>
      ) : null}
      <Costs open={props.open} />
    </div>
  );
}

function Row(props: { run: Run } & Shown) {
  const { run, now, show, changed } = props;
  const open = props.open || (props.beside && run.beside === true);
  const words = useWords();
  const panel = usePanelService();
  const task = useTask();
  const [sure, setSure] = useState(false);
  const told = status(words, run);
  const name = plain(run.task);
  const over = ended(run);
  const then = (work: () => Promise<unknown>) => void task.run(async () => (await work(), changed()));
  return (
    <li class="run">
      <button class="open" data-run={run.id} onClick={() => show(run.id)}>
        <span class="task" dir="auto">
          {name}
        </span>
        <span class="muted numbers">
          <span class={`tag ${told.tone}`}>{told.label}</span> {[words.ago(run.updated, now), spent(words, run), ...(run.beside ? [words.t("runBeside")] : [])].join(" · ")}
        </span>
      </button>
      {over ? (
        <span class="tools">
          <button class="button quiet icon" data-text disabled={!open || task.busy} aria-label={`${words.t("saveText")}: ${name}`} title={words.t("saveText")} onClick={() => void task.run(() => exportMarkdown(panel, run))}>
            <Text />
          </button>
          <button class="button quiet icon" data-journal disabled={!open || task.busy} aria-label={`${words.t("saveJournal")}: ${name}`} title={words.t("saveJournal")} onClick={() => void task.run(() => exportJournal(panel, run))}>
            <Journal />
          </button>
          <button class="button quiet icon danger" data-delete disabled={!open || task.busy} aria-label={`${words.t("runDelete")}: ${name}`} title={words.t("runDelete")} onClick={() => setSure(true)}>
            <Bin />
          </button>
        </span>
      ) : (
        <span class="tools">
          <button class="button quiet icon danger" disabled={!open || task.busy} aria-label={`${words.t("runStop")}: ${name}`} title={words.t("runStop")} onClick={() => then(() => panel.ask("stop", { run: run.id }))}>
            <Stop />
          </button>
        </span>
      )}
      {sure ? (
        <Sure title={words.t("runDeleteTitle")} yes={words.t("runDelete")} disabled={!open || task.busy} then={() => then(() => panel.ask("remove", { run: run.id }))} cancel={() => setSure(false)} />
      ) : null}
      {task.error ? <Notice tone="bad" title={task.error} alert /> : null}
    </li>
  );
}

/** What was paid; nothing where nothing was. */
function Costs(props: { open: boolean }) {
  const words = useWords();
  const [paid] = useSpending(props.open);
  if (!paid?.month) return null;
  return <p class="spent muted numbers">{words.t("runsCost", money(words, paid.today), money(words, paid.month))}</p>;
}

type Service = ReturnType<typeof usePanelService>;

/** Reads a run from its beginning to its end. */
function whole(panel: Service, run: Run): Promise<Thread | undefined> {
  return new Promise((resolve, reject) => {
    let thread: Thread | undefined;
    panel.listen(
      "watch",
      { run: run.id, behind: 0 },
      (list) => (thread = fold(thread, list)),
      (error) => (error ? reject(error) : resolve(thread)),
    );
  });
}

async function exportMarkdown(panel: Service, run: Run): Promise<void> {
  const thread = await whole(panel, run);
  if (thread) panel.save(`bua-${run.id}.md`, "text/markdown", markdownOf(thread));
}

/** The journal as it is: bua runs replay plays it. */
function exportJournal(panel: Service, run: Run): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = "";
    panel.listen(
      "export",
      { run: run.id },
      (list) => (text += list.join("")),
      (error) => {
        if (error) return reject(error);
        panel.save(`bua-${run.id}.jsonl`, "application/x-ndjson", text);
        resolve();
      },
    );
  });
}
