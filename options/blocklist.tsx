/** What the agent may not touch: the person's entries, and the organisation's, which are locked. */
import { useState } from "preact/hooks";
import { useWords } from "../ui/context/bridge-context";
import { type Added, useBlocklist } from "../ui/hooks/use-blocklist";
import { useTask } from "../ui/hooks/use-task";
import { Cross, Lock } from "../ui/look/glyphs";
import { Notice } from "../ui/look/parts";
import { save } from "../ui/look/save";
import { AddEntry } from "./add-entry";

export function Blocklist(props: { broken: string }) {
  const words = useWords();
  const editor = useBlocklist();
  const task = useTask();
  const [report, setReport] = useState<Added>();
  const { list } = editor;
  if (!list) return null;
  const read = async (file: File | undefined) => {
    if (!file) return;
    // Lines; what follows a # is a comment.
    const lines = (await file.text()).split(/\r?\n/).map((l) => (l.split("#")[0] ?? "").trim());
    setReport(await editor.add([...new Set(lines.filter(Boolean))]));
  };
  return (
    <>
      <p class="lead">{words.t("blocklistLead")}</p>
      {props.broken || list.damaged ? (
        <Notice tone="bad" title={words.t("titleClosed")} text={words.t("repairText")} alert>
          <button class="button primary" disabled={task.busy} onClick={() => void task.run(() => editor.repair())}>
            {words.t("repair")}
          </button>
        </Notice>
      ) : null}
      {task.error ? <Notice tone="bad" title={task.error} alert /> : null}
      <section class="card">
        <AddEntry check={editor.check} add={editor.add} />
        {list.own.length > 0 ? (
          <ul class="entries" aria-label={words.t("yourEntries")}>
            {list.own.map((entry) => (
              <li key={entry}>
                <code class="ellipsis">
                  <bdi>{entry}</bdi>
                </code>
                <span class="muted">{words.t(meaning(entry))}</span>
                <button class="button quiet icon" aria-label={words.t("removeEntry", entry)} title={words.t("remove")} onClick={() => void task.run(() => editor.remove(entry))}>
                  <Cross />
                </button>
              </li>
            ))}
          </ul>
        ) : (
          <p class="empty muted">{words.t("noEntries")}</p>
        )}
        <div>
          <div class="row">
            <label class="button file">
              {words.t("import")}
              <input
                class="unseen"
                type="file"
                accept=".txt,text/plain"
                onChange={(e) => {
                  const input = e.currentTarget;
                  void task.run(() => read(input.files?.[0])).then(() => (input.value = ""));
                }}
              />
            </label>
            <button class="button" disabled={list.own.length === 0} onClick={() => save("bua-blocklist.txt", "text/plain", list.own.join("\n") + "\n")}>
              {words.t("export")}
            </button>
          </div>
          <div aria-live="polite">{report ? <Report report={report} /> : null}</div>
        </div>
      </section>
      {list.managed.length > 0 ? (
        <section class="card">
          <h2>{words.t("managedTitle")}</h2>
          <p class="muted">{words.t("managedText")}</p>
          <ul class="entries">
            {list.managed.map((entry) => (
              <li key={entry}>
                <code class="ellipsis">
                  <bdi>{entry}</bdi>
                </code>
                <span class="muted">{words.t(meaning(entry))}</span>
                <Lock />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

/** Says what an entry covers; the rules are those of core/session/rule.go. */
function meaning(entry: string) {
  if (entry === "*") return "meansAll";
  if (entry.startsWith("=") || /^[\d.]+$|:.*:/.test(entry)) return "meansExact";
  if (entry.startsWith("*.")) return "meansBelow";
  return "meansDomain";
}

function Report(props: { report: Added }) {
  const { added, known, refused } = props.report;
  const words = useWords();
  return (
    <div class="report">
      <p>
        {words.n("imported", added.length)}
        {known.length > 0 ? ` ${words.n("importedKnown", known.length)}` : ""}
      </p>
      {refused.length > 0 ? (
        <>
          <p class="wrong">{words.n("importedRefused", refused.length)}</p>
          <ul>
            {refused.slice(0, 20).map((r) => (
              <li key={r.entry}>
                <code>
                  <bdi>{r.entry}</bdi>
                </code>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}
