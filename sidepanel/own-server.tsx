/** A server of the person's own, at an address that they give. */
import { useState } from "preact/hooks";
import { useWords } from "../ui/context/bridge-context";
import { usePanelService } from "./panel-context";
import { useTask } from "../ui/hooks/use-task";
import { Notice } from "../ui/look/parts";
import type { Abilities } from "../contracts/panel-service";
import { useOffered } from "./offered";
import { useReach } from "./reach";
import { host } from "./say";

export function OwnServer(props: { abilities: Abilities; changed: () => void }) {
  const { where, noKeys } = props.abilities;
  const words = useWords();
  const panel = usePanelService();
  const task = useTask();
  const [base, setBase] = useState("");
  const [key, setKey] = useState("");
  const reach = useReach(where);
  const at = base.trim();
  const allowed = async () => {
    if (/^https?:/.test(at) && URL.canParse(at)) await reach(new URL(at).origin); // else the answer says what is wrong with it
  };
  const ask = async () => (await allowed(), panel.ask("listModels", { provider: "", key: key.trim(), base: at }));
  const offered = useOffered({ id: "ownmodel", title: host(at), ready: at !== "", ask }, task);
  return (
    <details class="models">
      <summary>{words.t("ownTitle")}</summary>
      <form
        class="fields"
        onSubmit={(e) => {
          e.preventDefault();
          void task.run(async () => {
            if (offered.asks) return offered.look();
            await allowed();
            await panel.ask("addModel", { name: offered.model, key: key.trim(), base: at });
            setBase("");
            setKey("");
            offered.clear();
            props.changed();
          });
        }}
      >
        <p class="muted">{words.t("ownText")}</p>
        <div class="field">
          <label for="ownbase">{words.t("ownAddress")}</label>
          <input id="ownbase" class="input" value={base} inputMode="url" placeholder="https://llm.example.com/v1" autocomplete="off" spellcheck={false} onInput={(e) => (setBase(e.currentTarget.value), offered.clear())} />
        </div>
        {noKeys ? null : (
          <div class="field">
            <label for="ownkey">{words.t("modelKey")}</label>
            <input id="ownkey" class="input" type="password" value={key} autocomplete="off" aria-describedby="ownhint" onInput={(e) => setKey(e.currentTarget.value)} />
            <p class="hint" id="ownhint">
              {words.t(where === "browser" ? "ownKeyHintBrowser" : "ownKeyHint")}
            </p>
          </div>
        )}
        {offered.field}
        {task.error ? <Notice tone="bad" title={task.error} alert /> : null}
        <div class="actions">
          <button class="button" type="submit" data-own disabled={task.busy || !at || (!offered.asks && !offered.model)}>
            {words.t(offered.asks ? "listShow" : "add")}
          </button>
          {offered.other}
        </div>
      </form>
    </details>
  );
}
