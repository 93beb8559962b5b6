/** The planned tasks: when each is due, how the latest run of it ended, and one more that repeats what a run has done. */
import { useEffect, useState } from "preact/hooks";
import { useWords } from "../ui/context/bridge-context";
import { usePanelService } from "./panel-context";
import { useJobs, usePlanned } from "./use-panel";
import { useTask } from "../ui/hooks/use-task";
import { Bin, Pause, Play } from "../ui/look/glyphs";
import { Notice } from "../ui/look/parts";
import type { Job, JobState, Run } from "../contracts/panel-service";
import type { Tone } from "../ui/words/link";
import type { Key } from "../ui/words/words";
import { plain } from "../ui/words/plain";
import { Sure } from "./sure";
import { due, weekday, workdays } from "./when";
import { status } from "./say";

const states: Readonly<Record<JobState, [Key, Tone]>> = {
  pending: ["runScheduled", "quiet"],
  queued: ["jobQueued", "warn"],
  running: ["runRunning", "busy"],
  needs_user_input: ["runWaitingPerson", "warn"],
  paused: ["jobPaused", "warn"],
  completed: ["jobOver", "quiet"],
  failed: ["runFailed", "bad"],
  cancelled: ["runStopped", "quiet"],
};

/** Why a task waits or is paused, where that is not the person's own word. */
const whys: Readonly<Record<string, Key>> = {
  schedule_screen_locked: "jobLocked",
  schedule_browser_away: "jobAway",
  schedule_tab_busy: "jobBusy",
  schedule_target_gone: "jobGone",
  schedule_failed_often: "jobFailedOften",
  schedule_off: "jobOff",
};

interface Shown {
  now: number;
  open: boolean;
  show: (run: string) => void;
}

export function Schedules(props: { from: Run | undefined; done: () => void } & Shown) {
  const { from, open } = props;
  const words = useWords();
  const [jobs, again] = useJobs(open);
  return (
    <div class="scroll">
      <Switch open={open} changed={again} />
      {from ? <Add run={from} open={open} added={() => (props.done(), again())} /> : null}
      {!jobs ? (
        <div aria-busy="true" />
      ) : jobs.length === 0 ? (
        <p class="muted">{words.t("jobsEmpty")}</p>
      ) : (
        <section class="runs" aria-label={words.t("jobsTitle")}>
          <ul>
            {jobs.map((j) => (
              <Row key={j.id} job={j} changed={again} {...props} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** Lets all planned tasks rest, or run again. */
function Switch(props: { open: boolean; changed: () => void }) {
  const words = useWords();
  const panel = usePanelService();
  const task = useTask();
  const [planned, again] = usePlanned(props.open);
  if (!planned) return null;
  return (
    <section class="all">
      <label for="jobson">{words.t("jobsOn")}</label>
      <input
        id="jobson"
        class="switch"
        type="checkbox"
        role="switch"
        checked={planned.on}
        disabled={!props.open || task.busy}
        aria-describedby="hint-jobson"
        onChange={(e) => {
          const box = e.currentTarget;
          const on = box.checked;
          box.checked = planned.on; // it shows what holds
          void task.run(async () => {
            await panel.ask("switchJobs", { on });
            again();
            props.changed();
          });
        }}
      />
      <p id="hint-jobson" class="muted">
        {words.t(planned.on ? "jobsOnHint" : "jobsOffHint")}
      </p>
      {task.error ? <Notice tone="bad" title={task.error} alert /> : null}
    </section>
  );
}

function Row(props: { job: Job; changed: () => void } & Shown) {
  const { job: j, now, open, show, changed } = props;
  const words = useWords();
  const panel = usePanelService();
  const task = useTask();
  const [sure, setSure] = useState(false);
  const name = plain(j.task);
  const [label, tone] = Object.hasOwn(states, j.state) ? states[j.state] : (["runScheduled", "quiet"] as const);
  const over = j.state === "completed" || j.state === "failed" || j.state === "cancelled";
  const then = (work: () => Promise<unknown>) => void task.run(async () => (await work(), changed()));
  // What only the switch keeps back can be paused by itself, too.
  const rests = j.state === "paused" && j.why !== "schedule_off";
  const why = j.why && Object.hasOwn(whys, j.why) ? whys[j.why] : undefined;
  const last = j.last ? status(words, j.last) : undefined;
  return (
    <li class="run job">
      <div class="open">
        <span class="task" dir="auto">
          {name}
        </span>
        <span class="muted numbers">
          <span class={`tag ${tone}`}>{words.t(label)}</span> {due(words, j)}
          {j.next ? ` · ${words.t("jobNext", words.when(j.next, now))}` : ""}
        </span>
        {why ? <span class="muted">{words.t(why)}</span> : null}
        {j.last && last ? (
          <button class="link" data-last onClick={() => show(j.last?.id ?? "")}>
            {words.t("jobLast", last.label, words.ago(j.last.updated, now))}
          </button>
        ) : null}
      </div>
      <span class="tools">
        {over || j.state === "running" || j.state === "needs_user_input" ? null : (
          <button class="button quiet" data-run-job disabled={!open || task.busy} aria-label={`${words.t("jobRun")}: ${name}`} onClick={() => then(() => panel.ask("tellJob", { job: j.id, word: "run" }))}>
            {words.t("jobRun")}
          </button>
        )}
        {over ? null : rests ? (
          <button class="button quiet icon" data-unpause disabled={!open || task.busy} aria-label={`${words.t("runContinue")}: ${name}`} title={words.t("runContinue")} onClick={() => then(() => panel.ask("tellJob", { job: j.id, word: "resume" }))}>
            <Play />
          </button>
        ) : (
          <button class="button quiet icon" data-pause-job disabled={!open || task.busy} aria-label={`${words.t("runPause")}: ${name}`} title={words.t("runPause")} onClick={() => then(() => panel.ask("tellJob", { job: j.id, word: "pause" }))}>
            <Pause />
          </button>
        )}
        <button class="button quiet icon danger" data-remove-job disabled={!open || task.busy} aria-label={`${words.t("remove")}: ${name}`} title={words.t("remove")} onClick={() => setSure(true)}>
          <Bin />
        </button>
      </span>
      {sure ? (
        <Sure title={words.t("jobRemoveTitle")} yes={words.t("remove")} disabled={!open || task.busy} then={() => then(() => panel.ask("removeJob", { job: j.id }))} cancel={() => setSure(false)} />
      ) : null}
      {task.error ? <Notice tone="bad" title={task.error} alert /> : null}
    </li>
  );
}

/** Repeats what a run was told to do: each day, from Monday to Friday, or on one day of the week. */
function Add(props: { run: Run; open: boolean; added: () => void }) {
  const { run, open } = props;
  const words = useWords();
  const panel = usePanelService();
  const task = useTask();
  const [time, setTime] = useState("09:00");
  const [days, setDays] = useState("mon-fri");
  useEffect(() => document.querySelector<HTMLSelectElement>("#jobdays")?.focus(), []);
  return (
    <section class="models" aria-labelledby="jobadd">
      <h2 id="jobadd">{words.t("jobAdd")}</h2>
      <p class="muted" dir="auto">
        {plain(run.task)}
      </p>
      <form
        class="fields"
        onSubmit={(e) => {
          e.preventDefault();
          void task.run(async () => {
            await panel.ask("plan", { run: run.id, time, ...(days ? { days } : {}) });
            props.added();
          });
        }}
      >
        <div class="field">
          <label for="jobdays">{words.t("jobDays")}</label>
          <select id="jobdays" class="input" value={days} onChange={(e) => setDays(e.currentTarget.value)}>
            <option value="">{words.t("jobEachDay")}</option>
            <option value="mon-fri">{workdays(words)}</option>
            {["mon", "tue", "wed", "thu", "fri", "sat", "sun"].map((d, i) => (
              <option key={d} value={d}>
                {weekday(words, i, "long")}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="jobtime">{words.t("jobTime")}</label>
          <input id="jobtime" class="input" type="time" required value={time} onInput={(e) => setTime(e.currentTarget.value)} />
        </div>
        {task.error ? <Notice tone="bad" title={task.error} alert /> : null}
        <div class="actions">
          <button class="button primary" type="submit" data-plan disabled={!open || task.busy || !time}>
            {words.t("add")}
          </button>
        </div>
      </form>
    </section>
  );
}
