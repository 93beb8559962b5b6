/** Asks before what cannot be undone. The browser's own dialog element keeps the focus inside and gives it back. */
import { useEffect, useRef } from "preact/hooks";
import { useWords } from "../ui/context/bridge-context";

export interface Asked {
  title: string;
  /** What it is about, shown large. */
  host?: string;
  text: string;
  yes: string;
  onYes: () => Promise<void>;
  /** The dialog is closed, after onYes or without it. Its close event would wait for a page that is shown. */
  onClose: (said: "yes" | "no") => void;
}

export function Confirm(props: Asked) {
  const words = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const close = (said: "yes" | "no") => {
    dialog.current?.close();
    props.onClose(said);
  };
  return (
    <dialog ref={dialog} class="confirm" aria-labelledby="confirm-title" onCancel={() => props.onClose("no")}>
      <h2 id="confirm-title">{props.title}</h2>
      {props.host ? <strong class="host">{props.host}</strong> : null}
      <p>{props.text}</p>
      <div class="row">
        <button class="button" onClick={() => close("no")}>
          {words.t("cancel")}
        </button>
        <button class="button danger" onClick={() => void props.onYes().then(() => close("yes"))}>
          {props.yes}
        </button>
      </div>
    </dialog>
  );
}
