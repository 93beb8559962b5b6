/** Every text that a person reads, by key, with numbers and times as the language writes them. */
import type { Key } from "../../contracts/text";

export type { Key };
/** A key that has a form for one and one for other numbers. */
export type Counted = Key extends infer K ? (K extends `${infer Base}_other` ? Base : never) : never;

/** Looks up a message and puts the substitutions for $1 to $9; "" when there is none. */
export type Lookup = (key: string, substitutions: string[]) => string;

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

export class Words {
  /** The language of the messages, which need not be the browser's. */
  readonly language: string;
  private readonly plural: Intl.PluralRules;

  constructor(private readonly lookup: Lookup) {
    this.language = lookup("language", []) || "en";
    this.plural = new Intl.PluralRules(this.language);
  }

  /** Text of a key. A missing one shows the key, which a test looks for. */
  t(key: Key, ...substitutions: string[]): string {
    return this.lookup(key, substitutions) || key;
  }

  /** Text that counts: the number is $1. */
  n(key: Counted, count: number, ...more: string[]): string {
    const form = this.plural.select(count) === "one" ? "one" : "other";
    const number = count < 1000 ? String(count) : new Intl.NumberFormat(this.language).format(count);
    return this.lookup(`${key}_${form}`, [number, ...more]) || key;
  }

  /** How long ago: "12s ago". The first paint needs it, and the language's own formatter takes longer to make than the rest of a popup. */
  ago(at: number, now: number): string {
    const past = Math.max(0, now - at);
    if (past < 2 * second) return this.t("justNow");
    if (past < minute) return this.t("secondsAgo", String(Math.floor(past / second)));
    if (past < hour) return this.t("minutesAgo", String(Math.floor(past / minute)));
    if (past < day) return this.t("hoursAgo", String(Math.floor(past / hour)));
    return new Intl.RelativeTimeFormat(this.language, { numeric: "auto", style: "narrow" }).format(-Math.floor(past / day), "day");
  }

  /** A length of time: "45 sec", "3 min", "2 hr 5 min". */
  span(ms: number): string {
    const unit = (n: number, name: string) =>
      new Intl.NumberFormat(this.language, { style: "unit", unit: name, unitDisplay: "short" }).format(n);
    if (ms < minute) return unit(Math.round(ms / second), "second");
    if (ms < hour) return unit(Math.floor(ms / minute), "minute");
    const rest = Math.floor((ms % hour) / minute);
    return unit(Math.floor(ms / hour), "hour") + (rest ? ` ${unit(rest, "minute")}` : "");
  }

  /** A point in time: the day is left out today. What lies ahead needs no seconds. */
  when(at: number, now: number): string {
    const today = new Date(at).toDateString() === new Date(now).toDateString();
    return new Intl.DateTimeFormat(this.language, {
      ...(today ? {} : { day: "numeric", month: "short" }),
      hour: "2-digit",
      minute: "2-digit",
      ...(at > now ? {} : { second: "2-digit" }),
    }).format(at);
  }

  /** A point in time in full. */
  exactly(at: number): string {
    return new Intl.DateTimeFormat(this.language, { dateStyle: "full", timeStyle: "medium" }).format(at);
  }
}

/** A lookup in a messages.json, for the stories and the tests. */
export function lookupIn(messages: Record<string, { message: string }>): Lookup {
  return (key, substitutions) =>
    (messages[key]?.message ?? "").replace(/\$(\d)/g, (_, n: string) => substitutions[Number(n) - 1] ?? "");
}
