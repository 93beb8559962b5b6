/** What an act would send, before the person lets it: fields and what they hold. Both are the page's: text, never markup. */
import { useWords } from "../context/bridge-context";
import { plain } from "../words/plain";

export function Leaves(props: { id: string; text: string }) {
  const words = useWords();
  if (!props.text) return null;
  return (
    <>
      <p class="muted" id={`leaves-${props.id}`}>
        {words.t("approveLeaves")}
      </p>
      <pre class="leaves" tabIndex={0} aria-labelledby={`leaves-${props.id}`} dir="auto">
        {plain(props.text)}
      </pre>
    </>
  );
}

/** Splits what a question says of a form: the origin that it goes to, and the fields that hold something. */
export function formOf(form: string): { to: string; fields: string } {
  const [head = "", ...fields] = form.split("\n");
  return { to: head.split(" ")[0] ?? "", fields: fields.filter((f) => !/: ?$/.test(f)).join("\n") };
}
