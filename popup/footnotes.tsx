/** What is worth a line below the sessions: blocked attempts and the agent's window. */
import type { AgentWindow, AuditRow } from "../contracts/bridge-service";
import { useBridgeService, useWords } from "../ui/context/bridge-context";
import type { Task } from "../ui/hooks/use-task";
import * as Glyph from "../ui/look/glyphs";

export function Blocked(props: { rows: AuditRow[]; now: number; task: Task }) {
  const { rows, now, task } = props;
  const service = useBridgeService();
  const words = useWords();
  const last = rows[0];
  if (!last) return null;
  return (
    <div class="footnote">
      <Glyph.Shield />
      <p>
        <span>{words.n("blockedToday", rows.length)}</span>
        <span class="muted ellipsis">
          <bdi>{last.domain}</bdi> · {words.ago(last.at, now)}
        </span>
      </p>
      <button class="button quiet" onClick={() => void task.run(() => service.openOptions("log"))}>
        {words.t("openLog")}
      </button>
    </div>
  );
}

export function Window(props: { window: AgentWindow | undefined; task: Task }) {
  const { window: w, task } = props;
  const service = useBridgeService();
  const words = useWords();
  if (!w) return null;
  return (
    <div class="footnote">
      <Glyph.Window />
      <p>
        <span>{words.t("agentWindow")}</span>
        <span class="muted">
          {words.t(w.shown ? "windowShown" : "windowHidden")} · {words.n("tabs", w.tabs)}
        </span>
      </p>
      <button class="button quiet" onClick={() => void task.run(() => (w.shown ? service.hideWindow() : service.showWindow()))}>
        {words.t(w.shown ? "hide" : "show")}
      </button>
    </div>
  );
}
