/** What comes from the extension's own folder, and the one request that pairs it. */

const pairTimeout = 10_000;

/** Returns bootstrap.json, which a launcher puts beside the manifest; null when there is none. */
export async function bootstrap(): Promise<unknown> {
  try {
    const answer = await fetch(chrome.runtime.getURL("bootstrap.json"), { cache: "no-store" });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null; // a missing file of the package is a network error
  }
}

/** Posts a pairing code and returns status and answer; it never follows a redirect with it. */
export async function pair(url: string, body: unknown): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    redirect: "error",
    credentials: "omit",
    cache: "no-store",
    signal: AbortSignal.timeout(pairTimeout),
  });
  const text = (await answer.text()).slice(0, 16384);
  try {
    return { status: answer.status, body: JSON.parse(text) };
  } catch {
    return { status: answer.status, body: null };
  }
}
