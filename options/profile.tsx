/** One choice for a careful person or company: what it sets is locked wherever else it is shown. */
import type { Profile as Name } from "../contracts/bridge-service";
import { useBridgeService, useWords } from "../ui/context/bridge-context";
import { useConsent } from "../ui/hooks/use-consent";
import { useTask } from "../ui/hooks/use-task";
import { Lock } from "../ui/look/glyphs";
import { Notice } from "../ui/look/parts";
import type { Key } from "../ui/words/words";

const choices: readonly { profile: Name; name: Key; hint: Key }[] = [
  { profile: "default", name: "profileDefault", hint: "profileDefaultHint" },
  { profile: "strict", name: "profileStrict", hint: "profileStrictHint" },
];

export function Profile() {
  const words = useWords();
  const service = useBridgeService();
  const consent = useConsent();
  const task = useTask();
  if (!consent) return null;
  return (
    <section class="card" aria-labelledby="profile">
      <h2 id="profile">{words.t("profileTitle")}</h2>
      {consent.profileFixed ? (
        <p class="fixed">
          <Lock />
          {words.t("consentFixed")}
        </p>
      ) : null}
      {task.error ? <Notice tone="bad" title={task.error} alert /> : null}
      <div class="choices" role="radiogroup" aria-labelledby="profile">
        {choices.map((c) => (
          <div class="choice" key={c.profile}>
            <input
              id={`profile-${c.profile}`}
              type="radio"
              name="profile"
              checked={consent.profile === c.profile}
              disabled={consent.profileFixed}
              aria-describedby={`profile-hint-${c.profile}`}
              onChange={() => void task.run(() => service.saveProfile(c.profile))}
            />
            <label for={`profile-${c.profile}`}>{words.t(c.name)}</label>
            <p id={`profile-hint-${c.profile}`} class="muted">
              {words.t(c.hint)}
            </p>
          </div>
        ))}
      </div>
    </section>
  );
}
