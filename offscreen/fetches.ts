/**
 * Requests to models. The program says where and with what; nothing is followed elsewhere,
 * since a key would go there too, and no cookie of the person's goes along.
 */
import type { AgentCalls, Fetched } from "../contracts/agent.gen";

/** Hands over a piece of an answer, or its end with what broke it off. */
export interface Told {
  piece(id: number, text: string): void;
  end(id: number, why: string): void;
}

/** How long a server of this machine may take to say anything, in ms. */
const patience = 2000;

export class Fetches {
  private readonly open = new Map<number, AbortController>();

  constructor(private readonly told: Told) {}

  async begin(a: AgentCalls["fetch"]["args"]): Promise<Fetched> {
    const stop = new AbortController();
    this.open.set(a.id, stop);
    try {
      const r = await fetch(a.url, {
        method: a.method,
        headers: a.headers,
        ...(a.body ? { body: a.body } : {}),
        redirect: "manual",
        credentials: "omit",
        cache: "no-store",
        referrerPolicy: "no-referrer",
        signal: stop.signal,
      });
      if (r.type === "opaqueredirect") {
        this.open.delete(a.id);
        return { status: 300, failed: "", headers: {} };
      }
      void this.pour(a.id, r);
      return { status: r.status, failed: "", headers: Object.fromEntries(r.headers) };
    } catch {
      this.open.delete(a.id);
      return { status: 0, failed: navigator.onLine ? "refused" : "offline", headers: {} };
    }
  }

  /** Says whether a server is at an address, and whether its answers may be read. */
  async reach(url: string): Promise<"none" | "open" | "hidden"> {
    const quiet = { credentials: "omit", cache: "no-store", redirect: "manual", signal: AbortSignal.timeout(patience) } as const;
    try {
      await fetch(url, quiet);
      return "open";
    } catch {
      // It is not there, or the browser tells nothing of it.
    }
    try {
      await fetch(url, { ...quiet, mode: "no-cors", redirect: "follow" }); // the only way that this mode has
      return "hidden";
    } catch {
      return "none";
    }
  }

  /** Ends a request. */
  abort(id: number): void {
    this.open.get(id)?.abort();
    this.open.delete(id);
  }

  /** Hands over what comes. A piece never ends within a character. */
  private async pour(id: number, r: Response): Promise<void> {
    let why = "";
    try {
      const text = r.body?.pipeThrough(new TextDecoderStream());
      for (const reader = text?.getReader(); reader; ) {
        const { done, value } = await reader.read();
        if (done) break;
        this.told.piece(id, value);
      }
    } catch (e) {
      why = e instanceof Error ? e.message || e.name : String(e);
    }
    if (this.open.delete(id)) this.told.end(id, why);
  }
}
