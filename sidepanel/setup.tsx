/** What there is to do before the first task: a backend, which is installed, or runs. */
import { useWords } from "../ui/context/bridge-context";
import type { Told } from "../ui/words/link";

export function NoBackend(props: { told: Told }) {
  const words = useWords();
  const { told } = props;
  if (told.tone === "good" || told.tone === "busy") {
    return (
      <div class="scroll middle" aria-busy="true">
        <p class="muted" role="status">
          {words.t("panelLooking")}
        </p>
      </div>
    );
  }
  if (told.remedy === "pair") {
    return (
      <div class="scroll">
        <section class="setup">
          <p>{words.t("setupInstall")}</p>
          <pre class="line">
            <code>bua install</code>
          </pre>
          <p class="muted">{words.t("setupAgent")}</p>
        </section>
      </div>
    );
  }
  return (
    <div class="scroll">
      <section class="setup">
        <h2>{words.t("setupTitle")}</h2>
        <p class="muted">{words.t("setupText")}</p>
        <p>{words.t("step1")}</p>
        <pre class="line">
          <code>bua serve</code>
        </pre>
        <p class="muted" role="status">
          {words.t("setupWaits")}
        </p>
      </section>
    </div>
  );
}
