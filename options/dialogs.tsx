/** What happens to pages' dialogs about which the agent has said nothing. */
import type { DialogPolicy } from "../contracts/bridge-service";
import { useBridgeService, useWords } from "../ui/context/bridge-context";
import { useDialogRules } from "../ui/hooks/use-dialog-rules";
import { useTask } from "../ui/hooks/use-task";
import { Lock } from "../ui/look/glyphs";
import { Notice } from "../ui/look/parts";
import type { Key } from "../ui/words/words";

const choices: readonly { policy: DialogPolicy; name: Key; hint: Key }[] = [
  { policy: "must_respond", name: "dialogsWait", hint: "dialogsWaitHint" },
  { policy: "auto_dismiss", name: "dialogsDismiss", hint: "dialogsDismissHint" },
  { policy: "auto_accept", name: "dialogsAccept", hint: "dialogsAcceptHint" },
];

/** In seconds; what an organisation has set may be another. */
const waits = [30, 60, 300, 900, 3600];

export function Dialogs() {
  const words = useWords();
  const service = useBridgeService();
  const rules = useDialogRules();
  const task = useTask();
  if (!rules) return null;
  const offered = waits.includes(rules.seconds) ? waits : [...waits, rules.seconds].sort((a, b) => a - b);
  return (
    <section class="card" aria-labelledby="dialogs">
      <h2 id="dialogs">{words.t("dialogsTitle")}</h2>
      <p class="muted">{words.t("dialogsText")}</p>
      {rules.policyFixed || rules.secondsFixed ? (
        <p class="fixed">
          <Lock />
          {words.t("consentFixed")}
        </p>
      ) : null}
      {task.error ? <Notice tone="bad" title={task.error} alert /> : null}
      <div class="choices" role="radiogroup" aria-labelledby="dialogs">
        {choices.map((c) => (
          <div class="choice" key={c.policy}>
            <input
              id={`dialogs-${c.policy}`}
              type="radio"
              name="dialogs"
              checked={rules.policy === c.policy}
              disabled={rules.policyFixed}
              aria-describedby={`dialogs-hint-${c.policy}`}
              onChange={() => void task.run(() => service.saveDialogRules({ policy: c.policy }))}
            />
            <label for={`dialogs-${c.policy}`}>{words.t(c.name)}</label>
            <p id={`dialogs-hint-${c.policy}`} class="muted">
              {words.t(c.hint)}
            </p>
          </div>
        ))}
      </div>
      <p class="wait">
        <label for="dialogs-wait">{words.t("dialogsAfter")}</label>
        <select id="dialogs-wait" disabled={rules.secondsFixed} onChange={(e) => void task.run(() => service.saveDialogRules({ seconds: Number(e.currentTarget.value) }))}>
          {offered.map((s) => (
            <option key={s} value={s} selected={s === rules.seconds}>
              {words.span(s * 1000)}
            </option>
          ))}
        </select>
      </p>
    </section>
  );
}
