/** The field where the person writes: a task, a word to a run, or a command behind a slash, of which a list shows those that fit. */
import type { RefObject } from "preact";
import { useState } from "preact/hooks";
import { useWords } from "../ui/context/bridge-context";
import { type Command, commands, isCommand, nearest, read } from "./commands";

interface Props {
  text: string;
  set: (text: string) => void;
  /** Those that there are here. */
  offers: readonly Command[];
  run: (command: Command, rest: string) => void;
  send: () => void;
  label: string;
  placeholder?: string;
  rows: number;
  field?: RefObject<HTMLTextAreaElement | null>;
}

export interface Field {
  /** Sends the text, or does what it commands. */
  submit: () => void;
  element: preact.JSX.Element;
}

export function useField(props: Props): Field {
  const { text, set, offers, run, send, label } = props;
  const words = useWords();
  const [at, setAt] = useState(0);
  const [closed, setClosed] = useState(false);
  const [told, setTold] = useState("");
  const typed = read(text);
  const fits = typed?.alone && !closed ? offers.filter((c) => c.startsWith(typed.name)) : [];
  const chosen = fits[Math.min(at, fits.length - 1)];

  const write = (value: string) => {
    set(value);
    setAt(0);
    setClosed(false);
    setTold("");
  };
  const doIt = (command: Command, rest: string) => {
    write("");
    run(command, rest);
  };
  const submit = () => {
    if (!typed) return send();
    const { name, rest } = typed;
    if (chosen) return doIt(chosen, rest);
    if (isCommand(name) && offers.includes(name)) return doIt(name, rest);
    const near = nearest(name, offers);
    setTold(isCommand(name) ? words.t("cmdNotHere", `/${name}`) : near ? words.t("cmdUnknownNear", `/${name}`, `/${near}`) : words.t("cmdUnknown", `/${name}`, "/"));
  };
  const key = (e: KeyboardEvent) => {
    if (e.isComposing) return;
    const listed = fits.length > 0;
    if (e.key === "Enter" && !e.shiftKey) submit();
    else if (listed && e.key === "ArrowDown") setAt((at + 1) % fits.length);
    else if (listed && e.key === "ArrowUp") setAt((at + fits.length - 1) % fits.length);
    else if (listed && e.key === "Tab" && !e.shiftKey && chosen) write(`/${chosen} `);
    else if (listed && e.key === "Escape") setClosed(true); // and stops no run
    else return;
    e.preventDefault();
  };
  const id = (c: Command) => `command-${c}`;
  const element = (
    <div class="written">
      {fits.length > 0 ? (
        <ul class="commands" id="commands" role="listbox" aria-label={words.t("commands")}>
          {fits.map((c) => (
            <li key={c} id={id(c)} role="option" aria-selected={c === chosen} data-command={c} onPointerDown={(e) => e.preventDefault()} onClick={() => doIt(c, "")}>
              <strong>/{c}</strong> <span class="muted">{words.t(commands[c])}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <textarea
        ref={(props.field ?? null) as RefObject<HTMLTextAreaElement> | null}
        class="input"
        rows={props.rows}
        maxLength={12_000}
        aria-label={label}
        aria-autocomplete="list"
        {...(fits.length > 0 && chosen ? { "aria-controls": "commands", "aria-activedescendant": id(chosen) } : {})}
        placeholder={props.placeholder ?? label}
        value={text}
        onInput={(e) => write(e.currentTarget.value)}
        onKeyDown={key}
      />
      <p class="hint told" role="status">
        {told}
      </p>
    </div>
  );
  return { submit, element };
}
