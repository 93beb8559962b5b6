/** Asks before what cannot be undone. The browser's own dialog element keeps the focus inside and gives it back. */
import { useEffect, useRef } from "preact/hooks";
import { useWords } from "../contracts/context/bridge-context";

export function Confirm(props: { title: string; text: string; yes: string; onYes: () => Promise<void>; onClose: () => void }) {
  const words = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} class="confirm" aria-labelledby="confirm-title" onClose={props.onClose}>
      <h2 id="confirm-title">{props.title}</h2>
      <p>{props.text}</p>
      <div class="row">
        <button class="button" onClick={() => dialog.current?.close()}>
          {words.t("cancel")}
        </button>
        <button class="button danger" onClick={() => void props.onYes().then(() => dialog.current?.close())}>
          {props.yes}
        </button>
      </div>
    </dialog>
  );
}
