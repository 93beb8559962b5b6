/**
 * A link with a target, or window.open, to a file: Chrome opens a tab for it,
 * begins the download there and closes the tab, before anybody could attach to
 * it. The page that asked for the tab has said with which address, so the
 * download of that address is told as one of that page's.
 */

// As long as a server may think about its answer; and few, since a page can ask often.
const patience = 10_000;
const most = 16;

interface Asked {
  tab: number;
  url: string;
  at: number;
}

let asked: Asked[] = [];

/** Takes note of a CDP event; only the wish for a tab counts. */
export function heard(tab: number, method: string, params: { url?: string } | undefined): void {
  if (method !== "Page.windowOpen" || !params?.url) return;
  asked.push({ tab, url: params.url, at: Date.now() });
  asked = asked.slice(-most);
}

/** Says whose page opened a tab for this download, and what CDP would say of it there. */
export function begun(d: chrome.downloads.DownloadItem): { tab: number; params: object } | undefined {
  asked = asked.filter((a) => Date.now() - a.at < patience);
  const i = asked.findIndex((a) => a.url === d.url);
  if (i < 0) return undefined;
  const { tab } = asked.splice(i, 1)[0]!;
  const url = d.finalUrl || d.url;
  const name = URL.canParse(url) ? (new URL(url).pathname.split("/").at(-1) ?? "") : "";
  return { tab, params: { guid: `chrome-${d.id}`, url, suggestedFilename: name } };
}
