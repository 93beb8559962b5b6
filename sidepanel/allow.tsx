/** Asks for the host of a model that the browser keeps the extension from, and goes on then. */
import { useWords } from "../ui/context/bridge-context";
import { usePanelService } from "./panel-context";
import { useTask } from "../ui/hooks/use-task";
import { Notice } from "../ui/look/parts";
import { type PanelService, PanelError } from "../contracts/panel-service";
import type { Words } from "../ui/words/words";
import { host } from "./say";

/** Asks the person for an origin, in what they just did. */
export async function reach(words: Words, panel: PanelService, origin: string): Promise<void> {
  if (!(await panel.allow(origin))) throw new PanelError("host_denied", words.t("modelDenied", host(origin)));
}

export function Allow(props: { origin: string; disabled: boolean; then: () => void }) {
  const words = useWords();
  const panel = usePanelService();
  const task = useTask();
  return (
    <>
      <button class="button primary" data-allow-host disabled={props.disabled || task.busy} onClick={() => void task.run(async () => (await reach(words, panel, props.origin), props.then()))}>
        {words.t("endAllow", host(props.origin))}
      </button>
      {task.error ? <Notice tone="bad" title={task.error} alert /> : null}
    </>
  );
}
