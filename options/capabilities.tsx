/** What the agent may do besides reading and acting. A capability that no action needs yet has no switch. */
import { useWords } from "../ui/context/bridge-context";
import { useConsent } from "../ui/hooks/use-consent";
import { useDenied } from "../ui/hooks/use-denied";
import { useTask } from "../ui/hooks/use-task";
import { Lock } from "../ui/look/glyphs";
import { Notice } from "../ui/look/parts";
import { type Capability, capabilityOf } from "../contracts/protocol.gen";
import type { Key } from "../ui/words/words";

const switches: readonly { can: Capability; name: Key; hint: Key }[] = [
  { can: "script", name: "canScript", hint: "canScriptHint" },
  { can: "upload", name: "canUpload", hint: "canUploadHint" },
  { can: "download", name: "canDownload", hint: "canDownloadHint" },
  { can: "tools", name: "canTools", hint: "canToolsHint" },
];

export function Capabilities() {
  const words = useWords();
  const { denied, turn } = useDenied();
  const strict = useConsent()?.profile === "strict";
  const task = useTask();
  if (!denied) return null;
  const needed = Object.values(capabilityOf);
  return (
    <section class="card" aria-labelledby="may">
      <h2 id="may">{words.t("mayTitle")}</h2>
      <p class="muted">{words.t("mayText")}</p>
      {strict ? (
        <p class="fixed">
          <Lock />
          {words.t("strictScripts")}
        </p>
      ) : null}
      {denied.managed.length > 0 ? (
        <p class="fixed">
          <Lock />
          {words.t("networkFixed")}
        </p>
      ) : null}
      {task.error ? <Notice tone="bad" title={task.error} alert /> : null}
      <ul class="switches">
        {switches
          .filter((s) => needed.includes(s.can))
          .map((s) => (
            <li key={s.can}>
              <label for={`may-${s.can}`}>{words.t(s.name)}</label>
              <p id={`hint-${s.can}`} class="muted">
                {words.t(s.hint)}
              </p>
              <input
                id={`may-${s.can}`}
                class="switch"
                type="checkbox"
                role="switch"
                checked={!denied.own.includes(s.can) && !denied.managed.includes(s.can)}
                disabled={denied.managed.includes(s.can)}
                aria-describedby={`hint-${s.can}`}
                onChange={(e) => void task.run(() => turn(s.can, e.currentTarget.checked))}
              />
            </li>
          ))}
      </ul>
    </section>
  );
}
