/** What the agent did, in words. */
import type { Key, Words } from "./words";

const did: Readonly<Record<string, Key>> = {
  navigate: "didNavigate",
  click: "didClick",
  type: "didType",
  hover: "didHover",
  press_key: "didPressKey",
  scroll: "didScroll",
  screenshot: "didScreenshot",
  extract: "didExtract",
  evaluate: "didEvaluate",
  wait_for: "didWait",
  open_tab: "didOpenTab",
  close_tab: "didCloseTab",
  back: "didNavigate",
  forward: "didNavigate",
  reload: "didNavigate",
  select_option: "didSelect",
  check: "didSelect",
  fill_form: "didType",
  drag: "didDrag",
  upload_file: "didUpload",
  downloads: "didDownloads",
  dialog: "didDialog",
  find: "didExtract",
  help: "didHelp",
};

/** Says what the last action was; one of a later version is an action all the same. */
export function lastAction(words: Words, kind: string): string {
  return kind ? words.t(did[kind] ?? "didSomething") : words.t("didNothingYet");
}
