/** Models of a provider that sells them, for a key of the person's. */
import { useState } from "preact/hooks";
import { useWords } from "../ui/context/bridge-context";
import { usePanelService } from "./panel-context";
import { useTask } from "../ui/hooks/use-task";
import { Notice } from "../ui/look/parts";
import type { Abilities } from "../contracts/panel-service";
import { useReach } from "./reach";

export function WithKey(props: { abilities: Abilities; changed: () => void }) {
  const { providers } = props.abilities;
  const words = useWords();
  const panel = usePanelService();
  const task = useTask();
  const [provider, setProvider] = useState(providers[0]?.name ?? "");
  const [name, setName] = useState("");
  const [key, setKey] = useState("");
  const reach = useReach(props.abilities.where);
  const chosen = providers.find((p) => p.name === provider) ?? providers[0];
  if (!chosen) return null;
  const only = chosen.models; // those that the organisation allows
  const model = only && !only.includes(name) ? (only[0] ?? "") : name.trim();
  return (
    <section class="models" aria-labelledby="withkey">
      <h2 id="withkey">{words.t("modelKeyTitle")}</h2>
      <form
        class="fields"
        onSubmit={(e) => {
          e.preventDefault();
          void task.run(async () => {
            await reach(chosen.origin);
            await panel.ask("addModel", { name: `${chosen.name}/${model}`, key: key.trim() });
            setKey("");
            setName("");
            props.changed();
          });
        }}
      >
        <div class="field">
          <label for="provider">{words.t("modelProvider")}</label>
          <select id="provider" class="input" value={chosen.name} onChange={(e) => setProvider(e.currentTarget.value)}>
            {providers.map((p) => (
              <option key={p.name} value={p.name}>
                {p.title || p.name}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="modelname">{words.t("panelModel")}</label>
          {only ? (
            <select id="modelname" class="input" value={model} onChange={(e) => setName(e.currentTarget.value)}>
              {only.map((m) => (
                <option key={m}>{m}</option>
              ))}
            </select>
          ) : (
            <input id="modelname" class="input" value={name} autocomplete="off" spellcheck={false} onInput={(e) => setName(e.currentTarget.value)} />
          )}
        </div>
        <div class="field">
          <label for="modelkey">{words.t("modelKey")}</label>
          <input id="modelkey" class="input" type="password" value={key} autocomplete="off" aria-describedby="keyhint" onInput={(e) => setKey(e.currentTarget.value)} />
          <p class="hint" id="keyhint">
            {chosen.hasKey ? `${words.t("modelKeyStored")} ` : ""}
            {words.t(props.abilities.where === "browser" ? "modelKeyHintBrowser" : "modelKeyHint", chosen.keysAt || chosen.title)}
          </p>
        </div>
        {task.error ? <Notice tone="bad" title={task.error} alert /> : null}
        <div class="actions">
          <button class="button primary" type="submit" disabled={task.busy || !model || (!chosen.hasKey && !key.trim())}>
            {words.t("add")}
          </button>
        </div>
      </form>
    </section>
  );
}
