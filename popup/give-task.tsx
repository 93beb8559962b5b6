/** The way to the side panel, where a person gives a task. */
import { useBridgeService, useWords } from "../ui/context/bridge-context";
import type { Task } from "../ui/hooks/use-task";
import { Plus } from "../ui/look/glyphs";

export function GiveTask(props: { task: Task }) {
  const service = useBridgeService();
  const words = useWords();
  return (
    <div class="give">
      <button
        class="button"
        data-panel
        onClick={() =>
          void props.task.run(async () => {
            await service.openPanel();
            close(); // the panel is what they look at now
          })
        }
      >
        <Plus />
        {words.t("panelTask")}
      </button>
    </div>
  );
}
