/** Whether the system tells of what waits for the person. */
import { useBridgeService, useWords } from "../ui/context/bridge-context";
import { useNotices } from "../ui/hooks/use-notices";
import { useTask } from "../ui/hooks/use-task";
import { Notice } from "../ui/look/parts";

export function Notices() {
  const words = useWords();
  const service = useBridgeService();
  const notices = useNotices();
  const task = useTask();
  if (!notices) return null;
  return (
    <section class="card" aria-labelledby="notices">
      <h2 id="notices">{words.t("noticesTitle")}</h2>
      {task.error ? <Notice tone="bad" title={task.error} alert /> : null}
      <ul class="switches">
        <li>
          <label for="notify">{words.t("noticesSwitch")}</label>
          <p id="hint-notify" class="muted">
            {words.t("noticesHint")}
          </p>
          <input
            id="notify"
            class="switch"
            type="checkbox"
            role="switch"
            checked={notices.on}
            aria-describedby="hint-notify"
            onChange={(e) => {
              const box = e.currentTarget;
              // The person may say no to the browser: it shows what holds.
              void task.run(() => service.saveNotices(box.checked)).finally(() => (box.checked = notices.on));
            }}
          />
        </li>
      </ul>
    </section>
  );
}
