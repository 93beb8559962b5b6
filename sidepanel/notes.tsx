/** What a run has noted for itself. It is a model's: text, never markup. */
import { useWords } from "../ui/context/bridge-context";
import { Cross } from "../ui/look/glyphs";
import type { Thread } from "./thread";
import { plain } from "../ui/words/plain";

export function Notes(props: { thread: Thread; close: () => void }) {
  const words = useWords();
  let notes: string[] = [];
  for (const i of props.thread.items) {
    if (i.kind !== "step" || i.name !== "note" || i.failed) continue;
    const n = read(i.args);
    notes = n.replace ? [n.text] : [...notes, n.text];
  }
  return (
    <section class="notes" aria-labelledby="notes">
      <header>
        <h2 id="notes">{words.t("notesTitle")}</h2>
        <button class="button quiet icon" data-close-notes aria-label={`${words.t("cancel")}: ${words.t("notesTitle")}`} title={words.t("cancel")} onClick={props.close}>
          <Cross />
        </button>
      </header>
      {notes.length === 0 ? <p class="muted">{words.t("notesNone")}</p> : null}
      <ul>
        {notes.map((text, i) => (
          <li key={i} dir="auto">
            {plain(text)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What was noted, and whether it stands in place of all before; what is not understood is shown as it is. */
function read(args: string): { text: string; replace: boolean } {
  try {
    const a: unknown = JSON.parse(args);
    if (typeof a === "object" && a !== null && "text" in a && typeof a.text === "string") return { text: a.text, replace: "replace" in a && a.replace === true };
  } catch {
    // no JSON
  }
  return { text: args, replace: false };
}
