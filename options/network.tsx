/** Whether the agent may go to what is not in public. */
import { useBridgeService, useWords } from "../ui/context/bridge-context";
import { useNetwork } from "../ui/hooks/use-network";
import { useTask } from "../ui/hooks/use-task";
import { Lock } from "../ui/look/glyphs";
import { Notice } from "../ui/look/parts";

export function Network() {
  const words = useWords();
  const service = useBridgeService();
  const network = useNetwork();
  const task = useTask();
  if (!network) return null;
  return (
    <section class="card" aria-labelledby="network">
      <h2 id="network">{words.t("networkTitle")}</h2>
      {network.fixed !== "" ? (
        <p class="fixed">
          <Lock />
          {words.t(network.fixed === "strict" ? "networkStrict" : "networkFixed")}
        </p>
      ) : null}
      {task.error ? <Notice tone="bad" title={task.error} alert /> : null}
      <ul class="switches">
        <li>
          <label for="private-network">{words.t("networkSwitch")}</label>
          <p id="hint-network" class="muted">
            {words.t("networkHint")}
          </p>
          <input
            id="private-network"
            class="switch"
            type="checkbox"
            role="switch"
            checked={network.refused}
            disabled={network.fixed !== ""}
            aria-describedby="hint-network"
            onChange={(e) => void task.run(() => service.saveNetwork(e.currentTarget.checked))}
          />
        </li>
      </ul>
    </section>
  );
}
