/** When a planned task is due, in words. */
import type { Job } from "../contracts/panel-service";
import type { Words } from "../ui/words/words";

const day = 24 * 60;
const working = 0b0011111;
const daily = 0b1111111;

/** The name of a day of the week, 0 for Monday. */
export const weekday = (words: Words, n: number, style: "short" | "long" = "short"): string => new Intl.DateTimeFormat(words.language, { weekday: style, timeZone: "UTC" }).format(Date.UTC(2024, 0, 1 + n)); // a Monday

/** Monday to Friday. */
export const workdays = (words: Words): string => `${weekday(words, 0)} – ${weekday(words, 4)}`;

/** A time of day, as the language writes it. */
const clock = (words: Words, minute: number): string => new Intl.DateTimeFormat(words.language, { hour: "2-digit", minute: "2-digit", timeZone: "UTC" }).format((minute % day) * 60_000);

export function due(words: Words, j: Job): string {
  const at = clock(words, j.minute ?? 0);
  const zone = j.zone && j.zone !== Intl.DateTimeFormat().resolvedOptions().timeZone ? ` (${j.zone})` : "";
  const days = j.days ?? 0;
  switch (j.form) {
    case "weekly":
      return `${days === daily ? words.t("jobEachDay") : days === working ? workdays(words) : named(words, days)}, ${at}${zone}`;
    case "monthly":
      return `${words.t("jobMonthly", String(j.date ?? 1))}, ${at}${zone}`;
    case "every":
      return words.t("jobEvery", words.span((j.minutes ?? 0) * 60_000));
    default:
      return words.t("jobOnce");
  }
}

function named(words: Words, days: number): string {
  const list = [0, 1, 2, 3, 4, 5, 6].filter((n) => days & (1 << n)).map((n) => weekday(words, n));
  return new Intl.ListFormat(words.language, { type: "unit" }).format(list);
}
