/** The texts that a person reads, by key: a key that is in no language does not compile. */
import type en from "../_locales/en/messages.json";

export type Key = keyof typeof en;
