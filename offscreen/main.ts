/**
 * The document in which bua's own agent lives where there is no backend. A run outlives the
 * panel, the service worker and the browser: all that it is stands in the database, and the
 * program (wasm/agent) goes on with it. Chrome shows the document to nobody.
 */
import type { AgentCalls } from "../contracts/agent.gen";
import type { ToAgent } from "../contracts/agent";
import { Module } from "../serviceworker/module";
import { json } from "../serviceworker/text";
import { Database } from "./database";
import { Fetches } from "./fetches";
import { Worker } from "./worker";

/** What is delivered to the program: see wasm/local/local.go. */
const kinds = { answer: 1, refusal: 2, event: 3, piece: 7, end: 8 } as const;

type Handlers = { [C in keyof AgentCalls]: (a: AgentCalls[C]["args"]) => AgentCalls[C]["answer"] | Promise<AgentCalls[C]["answer"]> };

class Home {
  private module: Module | undefined;
  private readonly fetches = new Fetches({
    piece: (id, text) => this.module?.deliver(kinds.piece, id, text),
    end: (id, why) => this.module?.deliver(kinds.end, id, why),
  });
  private readonly worker = new Worker({
    told: (m) => this.told(m),
    lost: () => this.tell({ event: "wire_lost" }),
  });
  private readonly early: string[] = [];

  async start(): Promise<void> {
    const at = (file: string) => fetch(chrome.runtime.getURL(file));
    const [compiled, database, { version }] = await Promise.all([
      WebAssembly.compileStreaming(at("agent.wasm")),
      Database.open(),
      at("manifest.json").then((r) => r.json() as Promise<{ version: string }>), // chrome.runtime has no getManifest here
    ]);
    const calls = this.calls(database);
    const module: Module = new Module(
      compiled,
      {
        call: (id, text) => {
          const { call, ...args } = JSON.parse(text) as { call: keyof AgentCalls };
          const done = (kind: number, value: unknown) => {
            if (id && !module.dead) module.deliver(kind, id, json(value ?? null));
          };
          Promise.resolve((calls[call] as (a: unknown) => unknown)(args)).then(
            (value) => done(kinds.answer, value),
            (e: unknown) => done(kinds.refusal, { message: e instanceof Error ? e.message : String(e) }),
          );
        },
        socket: () => undefined, // the program has none
        log: (line) => console.log("bua:", line),
      },
      (reason) => {
        console.error("bua: the agent's program died:", reason);
        location.reload(); // the journals have all that it was
      },
    );
    this.module = module;
    module.start();
    this.tell({ event: "host", minutes: -new Date().getTimezoneOffset(), version });
    for (let text = this.early.shift(); text !== undefined; text = this.early.shift()) module.deliver(kinds.event, 0, text);
  }

  private calls(db: Database): Handlers {
    return {
      append: (a) => db.append(a.run, a.after, a.entry),
      entries: (a) => db.entries(a.run),
      forget: (a) => db.forget(a.run),
      put: (a) => db.put(a.table, a.key, a.text),
      get: (a) => db.get(a.table, a.key),
      all: (a) => db.all(a.table),
      settings: () => this.worker.ask("get"),
      keep_settings: async (a) => void (await this.worker.ask("put", a.settings)),
      file: async (a) => (await fetch(chrome.runtime.getURL(a.name))).text(),
      wire: (a) => this.worker.say({ wire: a.data }),
      fetch: (a) => this.fetches.begin(a),
      reach: (a) => this.fetches.reach(a.url),
      abort: (a) => this.fetches.abort(a.id),
      frame: (a) => this.worker.say({ frame: { port: a.port, data: a.frame } }),
      close: (a) => this.worker.say({ close: a.port }),
      awake: (a) => this.worker.say({ awake: a.on }),
      log: (a) => console.log("bua:", a.line),
    };
  }

  private told(m: ToAgent): void {
    if (m.wire !== undefined) this.tell({ event: "wire" }, m.wire);
    if (m.frame) this.tell({ event: "panel", port: m.frame.port }, m.frame.data);
    if (m.closed !== undefined) this.tell({ event: "panel_closed", port: m.closed });
  }

  /** Tells the program an event, and what belongs to it on a line of its own. */
  private tell(event: object, line?: unknown): void {
    const text = line === undefined ? json(event) : `${json(event)}\n${json(line)}`;
    if (this.module) this.module.deliver(kinds.event, 0, text);
    else this.early.push(text);
  }
}

void new Home().start();
