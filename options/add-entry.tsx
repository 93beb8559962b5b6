/** The field for a new entry. What the policy says of it is shown while it is typed. */
import { useEffect, useState } from "preact/hooks";
import { useWords } from "../ui/context/bridge-context";
import type { BlocklistEditor } from "../ui/hooks/use-blocklist";
import { useTask } from "../ui/hooks/use-task";
import { Bad } from "../ui/look/glyphs";

/** A person who pauses for this long wants to know. */
const pause = 300;

export function AddEntry(props: Pick<BlocklistEditor, "check" | "add">) {
  const words = useWords();
  const task = useTask();
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState("");
  const [added, setAdded] = useState("");
  const entry = text.trim();

  useEffect(() => {
    if (!entry) return;
    let live = true;
    const timer = setTimeout(() => {
      void props
        .check(entry)
        .then((why) => live && setWrong(why))
        .catch(() => undefined); // asked again when it is added
    }, pause);
    return () => {
      live = false;
      clearTimeout(timer);
    };
  }, [entry]);

  const submit = (e: Event) => {
    e.preventDefault();
    if (!entry) return;
    void task.run(async () => {
      const out = await props.add([entry]);
      const refused = out.refused[0];
      setWrong(refused?.why ?? "");
      if (refused) return;
      setText("");
      setAdded(words.t(out.known.length > 0 ? "entryKnown" : "entryAdded", entry));
    });
  };
  const note = task.error || (wrong ? words.t(/^[^.:*\s]+$/.test(entry.replace(/^=/, "")) ? "entrySingle" : "entryWrong", entry) : "");
  return (
    <form class="field" onSubmit={submit}>
      <label for="entry">{words.t("addEntry")}</label>
      <div class="row">
        <input
          id="entry"
          class="input"
          value={text}
          placeholder="example.com"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          dir="ltr"
          maxLength={2048}
          aria-invalid={note !== ""}
          aria-describedby="entry-note"
          onInput={(e) => {
            setText(e.currentTarget.value);
            setWrong("");
            setAdded("");
          }}
        />
        <button class="button primary" type="submit" disabled={!entry || task.busy}>
          {words.t("add")}
        </button>
      </div>
      <p id="entry-note" class={note ? "wrong" : "hint"} aria-live="polite">
        {note ? <Bad /> : null}
        <span>{note || added || words.t("entryHint")}</span>
      </p>
    </form>
  );
}
