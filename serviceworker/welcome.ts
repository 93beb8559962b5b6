/**
 * The page that a person meets first. It opens once, after a person installed
 * the extension; not for one that a launcher has prepared (bootstrap.json) or
 * that an organisation has installed: there nobody waits for it.
 */
import { bootstrap } from "./package";

export function listen(): void {
  chrome.runtime.onInstalled.addListener((details) => {
    if (details.reason === "install") void welcome();
  });
}

async function welcome(): Promise<void> {
  const { installType } = await chrome.management.getSelf();
  if (installType === "admin" || (await bootstrap()) !== null) return;
  await chrome.tabs.create({ url: chrome.runtime.getURL("options/index.html#welcome") });
}
