/** Which model of a provider: chosen from the provider's own list, or written where that cannot be had. */
import { useState } from "preact/hooks";
import { useWords } from "../ui/context/bridge-context";
import { type Task } from "../ui/hooks/use-task";
import { PanelError } from "../contracts/panel-service";
import type { Key, Words } from "../ui/words/words";
import { plain } from "../ui/words/plain";

/** What a person reads of a list that failed; any other failure is said best by its sentence. */
const failures: Readonly<Record<string, Key>> = {
  model_key: "listKey",
  model_unreachable: "listAway",
  model_rate: "listLater",
  model_busy: "listLater",
};

const said = (words: Words, error: unknown, title: string): unknown =>
  error instanceof PanelError && Object.hasOwn(failures, error.code) ? new PanelError(error.code, words.t(failures[error.code]!, title)) : error;

export interface Of {
  /** The id of the field. */
  id: string;
  /** Who has the models. */
  title: string;
  /** Enough is given to ask for the list. */
  ready: boolean;
  /** Those that the organisation allows: no other is offered. */
  only?: string[] | undefined;
  ask: () => Promise<string[]>;
}

/** The choice of a model: its name, its field, and what the form's button does next. */
export function useOffered(of: Of, task: Task) {
  const words = useWords();
  const [names, setNames] = useState<string[]>();
  const [writing, setWriting] = useState(false);
  const [name, setName] = useState("");
  const list = of.only ?? (writing ? undefined : names);
  const model = list ? (list.includes(name) ? name : (list[0] ?? "")) : writing ? name.trim() : "";
  const clear = () => {
    setNames(undefined);
    setWriting(false);
    setName("");
  };
  const look = async () => {
    try {
      const all = await of.ask();
      setNames(all);
      setWriting(all.length === 0);
    } catch (error) {
      const wrong = error instanceof PanelError && (error.code === "model_key" || error.code === "host_denied");
      if (!wrong) setWriting(true); // what is wrong can be mended first
      throw said(words, error, of.title);
    }
  };
  const field =
    list || writing ? (
      <div class="field">
        <label for={of.id}>{words.t("panelModel")}</label>
        {list ? (
          <select id={of.id} class="input" value={model} onInput={(e) => setName(e.currentTarget.value)}>
            {list.map((m) => (
              <option key={m} value={m}>
                {plain(m)}
              </option>
            ))}
          </select>
        ) : (
          <input id={of.id} class="input" value={name} autocomplete="off" spellcheck={false} aria-describedby={`${of.id}hint`} onInput={(e) => setName(e.currentTarget.value)} />
        )}
        {list ? null : (
          <p class="hint" id={`${of.id}hint`}>
            {words.t(names?.length === 0 ? "listNone" : "listWrite", of.title)}
          </p>
        )}
      </div>
    ) : null;
  const other = of.only ? null : list || !writing ? (
    <button class="button quiet" type="button" data-write disabled={!of.ready} onClick={() => (setName(""), setWriting(true))}>
      {words.t("listName")}
    </button>
  ) : (
    <button class="button quiet" type="button" data-list disabled={task.busy || !of.ready} onClick={() => void task.run(look)}>
      {words.t("listShow")}
    </button>
  );
  return { model, field, other, clear, look, asks: !list && !writing };
}
