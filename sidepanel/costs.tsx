/** What the models were paid for, and what bounds it. */
import { useState } from "preact/hooks";
import { useWords } from "../ui/context/bridge-context";
import { usePanelService } from "./panel-context";
import { useSpending } from "./use-panel";
import { useTask } from "../ui/hooks/use-task";
import { Notice } from "../ui/look/parts";
import type { Paid } from "../contracts/panel-service";
import type { Key } from "../ui/words/words";
import { plain } from "../ui/words/plain";
import { money } from "./say";

const bounds = ["run", "day", "month"] as const;
type Bound = (typeof bounds)[number];

const names: Readonly<Record<Bound, Key>> = { run: "capRun", day: "capDay", month: "capMonth" };

/** A dollar in the backend's unit. */
const dollar = 1e6;

export function Costs(props: { open: boolean }) {
  const words = useWords();
  const [paid, again] = useSpending(props.open);
  if (!paid) return null;
  return (
    <section class="models costs" aria-labelledby="costs">
      <h2 id="costs">{words.t("costsTitle")}</h2>
      <dl class="numbers">
        <div>
          <dt>{words.t("costsToday")}</dt>
          <dd>{money(words, paid.today)}</dd>
        </div>
        <div>
          <dt>{words.t("costsMonth")}</dt>
          <dd>{money(words, paid.month)}</dd>
        </div>
        {paid.models.map((m) => (
          <div key={m.model} class="muted">
            <dt>
              <bdi>{plain(m.model)}</bdi>
            </dt>
            <dd>{money(words, m.money)}</dd>
          </div>
        ))}
      </dl>
      <Caps key={`${paid.runCap} ${paid.dayCap} ${paid.monthCap}`} paid={paid} open={props.open} changed={again} />
    </section>
  );
}

function Caps(props: { paid: Paid; open: boolean; changed: () => void }) {
  const { paid, open, changed } = props;
  const words = useWords();
  const panel = usePanelService();
  const task = useTask();
  const now: Record<Bound, number> = { run: paid.runCap ?? 0, day: paid.dayCap ?? 0, month: paid.monthCap ?? 0 };
  const [caps, setCaps] = useState(() => ({ run: dollars(now.run), day: dollars(now.day), month: dollars(now.month) }));
  const wanted = { run: millionths(caps.run), day: millionths(caps.day), month: millionths(caps.month) };
  const good = bounds.every((b) => wanted[b] >= 0 && wanted[b] < dollar * dollar);
  const changes = bounds.some((b) => wanted[b] !== now[b]);
  return (
    <form
      class="fields"
      onSubmit={(e) => {
        e.preventDefault();
        void task.run(async () => {
          await panel.ask("setCaps", wanted);
          changed();
        });
      }}
    >
      <div class="caps">
        {bounds.map((b) => (
          <div class="field" key={b}>
            <label for={`cap-${b}`}>{words.t(names[b])}</label>
            <input id={`cap-${b}`} class="input" type="number" min="0" step="any" inputMode="decimal" aria-describedby="caphint" value={caps[b]} onInput={(e) => setCaps({ ...caps, [b]: e.currentTarget.value })} />
          </div>
        ))}
      </div>
      <p class="hint" id="caphint">
        {words.t("capHint")}
      </p>
      {task.error ? <Notice tone="bad" title={task.error} alert /> : null}
      <div class="actions">
        <button class="button" type="submit" data-caps disabled={!open || task.busy || !good || !changes}>
          {words.t("capSave")}
        </button>
      </div>
    </form>
  );
}

const dollars = (n: number): string => (n ? String(n / dollar) : "");
/** NaN for what is no amount. */
const millionths = (text: string): number => (text.trim() ? Math.round(Number(text) * dollar) : 0);
