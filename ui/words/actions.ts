/** What the agent did, and what it wants to do, in words. */
import type { Kind } from "../../contracts/protocol.gen";
import type { Key, Words } from "./words";

const did: Readonly<Record<Kind, Key>> = {
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
  page_tool: "didPageTool",
  downloads: "didDownloads",
  dialog: "didDialog",
  find: "didExtract",
  help: "didHelp",
  get_tabs: "didTabs",
  frames: "didExtract",
  console: "didConsole",
  claim_tab: "didClaim",
  release_tab: "didRelease",
};

const wants: Readonly<Record<Kind, Key>> = {
  navigate: "doNavigate",
  click: "doClick",
  type: "doType",
  hover: "doHover",
  press_key: "doPressKey",
  scroll: "doScroll",
  screenshot: "doScreenshot",
  extract: "doExtract",
  evaluate: "doEvaluate",
  wait_for: "doWait",
  open_tab: "doOpenTab",
  close_tab: "doCloseTab",
  back: "doNavigate",
  forward: "doNavigate",
  reload: "doNavigate",
  select_option: "doSelect",
  check: "doSelect",
  fill_form: "doType",
  drag: "doDrag",
  upload_file: "doUpload",
  page_tool: "doPageTool",
  downloads: "doDownloads",
  dialog: "doDialog",
  find: "doExtract",
  help: "doHelp",
  get_tabs: "doTabs",
  frames: "doExtract",
  console: "doConsole",
  claim_tab: "doClaim",
  release_tab: "doRelease",
};

const known = (kind: string): kind is Kind => Object.hasOwn(did, kind);

/** Says what the last action was; one of a later version is an action all the same. */
export function lastAction(words: Words, kind: string): string {
  if (!kind) return words.t("didNothingYet");
  return words.t(known(kind) ? did[kind] : "didSomething");
}

/** Says what an action is that has not been done, as what follows "wants to". */
export function intent(words: Words, kind: string): string {
  return words.t(known(kind) ? wants[kind] : "doSomething");
}
