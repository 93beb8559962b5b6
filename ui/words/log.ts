/** The audit log in words, and as files. */
import type { AuditRow } from "../../contracts/bridge-service";
import type { EndReason } from "../../contracts/protocol.gen";
import { intent } from "./actions";
import type { Key, Words } from "./words";

const ends: Readonly<Record<EndReason, Key>> = {
  tab_closed: "endTabClosed",
  user_stopped: "endUserStopped",
  system_idle: "endSystemIdle",
  screen_locked: "endScreenLocked",
  domain_blocked: "endDomainBlocked",
  global_stop: "endGlobalStop",
  extension_reload: "endExtensionReload",
  released: "endReleased",
};

const names: Readonly<Record<AuditRow["event"], Key>> = {
  start: "eventStart",
  end: "eventEnd",
  block: "eventBlock",
  replace: "eventReplace",
  clear: "eventClear",
  consent: "eventConsent",
  help: "eventHelp",
};

const outcomes: Readonly<Record<string, Key>> = {
  done: "logHelpDone",
  declined: "logHelpDeclined",
};

const verdicts: Readonly<Record<string, Key>> = {
  once: "logAllowedOnce",
  site: "logAllowedSite",
  deny: "logDenied",
  forget: "logForgotten",
  resumed: "logResumed",
};

export const eventName = (words: Words, row: AuditRow): string => words.t(names[row.event]);

/** Says what a row tells beyond its event and domain. */
export function detail(words: Words, row: AuditRow): string {
  switch (row.event) {
    case "end": {
      const key = row.reason && ends[row.reason];
      const parts = [key ? words.t(key) : (row.reason ?? "")];
      if (row.durationMs !== undefined) parts.push(words.span(row.durationMs));
      parts.push(words.n("actions", row.actionCount ?? 0));
      return parts.filter(Boolean).join(" · ");
    }
    case "block":
      return words.t("logAttempt", intent(words, row.action ?? ""));
    case "replace":
      return words.t("logReplaced", String(row.newTabId ?? ""));
    case "help":
    case "consent": {
      const key = (row.event === "help" ? outcomes : verdicts)[row.action ?? ""];
      return key ? words.t(key) : "";
    }
    case "start":
      return row.agent ?? "";
    case "clear":
      return words.t("logCleared");
    default:
      return "";
  }
}

const columns = ["at", "event", "domain", "tabId", "reason", "durationMs", "actionCount", "action", "newTabId", "startedAt", "agent"] as const;

/** Writes the rows as CSV (RFC 4180). A cell that a spreadsheet would compute is made text: domains come from pages. */
export function csv(rows: readonly AuditRow[]): string {
  const cell = (v: unknown) => {
    const text = String(v ?? "");
    const safe = /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const line = (r: AuditRow) => columns.map((c) => cell(c === "at" ? new Date(r.at).toISOString() : r[c])).join(",");
  return [columns.join(","), ...rows.map(line)].join("\r\n") + "\r\n";
}

/** Writes the rows as JSON, as they are stored, newest first. */
export const json = (rows: readonly AuditRow[]): string => JSON.stringify(rows, null, 2) + "\n";
