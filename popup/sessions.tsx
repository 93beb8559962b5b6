/** The tabs that the agent works in. Titles and domains come from pages: they are text, never markup. */
import type { TabSession } from "../contracts/bridge-service";
import { useBridgeService, useWords } from "../ui/context/bridge-context";
import type { Task } from "../ui/hooks/use-task";
import { Show, Stop } from "../ui/look/glyphs";
import { Avatar } from "../ui/look/parts";
import { lastAction } from "../ui/words/actions";

/** An action that is younger than this is happening, as far as a person can tell. */
const fresh = 5000;

export function Sessions(props: { sessions: TabSession[]; now: number; task: Task }) {
  const words = useWords();
  return (
    <section class="now" aria-labelledby="sessions">
      <h2 id="sessions">{words.n("workingIn", props.sessions.length)}</h2>
      <ul class="sessions">
        {props.sessions.map((s) => (
          <Row key={s.tabId} session={s} now={props.now} task={props.task} />
        ))}
      </ul>
    </section>
  );
}

function Row(props: { session: TabSession; now: number; task: Task }) {
  const { session: s, now, task } = props;
  const service = useBridgeService();
  const words = useWords();
  const title = s.title || s.domain;
  return (
    <li class={now - s.lastActionAt < fresh ? "session active" : "session"}>
      <Avatar icon={s.icon} domain={s.domain} />
      <div class="what">
        <p class="title ellipsis" title={title}>
          <bdi>{title}</bdi>
        </p>
        <p class="muted ellipsis" title={s.agent ? `${s.domain} · ${s.agent}` : s.domain}>
          <bdi>{s.domain}</bdi>
          {s.own ? null : <span class="yours">{words.t("yourTab")}</span>}
          {s.agent ? (
            <>
              {" · "}
              <bdi>{s.agent}</bdi>
            </>
          ) : null}
        </p>
        <p class="muted numbers" onPointerEnter={(e) => (e.currentTarget.title = words.t("since", words.exactly(s.startedAt)))}>
          <span class="did">{lastAction(words, s.lastAction)}</span>
          {` · ${words.ago(s.lastActionAt, now)} · ${words.n("actions", s.actionCount)}`}
        </p>
      </div>
      <button class="button quiet icon" aria-label={words.t("showTab", title)} title={words.t("show")} onClick={() => void task.run(() => service.showTab(s.tabId))}>
        <Show />
      </button>
      <button class="button quiet icon danger" aria-label={words.t("stopTab", title)} title={words.t("stop")} onClick={() => void task.run(() => service.stop(s.tabId))}>
        <Stop />
      </button>
    </li>
  );
}

/** Nothing to see: said, so that nobody looks for it. */
export function Idle() {
  const words = useWords();
  return (
    <section class="idle">
      <Bridge />
      <h2>{words.t("idleTitle")}</h2>
      <p class="muted">{words.t("idleText")}</p>
    </section>
  );
}

const Bridge = () => (
  <svg viewBox="0 0 160 56" width="160" height="56" aria-hidden="true" fill="none" stroke-width="3" stroke-linecap="round">
    <path d="M8 38h144M44 38v12M116 38v12" stroke="var(--edge)" />
    <path d="M44 38c0-36 72-36 72 0" stroke="var(--accent)" />
    <path d="M62 38V21M80 38V12M98 38V21" stroke="var(--line)" />
  </svg>
);
