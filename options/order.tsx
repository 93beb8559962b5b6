/** What the organisation has decided about this browser's backend. It is shown, and cannot be changed here. */
import type { Link } from "../contracts/bridge-service";
import { useWords } from "../ui/context/bridge-context";
import { Lock } from "../ui/look/glyphs";
import { Notice } from "../ui/look/parts";
import { reason } from "../ui/words/link";

export function Order(props: { link: Link }) {
  const { link } = props;
  const words = useWords();
  return (
    <section class="card" aria-labelledby="order">
      <h2 id="order">{words.t("orderTitle")}</h2>
      <p class="fixed">
        <Lock />
        {words.t(link.enrolled ? "orderDone" : "orderPending", link.orders)}
      </p>
      {link.notice && !link.enrolled ? <Notice tone="bad" title={words.t("orderFailed")} text={reason(words, link.notice, link.noticeDetail)} /> : null}
    </section>
  );
}
