/** What a stop means for what the agent does next. */
import { useBridgeService, useWords } from "../ui/context/bridge-context";
import { useHolding } from "../ui/hooks/use-holding";
import { useTask } from "../ui/hooks/use-task";
import { Notice } from "../ui/look/parts";

export function Stops() {
  const words = useWords();
  const service = useBridgeService();
  const holding = useHolding();
  const task = useTask();
  if (holding === undefined) return null;
  return (
    <section class="card" aria-labelledby="stops">
      <h2 id="stops">{words.t("stopsTitle")}</h2>
      {task.error ? <Notice tone="bad" title={task.error} alert /> : null}
      <ul class="switches">
        <li>
          <label for="holding">{words.t("holdSwitch")}</label>
          <p id="hint-holding" class="muted">
            {words.t("holdHint")}
          </p>
          <input
            id="holding"
            class="switch"
            type="checkbox"
            role="switch"
            checked={holding}
            aria-describedby="hint-holding"
            onChange={(e) => void task.run(() => service.saveHolding(e.currentTarget.checked))}
          />
        </li>
      </ul>
    </section>
  );
}
