/** What bua does, what leaves the browser, and what is not defended: said where a person looks, not only in a file. */
import { useBridgeService, useWords } from "../ui/context/bridge-context";

export function About() {
  const words = useWords();
  const { version, extensionId } = useBridgeService().about();
  return (
    <>
      <p class="lead">{words.t("aboutLead")}</p>
      <section class="card prose">
        <h2>{words.t("youDecide")}</h2>
        <ul>
          <li>{words.t("decide1")}</li>
          <li>{words.t("decide2")}</li>
          <li>{words.t("decide3")}</li>
          <li>{words.t("decide4")}</li>
        </ul>
      </section>
      <section class="card prose">
        <h2>{words.t("leaves")}</h2>
        <p>{words.t("leavesText")}</p>
      </section>
      <section class="card prose">
        <h2>{words.t("undefended")}</h2>
        <ul>
          <li>{words.t("undefended1")}</li>
          <li>{words.t("undefended2")}</li>
          <li>{words.t("undefended3")}</li>
          <li>{words.t("undefended4")}</li>
          <li>{words.t("undefended5")}</li>
        </ul>
      </section>
      <section class="card">
        <dl class="facts">
          <dt>{words.t("factVersion")}</dt>
          <dd class="numbers">{version}</dd>
          <dt>{words.t("factId")}</dt>
          <dd>
            <code>{extensionId}</code>
          </dd>
          <dt>{words.t("factLicence")}</dt>
          <dd>Apache-2.0</dd>
        </dl>
      </section>
    </>
  );
}
