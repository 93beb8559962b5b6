/** Pairing with the backend of this computer by one press: bua there makes the code, and nobody types it. */
import { useState } from "preact/hooks";
import type { Here } from "../contracts/bridge-service";
import { useBridgeService, useWords } from "../ui/context/bridge-context";
import { useTask } from "../ui/hooks/use-task";
import { Notice } from "../ui/look/parts";

export function PairHere(props: { deviceName: string }) {
  const words = useWords();
  const service = useBridgeService();
  const task = useTask();
  const [came, setCame] = useState<Here>("asked");
  const press = () =>
    void task.run(async () => {
      setCame("asked");
      setCame(await service.pairHere(props.deviceName));
    });
  return (
    <section class="card" aria-labelledby="here">
      <h2 id="here">{words.t("hereTitle")}</h2>
      <p>{words.t("hereText")}</p>
      {task.error ? <Notice tone="bad" title={task.error} alert /> : null}
      {came === "asked" ? null : <Notice tone="warn" title={words.t(came === "refused" ? "hereRefused" : "hereAbsent")} alert />}
      <div class="row">
        <button id="pair-here" class="button primary" type="button" disabled={task.busy} onClick={press}>
          {words.t(task.busy ? "pairing" : "hereButton")}
        </button>
      </div>
    </section>
  );
}
