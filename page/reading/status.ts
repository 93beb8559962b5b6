/** The HTTP status of a document: a signal for the obstacle classifier. */
import { viewOf } from "../dom/native";

const address = (url: string): string => url.replace(/[?#].*/, "");

/**
 * status is 0 where it is not known: a document that came from no response, and
 * one that a script has given another address since, for the status was that of
 * the page before. A change of the query alone is none: challenges take theirs off.
 */
export function status(of: Document): number {
  const win = viewOf(of);
  const e = win?.performance.getEntriesByType("navigation")[0] as (PerformanceEntry & { responseStatus?: number }) | undefined;
  return (e && address(e.name) === address(win!.location.href) && e.responseStatus) || 0;
}
