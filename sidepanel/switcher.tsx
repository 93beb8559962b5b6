/** The title of a run where others go on: a list of them, each with how it stands. */
import { useWords } from "../ui/context/bridge-context";
import type { Run } from "../contracts/panel-service";
import { plain } from "../ui/words/plain";
import { status } from "./say";

/** How much of a task stands in a line, in characters. */
const most = 60;

export function Switcher(props: { run: Run; runs: Run[]; show: (id: string) => void }) {
  const { run, runs, show } = props;
  const words = useWords();
  const line = (r: Run) => {
    const task = plain(r.task.replace(/\s+/g, " "));
    const cut = task.length > most ? `${task.slice(0, most - 1)}…` : task;
    return r === run ? cut : `${cut} · ${status(words, r).label}`;
  };
  return (
    <select class="titles" data-switch aria-label={words.t("panelShown")} value={run.id} onChange={(e) => show(e.currentTarget.value)}>
      {runs.map((r) => (
        <option key={r.id} value={r.id}>
          {line(r)}
        </option>
      ))}
    </select>
  );
}
