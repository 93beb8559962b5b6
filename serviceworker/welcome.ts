/**
 * The page that a person meets first. It opens once, after a person installed
 * the extension; not for one that a launcher has prepared (bootstrap.json) or
 * that an organisation has installed: there nobody waits for it.
 */
import { get } from "../services/area";
import { Key } from "../contracts/storage.gen";
import { bootstrap } from "./package";
import { keep } from "./stored";

export function listen(): void {
  chrome.runtime.onInstalled.addListener((details) => {
    if (details.reason === "install") void welcome();
  });
}

async function welcome(): Promise<void> {
  // An extension that is loaded from a folder is installed anew with every start of the browser.
  const known = await get("local", Key.welcomed, Key.config);
  if (known[Key.welcomed] || known[Key.config]) return;
  const { installType } = await chrome.management.getSelf();
  if (installType === "admin" || (await bootstrap()) !== null) return;
  await keep("local", { [Key.welcomed]: true });
  await chrome.tabs.create({ url: chrome.runtime.getURL("options/index.html#welcome") });
}
