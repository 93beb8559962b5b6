/** The way out of everything. It asks nothing back: the person has decided. */
import { useState } from "preact/hooks";
import { useBridgeService, useWords } from "../ui/context/bridge-context";
import { useTask } from "../ui/hooks/use-task";
import { Stop } from "../ui/look/glyphs";

export function StopAll(props: { count: number }) {
  const service = useBridgeService();
  const words = useWords();
  const task = useTask();
  const [stopped, setStopped] = useState<number>();
  return (
    <footer>
      <p class={task.error ? "told wrong" : "told muted"} aria-live="polite">
        {task.error || (props.count === 0 && stopped !== undefined ? words.n("stopped", stopped) : "")}
      </p>
      {props.count > 0 ? (
        <button class="button stop" onClick={() => void task.run(async () => setStopped(await service.stopAll()))}>
          <Stop />
          {words.t("stopAll")}
        </button>
      ) : null}
    </footer>
  );
}
