/** What the agent did, and what it wants to do, in words of each language. */
import type { Kind } from "../../contracts/protocol.gen";
import texts from "./actions.json";
import type { Words } from "./words";

type Language = "en" | "de" | "es" | "fr" | "ja" | "zh-CN";

/** A new action does not compile without its words in actions.json. */
const actions: Readonly<Record<Kind, Readonly<Record<Language, { did: string; wants: string }>>>> = {
  ...texts,
  back: texts.navigate,
  forward: texts.navigate,
  reload: texts.navigate,
  check: texts.select_option,
  fill_form: texts.type,
  find: texts.extract,
  frames: texts.extract,
};

const known = (kind: string): kind is Kind => Object.hasOwn(actions, kind);

const said = (words: Words, kind: Kind) => actions[kind][words.language as Language] ?? actions[kind].en;

/** Says what the last action was; one of a later version is an action all the same. */
export function lastAction(words: Words, kind: string): string {
  if (!kind) return words.t("didNothingYet");
  return known(kind) ? said(words, kind).did : words.t("didSomething");
}

/** Says what an action is that has not been done, as what follows "wants to". */
export function intent(words: Words, kind: string): string {
  return known(kind) ? said(words, kind).wants : words.t("doSomething");
}
