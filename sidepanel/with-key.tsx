/** Models of a provider that sells them, for a key of the person's. */
import { useState } from "preact/hooks";
import { useWords } from "../ui/context/bridge-context";
import { usePanelService } from "./panel-context";
import { useTask } from "../ui/hooks/use-task";
import { Notice } from "../ui/look/parts";
import type { Abilities } from "../contracts/panel-service";
import { useOffered } from "./offered";
import { useReach } from "./reach";

export function WithKey(props: { abilities: Abilities; changed: () => void }) {
  const { providers } = props.abilities;
  const words = useWords();
  const panel = usePanelService();
  const task = useTask();
  const [provider, setProvider] = useState(providers[0]?.name ?? "");
  const [key, setKey] = useState("");
  const reach = useReach(props.abilities.where);
  const chosen = providers.find((p) => p.name === provider) ?? providers[0];
  const ready = chosen !== undefined && (chosen.hasKey === true || key.trim() !== "");
  const offered = useOffered(
    {
      id: "modelname",
      title: chosen?.title || chosen?.name || "",
      ready,
      only: chosen?.models, // those that the organisation allows
      ask: async () => {
        await reach(chosen?.origin);
        return panel.ask("listModels", { provider: chosen?.name ?? "", key: key.trim() });
      },
    },
    task,
  );
  if (!chosen) return null;
  return (
    <section class="models" aria-labelledby="withkey">
      <h2 id="withkey">{words.t("modelKeyTitle")}</h2>
      <form
        class="fields"
        onSubmit={(e) => {
          e.preventDefault();
          void task.run(async () => {
            if (offered.asks) return offered.look();
            await reach(chosen.origin);
            await panel.ask("addModel", { name: `${chosen.name}/${offered.model}`, key: key.trim() });
            setKey("");
            offered.clear();
            props.changed();
          });
        }}
      >
        <div class="field">
          <label for="provider">{words.t("modelProvider")}</label>
          <select id="provider" class="input" value={chosen.name} onChange={(e) => (setProvider(e.currentTarget.value), offered.clear())}>
            {providers.map((p) => (
              <option key={p.name} value={p.name}>
                {p.title || p.name}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="modelkey">{words.t("modelKey")}</label>
          <input id="modelkey" class="input" type="password" value={key} autocomplete="off" aria-describedby="keyhint" onInput={(e) => setKey(e.currentTarget.value)} />
          <p class="hint" id="keyhint">
            {chosen.hasKey ? `${words.t("modelKeyStored")} ` : ""}
            {words.t(props.abilities.where === "browser" ? "modelKeyHintBrowser" : "modelKeyHint", chosen.keysAt || chosen.title)}
          </p>
        </div>
        {offered.field}
        {task.error ? <Notice tone="bad" title={task.error} alert /> : null}
        <div class="actions">
          <button class="button primary" type="submit" disabled={task.busy || !ready || (!offered.asks && !offered.model)}>
            {words.t(offered.asks ? "listShow" : "add")}
          </button>
          {offered.other}
        </div>
      </form>
    </section>
  );
}
