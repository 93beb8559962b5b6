/**
 * One running instance of the Go core. Everything crosses as UTF-8 bytes in
 * its linear memory: no JavaScript value is ever held by Go, because TinyGo
 * has no finalizers and would hold it for ever.
 *
 * A call into Go that throws, whatever it throws, is the instance's end: its
 * memory can no longer be trusted. It is then dead, and deaf to late answers.
 */

import { Kind } from "../contracts/seam.gen";
import { wasi } from "./wasi";

/** What the instance asks of its surroundings; an implementation never throws. */
export interface Host {
  /** Does what text (JSON) says and later answers with deliver(answer|refusal, id). */
  call(id: number, text: string): void;
  /** Works the WebSocket: see socket.ts for the ops. */
  socket(op: number, conn: number, text: string): void;
  /** Prints a line of the core's. */
  log(line: string): void;
}

interface Exports {
  memory: WebAssembly.Memory;
  _start(): void;
  go_scheduler(): void;
  alloc(size: number): number;
  deliver(kind: number, id: number, ptr: number, size: number): void;
  collect(): void;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** setTimeout's own limit; a longer wait wakes early and sleeps on. */
const maxDelay = 0x7fffffff;

export class Module {
  dead = false;
  private readonly exports: Exports;
  private depth = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Instantiates; start() must follow. died is called once, from the turn in which it happened. */
  constructor(
    compiled: WebAssembly.Module,
    private readonly host: Host,
    private readonly died: (reason: string) => void,
  ) {
    this.exports = new WebAssembly.Instance(compiled, this.imports(compiled)).exports as unknown as Exports;
  }

  /** Runs main until it waits. */
  start(): void {
    this.guard(() => this.exports._start());
  }

  /** Hands bytes over and lets Go run until it waits again. */
  deliver(kind: number, id: number, text: string): void {
    this.guard(() => {
      const bytes = encoder.encode(text);
      // alloc may grow the memory, which detaches every older view of it.
      const ptr = this.exports.alloc(bytes.length) >>> 0;
      new Uint8Array(this.exports.memory.buffer, ptr, bytes.length).set(bytes);
      this.exports.deliver(kind, id, ptr, bytes.length);
      this.exports.go_scheduler();
    });
  }

  /** Ends the instance from outside. */
  kill(reason: string): void {
    if (this.dead) return;
    this.dead = true;
    clearTimeout(this.timer);
    this.died(reason);
  }

  /** The size of the linear memory in bytes. */
  get size(): number {
    return this.exports.memory.buffer.byteLength;
  }

  /** Makes Go read outside its memory: a real trap, for the specs. */
  poison(): void {
    this.guard(() => {
      this.exports.deliver(Kind.event, 0, 0xfffff000 | 0, 0x800);
      this.exports.go_scheduler();
    });
  }

  /**
   * Calls into Go. Afterwards, when no Go function is left on the stack of any
   * call, is the only time at which Go's memory may be collected: wasm/heap.
   */
  private guard(f: () => void): void {
    if (this.dead) return;
    try {
      this.depth++;
      f();
      if (this.depth === 1) this.exports.collect();
    } catch (e) {
      // The stack names functions only, never what they worked on.
      this.kill(e instanceof Error ? (e.stack ?? String(e)) : String(e));
    } finally {
      this.depth--;
    }
  }

  private read(ptr: number, size: number): string {
    return decoder.decode(new Uint8Array(this.exports.memory.buffer, ptr >>> 0, size >>> 0));
  }

  /** The functions that the program imports and no others: a new one fails the instantiation. */
  private imports(compiled: WebAssembly.Module): WebAssembly.Imports {
    const quiet = (f: () => void) => {
      try {
        f();
      } catch (e) {
        console.error("bua: host:", e); // an exception thrown into Go would end it
      }
    };
    return {
      bua: {
        call: (id: number, ptr: number, size: number) => quiet(() => this.host.call(id >>> 0, this.read(ptr, size))),
        socket: (op: number, conn: number, ptr: number, size: number) =>
          quiet(() => this.host.socket(op, conn >>> 0, this.read(ptr, size))),
        ascii: (ptr: number, size: number, out: number, room: number) => {
          const bytes = encoder.encode(ascii(this.read(ptr, size)));
          if (bytes.length > room >>> 0) return 0;
          new Uint8Array(this.exports.memory.buffer, out >>> 0, bytes.length).set(bytes);
          return bytes.length;
        },
        now: () => Date.now(),
        seed: () => crypto.getRandomValues(new Uint32Array(1))[0],
      },
      gojs: {
        // Package time links syscall/js, whose start-up looks up a few globals
        // and keeps what it gets: undefined. Nothing else of it is ever called,
        // so Go holds no JavaScript value.
        ...noValues(compiled),
        "runtime.ticks": () => BigInt(Math.floor(performance.now() * 1e6)),
        // Go asks again on every idle turn, always for its nearest timer: one host timer is enough.
        "runtime.sleepTicks": (ns: bigint) => {
          clearTimeout(this.timer);
          const run = () => this.guard(() => this.exports.go_scheduler());
          this.timer = setTimeout(run, Math.min(Math.ceil(Number(ns) / 1e6), maxDelay));
        },
      },
      wasi_snapshot_preview1: wasi(() => this.exports.memory, this.host.log),
    };
  }
}

/** A host as this browser writes it, "" for what is none. Go has seen that nothing in it ends a host. */
function ascii(host: string): string {
  try {
    return new URL(`http://${host}/`).hostname;
  } catch {
    return "";
  }
}

function noValues(compiled: WebAssembly.Module): WebAssembly.ModuleImports {
  const out: WebAssembly.ModuleImports = {};
  for (const { module, name } of WebAssembly.Module.imports(compiled)) {
    if (module !== "gojs" || !name.startsWith("syscall/js.")) continue;
    out[name] = () => {
      throw new Error(`Go reached for a JavaScript value: ${name}`);
    };
  }
  out["syscall/js.valueGet"] = () => 0n; // the box of undefined
  return out;
}
