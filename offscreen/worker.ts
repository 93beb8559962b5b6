/**
 * The agent's program (wasm/agent) in a dedicated worker of its document. A run outlives the
 * panel, the service worker and the browser: all that it is stands in the database, and the
 * program goes on with it.
 */
import type { AgentCalls } from "../contracts/agent.gen";
import type { Asked, FromAgent } from "../contracts/agent";
import { Module } from "../serviceworker/module";
import { json } from "../serviceworker/text";
import { Database } from "./database";
import { Fetches } from "./fetches";
import type { FromProgram, ToProgram } from "./program";
import { here, zone } from "./zone";

/** What is delivered to the program: see wasm/local/local.go. */
const kinds = { answer: 1, refusal: 2, event: 3, piece: 7, end: 8 } as const;

type Handlers = { [C in keyof AgentCalls]: (a: AgentCalls[C]["args"]) => AgentCalls[C]["answer"] | Promise<AgentCalls[C]["answer"]> };

const say = (message: FromProgram) => self.postMessage(message);
/** A file of the extension's. */
const at = (file: string) => fetch(new URL(`../${file}`, location.href));

class Home {
  private module: Module | undefined;
  private readonly fetches = new Fetches({
    piece: (id, text) => this.module?.deliver(kinds.piece, id, text),
    end: (id, why) => this.module?.deliver(kinds.end, id, why),
  });
  private last = 0;
  /** The questions that are not answered yet. Their order is that of the asking. */
  private readonly asked = new Map<number, { question: FromAgent; resolve(value: unknown): void; reject(e: Error): void }>();

  async start(): Promise<void> {
    const [compiled, database, { version }] = await Promise.all([
      WebAssembly.compileStreaming(at("agent.wasm")),
      Database.open(),
      at("manifest.json").then((r) => r.json() as Promise<{ version: string }>), // a worker has no chrome
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
      (died) => say({ died }),
    );
    this.module = module;
    module.start();
    this.tell({ event: "host", minutes: -new Date().getTimezoneOffset(), place: here(), version });
    self.onmessage = ({ data }: MessageEvent<ToProgram>) => this.told(data);
    say({ started: true });
  }

  /** Asks what only the service worker can tell. The next one is asked again when it ends: none of that does anything twice. */
  private ask(ask: Asked, value?: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const question = { id: ++this.last, ask, value };
      this.asked.set(question.id, { question, resolve, reject });
      say(question);
    });
  }

  private calls(db: Database): Handlers {
    return {
      append: (a) => db.append(a.run, a.after, a.entry),
      entries: (a) => db.entries(a.run),
      forget: (a) => db.forget(a.run),
      put: (a) => db.put(a.table, a.key, a.text),
      get: (a) => db.get(a.table, a.key),
      all: (a) => db.all(a.table),
      settings: () => this.ask("settings"),
      policy: () => this.ask("policy"),
      keep_settings: async (a) => void (await this.ask("keep", a.settings)),
      file: async (a) => (await at(a.name)).text(),
      wire: (a) => say({ wire: a.data }),
      fetch: (a) => this.fetches.begin(a),
      allowed: async (a) => (await this.ask("allowed", a.origin)) === true,
      reach: (a) => this.fetches.reach(a.url),
      abort: (a) => this.fetches.abort(a.id),
      frame: (a) => say({ frame: { port: a.port, data: a.frame } }),
      close: (a) => say({ close: a.port }),
      awake: (a) => say({ awake: a.at, runs: a.any }),
      zone: (a) => zone(a.place, a.at),
      log: (a) => console.log("bua:", a.line),
    };
  }

  private told(m: ToProgram): void {
    if (m.lost) {
      say({ heard: true }); // first: what is said before, the document drops
      for (const { question } of this.asked.values()) say(question);
      this.tell({ event: "wire_lost" });
    }
    if (m.wire !== undefined) this.tell({ event: "wire" }, m.wire);
    if (m.frame) this.tell({ event: "panel", port: m.frame.port }, m.frame.data);
    if (m.closed !== undefined) this.tell({ event: "panel_closed", port: m.closed });
    if (m.id === undefined) return;
    const waiting = this.asked.get(m.id);
    this.asked.delete(m.id);
    if (m.refused) waiting?.reject(new Error(m.refused));
    else waiting?.resolve(m.value ?? null);
  }

  /** Tells the program an event, and what belongs to it on a line of its own. */
  private tell(event: object, line?: unknown): void {
    this.module?.deliver(kinds.event, 0, line === undefined ? json(event) : `${json(event)}\n${json(line)}`);
  }
}

new Home().start().catch((e: unknown) => say({ died: String(e) }));
