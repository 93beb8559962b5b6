/** Whether the person is asked before the agent works on a site, and the sites that they allow for good. */
import type { ConsentMode } from "../contracts/bridge-service";
import { useBridgeService, useWords } from "../ui/context/bridge-context";
import { useConsent } from "../ui/hooks/use-consent";
import { useTask } from "../ui/hooks/use-task";
import { Cross, Lock } from "../ui/look/glyphs";
import { Notice } from "../ui/look/parts";
import { Grants } from "./grants";
import type { Key } from "../ui/words/words";

const choices: readonly { mode: ConsentMode; name: Key; hint: Key }[] = [
  { mode: "off", name: "consentOff", hint: "consentOffHint" },
  { mode: "per-origin", name: "consentPerOrigin", hint: "consentPerOriginHint" },
  { mode: "ask", name: "consentAsk", hint: "consentAskHint" },
];

export function Consent() {
  const words = useWords();
  const service = useBridgeService();
  const consent = useConsent();
  const task = useTask();
  if (!consent) return null;
  return (
    <section class="card" aria-labelledby="consent">
      <h2 id="consent">{words.t("consentTitle")}</h2>
      <p class="muted">{words.t("consentText")}</p>
      {consent.fixed ? (
        <p class="fixed">
          <Lock />
          {words.t("consentFixed")}
        </p>
      ) : null}
      {consent.profile === "strict" ? (
        <p class="fixed">
          <Lock />
          {words.t("strictAsks")}
        </p>
      ) : null}
      {task.error ? <Notice tone="bad" title={task.error} alert /> : null}
      <div class="choices" role="radiogroup" aria-labelledby="consent">
        {choices.map((c) => (
          <div class="choice" key={c.mode}>
            <input
              id={`consent-${c.mode}`}
              type="radio"
              name="consent"
              checked={consent.mode === c.mode}
              disabled={consent.fixed || (consent.profile === "strict" && c.mode === "off")}
              aria-describedby={`consent-hint-${c.mode}`}
              onChange={() => void task.run(() => service.saveConsentMode(c.mode))}
            />
            <label for={`consent-${c.mode}`}>{words.t(c.name)}</label>
            <p id={`consent-hint-${c.mode}`} class="muted">
              {words.t(c.hint)}
            </p>
          </div>
        ))}
      </div>
      {consent.profile === "strict" ? (
        <Grants consent={consent} task={task} />
      ) : consent.sites.length > 0 ? (
        <>
          <h3>{words.t("consentSites")}</h3>
          <ul class="entries">
            {consent.sites.map((site) => (
              <li key={site}>
                <code class="ellipsis">
                  <bdi>{site}</bdi>
                </code>
                <span />
                <button class="button quiet icon" aria-label={words.t("forgetSite", site)} title={words.t("forgetSite", site)} onClick={() => void task.run(() => service.answer({ domain: site, can: "", what: "" }, "forget"))}>
                  <Cross />
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}
