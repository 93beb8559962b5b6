/** Offers to tell of what waits, while a task goes on: that is when a person would look away. */
import { useBridgeService, useWords } from "../ui/context/bridge-context";
import { useNotices } from "../ui/hooks/use-notices";
import { useTask } from "../ui/hooks/use-task";
import { Notice } from "../ui/look/parts";

export function Offer() {
  const words = useWords();
  const service = useBridgeService();
  const notices = useNotices();
  const task = useTask();
  if (!notices || notices.offered) return null;
  return (
    <div class="offer">
      <p>{words.t("noticesOffer")}</p>
      <div class="actions">
        <button class="button" data-notices="yes" disabled={task.busy} onClick={() => void task.run(() => service.saveNotices(true))}>
          {words.t("noticesYes")}
        </button>
        <button class="button quiet" data-notices="no" disabled={task.busy} onClick={() => void task.run(() => service.saveNotices(false))}>
          {words.t("noticesNo")}
        </button>
      </div>
      {task.error ? <Notice tone="bad" title={task.error} alert /> : null}
    </div>
  );
}
