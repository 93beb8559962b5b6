/**
 * What the core reads as soon as it runs, asked for in the worker's first turn,
 * while the core is still being compiled: whoever woke the worker waits for it.
 * The copies of storage answer until the core's last question, and follow what
 * Chrome tells of changes; a key that the core writes itself is read anew.
 */
import { Idle } from "../contracts/seam.gen";
import type { Area } from "../contracts/storage.gen";
import { managedValues } from "./forced";
import { bootstrap } from "./package";

type Values = { [key: string]: unknown };

export class Early {
  private readonly areas = new Map<Area, Promise<Values | undefined>>();
  /** The keys that the core has written. */
  private readonly own = new Set<string>();
  private list: Promise<chrome.tabs.Tab[]> | undefined;
  private file: Promise<unknown> | undefined;
  private state: Promise<string> | undefined;

  /** Begins to read; in the first turn. */
  begin(): void {
    // The core asks again what could not be read here, and hears why.
    for (const area of ["local", "session"] as const) this.areas.set(area, chrome.storage[area].get(null).catch(() => undefined));
    this.areas.set("managed", managedValues(this.areas.get("local")!).catch(() => undefined));
    this.list = chrome.tabs.query({});
    this.list.catch(() => undefined);
    this.file = bootstrap();
    this.state = chrome.idle.queryState(Idle.seconds);
    this.state.catch(() => undefined);
    chrome.idle.onStateChanged.addListener(() => (this.state = undefined));
    chrome.storage.onChanged.addListener((changes, area) => this.changed(area as Area, changes));
  }

  /** Brings the copy of an area up to date; one that is still being read, when it is there. */
  private changed(area: Area, changes: { [key: string]: chrome.storage.StorageChange }): void {
    const copy = this.areas.get(area);
    if (!copy) return;
    const now = Object.fromEntries(Object.entries(changes).map(([key, { newValue }]) => [key, newValue]));
    this.areas.set(area, copy.then((values) => values && { ...values, ...now }));
  }

  /** Takes note that the core writes a key: Chrome tells of it later than the core may ask. */
  writes(area: Area, key: string): void {
    if (this.areas.has(area)) this.own.add(`${area} ${key}`);
  }

  /** Returns what storage holds under a key, null when nothing. */
  async get(area: Area, key: string): Promise<unknown> {
    const copy = this.own.has(`${area} ${key}`) ? undefined : await this.areas.get(area);
    const values: Values = copy ?? (await chrome.storage[area].get(key));
    return values[key] ?? null;
  }

  /** Returns the tabs. What happens to them since the first turn is told to the core as events. */
  tabs(): Promise<chrome.tabs.Tab[]> {
    const list = this.list ?? chrome.tabs.query({});
    this.list = undefined;
    return list;
  }

  /** Returns whether the person is there. A change voids the copy, so that an old answer never comes behind the news of it. */
  presence(seconds: number): Promise<string> {
    const state = seconds === Idle.seconds ? this.state : undefined;
    this.state = undefined;
    return state ?? chrome.idle.queryState(seconds);
  }

  /** Returns bootstrap.json. It is what the core asks last, so all copies end here. */
  async bootstrap(): Promise<unknown> {
    const file = this.file ?? bootstrap();
    this.file = this.list = this.state = undefined;
    this.areas.clear();
    this.own.clear();
    return file;
  }
}

/** What was read before the core could ask; main.ts begins it. */
export const early = new Early();
