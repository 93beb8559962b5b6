/** Why the agent is not connected, and what to do; nothing while all is well. */
import { useBridgeService, useWords } from "../context/bridge-context";
import type { Task } from "../hooks/use-task";
import { Notice } from "../look/parts";
import type { Told } from "../words/link";

export function Connection(props: { told: Told; task: Task }) {
  const { told, task } = props;
  const service = useBridgeService();
  const words = useWords();
  if (told.tone === "good" || !told.title) return null;
  return (
    <Notice tone={told.tone} title={told.title} text={told.text}>
      {told.remedy === "pair" ? (
        <button class="button primary" onClick={() => void task.run(() => service.openOptions("connection"))}>
          {words.t("pairNow")}
        </button>
      ) : null}
      {told.remedy === "blocklist" ? (
        <button class="button primary" onClick={() => void task.run(() => service.openOptions("blocklist"))}>
          {words.t("openBlocklist")}
        </button>
      ) : null}
      {told.remedy === "retry" ? (
        <button class="button" disabled={task.busy} onClick={() => void task.run(() => service.retry())}>
          {words.t("tryNow")}
        </button>
      ) : null}
      {told.remedy === "update" ? (
        <button class="button" data-update disabled={task.busy} onClick={() => void task.run(() => service.update())}>
          {words.t("updateNow")}
        </button>
      ) : null}
    </Notice>
  );
}
