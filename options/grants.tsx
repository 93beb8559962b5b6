/** What the strict profile grants: a capability for each origin. Whatever is not ticked is asked about. */
import type { Consent, Grant } from "../contracts/bridge-service";
import { useBridgeService, useWords } from "../ui/context/bridge-context";
import type { Task } from "../ui/hooks/use-task";
import { rights } from "../ui/words/acts";

export function Grants(props: { consent: Consent; task: Task }) {
  const { consent, task } = props;
  const words = useWords();
  const service = useBridgeService();
  const origins = [...new Set([...consent.grants, ...consent.given].map((g) => g.origin))];
  const has = (list: Grant[], origin: string, can: string) => list.some((g) => g.origin === origin && g.can.includes(can));
  return (
    <>
      <h3>{words.t("grantsTitle")}</h3>
      <p class="muted">{words.t("grantsText")}</p>
      {origins.length === 0 ? (
        <p class="muted empty">{words.t("grantsEmpty")}</p>
      ) : (
        <div class="wide" tabIndex={0} role="region" aria-label={words.t("grantsTitle")}>
          <table class="grants">
            <thead>
              <tr>
                <th scope="col">{words.t("columnSite")}</th>
                {rights.map((r) => (
                  <th scope="col" key={r.can}>
                    {words.t(r.name)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {origins.map((origin) => (
                <tr key={origin}>
                  <th scope="row">
                    <bdi>{origin}</bdi>
                  </th>
                  {rights.map((r) => {
                    const fixed = has(consent.given, origin, r.can);
                    return (
                      <td key={r.can}>
                        <input
                          type="checkbox"
                          data-can={r.can}
                          checked={fixed || has(consent.grants, origin, r.can)}
                          disabled={fixed}
                          aria-label={words.t("grantCell", words.t(r.name), origin)}
                          onChange={(e) => void task.run(() => service.answer({ domain: origin, can: r.can, what: "" }, e.currentTarget.checked ? "site" : "forget"))}
                        />
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
