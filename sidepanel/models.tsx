/** The models that a task may use: those of this computer, and those of a provider with a key. */
import { useEffect, useState } from "preact/hooks";
import { useWords } from "../contracts/context/bridge-context";
import { usePanelService } from "../contracts/context/panel-context";
import { useTask } from "../contracts/hooks/use-task";
import { Cross } from "../contracts/look/glyphs";
import { Notice } from "../contracts/look/parts";
import { type Abilities, type Found, type Model, PanelError } from "../contracts/panel-service";
import { plain } from "../contracts/words/plain";
import { Costs } from "./costs";
import { host, price } from "./say";

export function Models(props: { abilities: Abilities; open: boolean; changed: () => void }) {
  const { abilities, changed } = props;
  const words = useWords();
  const alone = abilities.where === "browser";
  return (
    <div class="scroll">
      {abilities.models.length === 0 ? (
        <section class="setup">
          <h2>{words.t("modelTitle")}</h2>
          <p class="muted">{words.t("modelText")}</p>
        </section>
      ) : (
        <section class="models" aria-labelledby="yours">
          <h2 id="yours">{words.t("modelYours")}</h2>
          <ul>
            {abilities.models.map((m) => (
              <Row key={m.name} model={m} chosen={m.name === abilities.default} changed={changed} />
            ))}
          </ul>
        </section>
      )}
      {alone ? <WithKey abilities={abilities} changed={changed} /> : null}
      <Local abilities={abilities} changed={changed} />
      {alone ? <Backend /> : <WithKey abilities={abilities} changed={changed} />}
      {abilities.models.length > 0 ? <Costs open={props.open} /> : null}
    </div>
  );
}

function Row(props: { model: Model; chosen: boolean; changed: () => void }) {
  const { model: m, chosen, changed } = props;
  const words = useWords();
  const panel = usePanelService();
  const task = useTask();
  const [tried, setTried] = useState(false);
  return (
    <li class="modelrow">
      <p>
        <strong>
          <bdi>{plain(m.name)}</bdi>
        </strong>
        <span class="muted">{price(words, m)}</span>
        {chosen ? <span class="tag good">{words.t("modelDefault")}</span> : null}
      </p>
      <div class="actions">
        {chosen ? null : (
          <button class="button" disabled={task.busy} aria-label={`${words.t("modelChoose")}: ${m.name}`} onClick={() => void task.run(async () => (await panel.ask("chooseModel", { name: m.name }), changed()))}>
            {words.t("modelChoose")}
          </button>
        )}
        <button class="button" disabled={task.busy} aria-label={`${words.t("modelTry")}: ${m.name}`} onClick={() => void task.run(async () => (setTried(false), await panel.ask("tryModel", { name: m.name }), setTried(true)))}>
          {words.t("modelTry")}
        </button>
        <button class="button quiet icon danger" disabled={task.busy} aria-label={words.t("removeEntry", m.name)} title={words.t("remove")} onClick={() => void task.run(async () => (await panel.ask("removeModel", { name: m.name }), changed()))}>
          <Cross />
        </button>
      </div>
      <p class="muted" role="status">
        {tried ? words.t("modelTried") : ""}
      </p>
      {task.error ? <Notice tone="bad" title={task.error} alert /> : null}
    </li>
  );
}

/** What a program on this computer adds to an agent that lives in the browser. */
function Backend() {
  const words = useWords();
  return (
    <section class="models" aria-labelledby="backend">
      <h2 id="backend">{words.t("backendTitle")}</h2>
      <p class="muted">{words.t("backendText")}</p>
      <div class="actions">
        <a class="button" data-pair href="../options/index.html" target="_blank">
          {words.t("backendPair")}
        </a>
      </div>
    </section>
  );
}

/** Asks the person for an origin, where the browser keeps the extension from it. */
function useReach(abilities: Abilities): (origin: string | undefined) => Promise<void> {
  const words = useWords();
  const panel = usePanelService();
  return async (origin) => {
    if (abilities.where !== "browser" || !origin || (await panel.allow(origin))) return;
    throw new PanelError("host_denied", words.t("modelDenied", host(origin)));
  };
}

/** Servers of models on this computer, which cost nothing and tell nobody. */
function Local(props: { abilities: Abilities; changed: () => void }) {
  const words = useWords();
  const panel = usePanelService();
  const task = useTask();
  const [found, setFound] = useState<Found[]>();
  const reach = useReach(props.abilities);
  const look = async () => setFound(await panel.ask("look", {}));
  useEffect(() => void task.run(look), []);
  const has = new Set(props.abilities.models.map((m) => m.name));
  return (
    <section class="models" aria-labelledby="local">
      <h2 id="local">{words.t("modelLocal")}</h2>
      {task.error ? <Notice tone="bad" title={task.error} alert /> : null}
      {!found ? (
        <p class="muted" role="status">
          {words.t("modelLooking")}
        </p>
      ) : found.length === 0 ? (
        <p class="muted">{words.t("modelNone")}</p>
      ) : (
        <ul>
          {found.map((f) =>
            f.asks || f.refuses ? (
              <li class="modelrow" key={f.title}>
                {f.refuses ? (
                  <>
                    <p class="muted">{words.t("modelRefuses", f.title)}</p>
                    <pre class="line">
                      <code>{f.mend}</code>
                    </pre>
                  </>
                ) : null}
                <button class="button" data-allow disabled={task.busy} onClick={() => void task.run(async () => (await reach(f.origin), await look()))}>
                  {words.t(f.refuses ? "panelRetry" : "modelUse", f.title)}
                </button>
              </li>
            ) : null,
          )}
          {found.flatMap((f) =>
            f.models.map((name) => (
              <li class="modelrow flat" key={name}>
                <p>
                  <bdi>{plain(name)}</bdi> <span class="muted">{f.title}</span>
                </p>
                {has.has(name) ? null : (
                  <button class="button" data-add disabled={task.busy} aria-label={`${words.t("add")}: ${name}`} onClick={() => void task.run(async () => (await panel.ask("addModel", { name, key: "" }), props.changed()))}>
                    {words.t("add")}
                  </button>
                )}
              </li>
            )),
          )}
        </ul>
      )}
    </section>
  );
}

function WithKey(props: { abilities: Abilities; changed: () => void }) {
  const { providers } = props.abilities;
  const words = useWords();
  const panel = usePanelService();
  const task = useTask();
  const [provider, setProvider] = useState(providers[0]?.name ?? "");
  const [name, setName] = useState("");
  const [key, setKey] = useState("");
  const reach = useReach(props.abilities);
  const chosen = providers.find((p) => p.name === provider);
  if (!chosen) return null;
  return (
    <section class="models" aria-labelledby="withkey">
      <h2 id="withkey">{words.t("modelKeyTitle")}</h2>
      <form
        class="fields"
        onSubmit={(e) => {
          e.preventDefault();
          void task.run(async () => {
            await reach(chosen.origin);
            await panel.ask("addModel", { name: `${provider}/${name.trim()}`, key: key.trim() });
            setKey("");
            setName("");
            props.changed();
          });
        }}
      >
        <div class="field">
          <label for="provider">{words.t("modelProvider")}</label>
          <select id="provider" class="input" value={provider} onChange={(e) => setProvider(e.currentTarget.value)}>
            {providers.map((p) => (
              <option key={p.name} value={p.name}>
                {p.title || p.name}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="modelname">{words.t("panelModel")}</label>
          <input id="modelname" class="input" value={name} autocomplete="off" spellcheck={false} onInput={(e) => setName(e.currentTarget.value)} />
        </div>
        {chosen.hasKey ? null : (
          <div class="field">
            <label for="modelkey">{words.t("modelKey")}</label>
            <input id="modelkey" class="input" type="password" value={key} autocomplete="off" aria-describedby="keyhint" onInput={(e) => setKey(e.currentTarget.value)} />
            <p class="hint" id="keyhint">
              {words.t(props.abilities.where === "browser" ? "modelKeyHintBrowser" : "modelKeyHint", chosen.keysAt ?? "")}
            </p>
          </div>
        )}
        {task.error ? <Notice tone="bad" title={task.error} alert /> : null}
        <div class="actions">
          <button class="button primary" type="submit" disabled={task.busy || !name.trim() || (!chosen.hasKey && !key.trim())}>
            {words.t("add")}
          </button>
        </div>
      </form>
    </section>
  );
}
