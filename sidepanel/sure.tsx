/** A question before something that cannot be taken back. */
import { useWords } from "../ui/context/bridge-context";
import { Buttons } from "../ui/cards/buttons";

export function Sure(props: { title: string; yes: string; disabled: boolean; then: () => void; cancel: () => void }) {
  const words = useWords();
  return (
    <div class="sure" role="alertdialog" aria-label={props.title}>
      <p>{props.title}</p>
      <Buttons of={props.title}>
        <button class="button danger" data-sure disabled={props.disabled} onClick={props.then}>
          {props.yes}
        </button>
        <button class="button" onClick={props.cancel}>
          {words.t("cancel")}
        </button>
      </Buttons>
    </div>
  );
}
