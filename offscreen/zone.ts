/** What the clocks of the world show, by the browser's table of time zones: the program has none. */

const second = 1000;
const day = 86_400 * second;

/** What a place's clock shows: see core/agent/schedule.Zone. */
export interface Zone {
  offset: number;
  changes: { at: number; offset: number }[];
}

/** The name of the place where this is, "" where the system does not say: Chrome has a name for that, which it does not take back. */
export function here(): string {
  const name = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return name === "Etc/Unknown" ? "" : name;
}

/** What the clock of a place, "" for this one, shows from two days before a time to two years behind it. Throws where there is no such place. */
export function zone(place: string, at: number): Zone {
  const format = new Intl.DateTimeFormat("en-US", { ...(place ? { timeZone: place } : {}), timeZoneName: "longOffset" });
  const offset = (time: number) => seconds(format.formatToParts(time).find((p) => p.type === "timeZoneName")?.value ?? "");
  const changes = [];
  const first = offset(at - 2 * day);
  for (let time = at - 2 * day, shown = first; time < at + 731 * day; time += day) {
    const next = offset(time + day);
    if (next === shown) continue;
    changes.push({ at: change(time, time + day, next, offset), offset: next });
    shown = next;
  }
  return { offset: first, changes };
}

/** The second between two times from which on a clock is ahead by an offset. */
function change(from: number, to: number, next: number, offset: (time: number) => number): number {
  let [before, after] = [Math.floor(from / second), Math.ceil(to / second)];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offset(middle * second) === next) after = middle;
    else before = middle;
  }
  return after * second;
}

/** The seconds of a text such as GMT+05:30; GMT alone is none. */
function seconds(text: string): number {
  const [, sign, h, m, s] = /^GMT([+-])(\d+):(\d+)(?::(\d+))?$/.exec(text) ?? [];
  const ahead = Number(h ?? 0) * 3600 + Number(m ?? 0) * 60 + Number(s ?? 0);
  return sign === "-" ? -ahead : ahead;
}
