/** The audit log: when the agent began and ended in which tab, and what was blocked. */
import { useState } from "preact/hooks";
import type { AuditRow } from "../contracts/bridge-service";
import { useBridgeService, useWords } from "../ui/context/bridge-context";
import { useHistory } from "../ui/hooks/use-history";
import { useTask } from "../ui/hooks/use-task";
import { Notice } from "../ui/look/parts";
import { save } from "../ui/look/save";
import { csv, detail, eventName, json } from "../ui/words/log";
import { Confirm } from "./confirm";

/** How many rows are drawn before the person asks for more. */
const page = 100;
type Event = AuditRow["event"] | "";

export function Log(props: { now: number }) {
  const words = useWords();
  const service = useBridgeService();
  const rows = useHistory();
  const task = useTask();
  const [text, setText] = useState("");
  const [event, setEvent] = useState<Event>("");
  const [limit, setLimit] = useState(page);
  const [sure, setSure] = useState(false);
  if (!rows) return null;
  const wanted = text.trim().toLowerCase();
  const found = rows.filter((r) => (event === "" || r.event === event) && (r.domain ?? "").includes(wanted));
  const name = `bua-log-${new Date(props.now).toISOString().slice(0, 10)}`;
  return (
    <>
      <p class="lead">{words.t("logLead")}</p>
      {task.error ? <Notice tone="bad" title={task.error} alert /> : null}
      {rows.length === 0 ? (
        <section class="card">
          <p class="empty muted">{words.t("logEmpty")}</p>
        </section>
      ) : (
        <section class="card">
          <div class="row filters">
            <input class="input" type="search" value={text} placeholder={words.t("filterDomain")} aria-label={words.t("filterDomain")} onInput={(e) => setText(e.currentTarget.value)} />
            <select class="input" value={event} aria-label={words.t("filterEvent")} onChange={(e) => setEvent(e.currentTarget.value as Event)}>
              <option value="">{words.t("allEvents")}</option>
              <option value="start">{words.t("eventStart")}</option>
              <option value="end">{words.t("eventEnd")}</option>
              <option value="block">{words.t("eventBlock")}</option>
              <option value="help">{words.t("eventHelp")}</option>
              <option value="consent">{words.t("eventConsent")}</option>
            </select>
          </div>
          <p class="muted numbers" aria-live="polite">
            {words.n("rows", found.length)}
          </p>
          <div class="wide" tabIndex={0} role="region" aria-label={words.t("sectionLog")}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{words.t("columnWhen")}</th>
                  <th scope="col">{words.t("columnEvent")}</th>
                  <th scope="col">{words.t("columnSite")}</th>
                  <th scope="col">{words.t("columnDetail")}</th>
                </tr>
              </thead>
              <tbody>
                {found.slice(0, limit).map((r, i) => (
                  <tr key={`${r.at} ${r.tabId} ${r.event} ${i}`}>
                    <td class="numbers" title={words.exactly(r.at)}>
                      {words.when(r.at, props.now)}
                    </td>
                    <td>
                      <span class={`event ${r.event}`}>{eventName(words, r)}</span>
                    </td>
                    <td class="site">
                      <bdi>{r.domain}</bdi>
                      {r.tabId ? <span class="muted numbers">{words.t("tabNumber", String(r.tabId))}</span> : null}
                    </td>
                    <td>{detail(words, r)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <div class="row">
            {found.length > limit ? (
              <button class="button" onClick={() => setLimit(limit + 5 * page)}>
                {words.t("showMore")}
              </button>
            ) : null}
            <button class="button" onClick={() => save(`${name}.json`, "application/json", json(found))}>
              {words.t("exportJSON")}
            </button>
            <button class="button" onClick={() => save(`${name}.csv`, "text/csv", csv(found))}>
              {words.t("exportCSV")}
            </button>
            <button class="button danger" onClick={() => setSure(true)}>
              {words.t("clearLog")}
            </button>
          </div>
        </section>
      )}
      {sure ? <Confirm title={words.t("clearTitle")} text={words.t("clearText")} yes={words.t("clearLog")} onYes={() => task.run(() => service.clearHistory())} onClose={() => setSure(false)} /> : null}
    </>
  );
}
