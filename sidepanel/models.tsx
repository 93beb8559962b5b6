/** The models that a task may use: those of this computer, and those of a provider with a key. */
import { useEffect, useState } from "preact/hooks";
import { useWords } from "../ui/context/bridge-context";
import { usePanelService } from "./panel-context";
import { useTask } from "../ui/hooks/use-task";
import { Cross } from "../ui/look/glyphs";
import { Notice } from "../ui/look/parts";
import type { Abilities, Found, Model } from "../contracts/panel-service";
import { plain } from "../ui/words/plain";
import { Costs } from "./costs";
import { OwnServer } from "./own-server";
import { useReach } from "./reach";
import { price } from "./say";
import { WithKey } from "./with-key";

export function Models(props: { abilities: Abilities; open: boolean; changed: () => void }) {
  const { abilities, changed } = props;
  const words = useWords();
  const alone = abilities.where === "browser";
  return (
    <div class="scroll">
      <Organisation abilities={abilities} />
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
              <Row key={m.name} where={abilities.where} model={m} chosen={m.name === abilities.default} changed={changed} />
            ))}
          </ul>
        </section>
      )}
      {alone ? <WithKey abilities={abilities} changed={changed} /> : null}
      <Local abilities={abilities} changed={changed} />
      {alone ? null : <WithKey abilities={abilities} changed={changed} />}
      {abilities.fixed ? null : <OwnServer abilities={abilities} changed={changed} />}
      {alone ? <Backend /> : null}
      {abilities.models.length > 0 ? <Costs open={props.open} /> : null}
    </div>
  );
}

/** What the organisation has decided, and why something is not offered. */
function Organisation(props: { abilities: Abilities }) {
  const { fixed, noKeys, odd } = props.abilities;
  const words = useWords();
  if (!fixed && !noKeys) return null;
  const says = [fixed ? words.t("policyModels") : "", noKeys ? words.t("policyNoKeys") : ""].filter(Boolean);
  return (
    <Notice tone="quiet" title={says.join(" ")}>
      {odd?.map((o) => (
        <p class="muted" key={o}>
          {words.t("policyOdd", plain(o))}
        </p>
      ))}
    </Notice>
  );
}

function Row(props: { where: Abilities["where"]; model: Model; chosen: boolean; changed: () => void }) {
  const { model: m, chosen, changed } = props;
  const words = useWords();
  const panel = usePanelService();
  const task = useTask();
  const reach = useReach(props.where);
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
        <button class="button" disabled={task.busy} aria-label={`${words.t("modelTry")}: ${m.name}`} onClick={() => void task.run(async () => (setTried(false), await reach(m.origin), await panel.ask("tryModel", { name: m.name }), setTried(true)))}>
          {words.t("modelTry")}
        </button>
        {m.fixed ? null : (
        <button class="button quiet icon danger" disabled={task.busy} aria-label={words.t("removeEntry", m.name)} title={words.t("remove")} onClick={() => void task.run(async () => (await panel.ask("removeModel", { name: m.name }), changed()))}>
          <Cross />
        </button>
        )}
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

/** Servers of models on this computer, which cost nothing and tell nobody. */
function Local(props: { abilities: Abilities; changed: () => void }) {
  const words = useWords();
  const panel = usePanelService();
  const task = useTask();
  const [found, setFound] = useState<Found[]>();
  const reach = useReach(props.abilities.where);
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
