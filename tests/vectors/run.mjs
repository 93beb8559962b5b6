// Runs inputs through the wasm program: node run.mjs wasm_exec.js program.wasm
// Standard input: one base64 line per input (door, newline, bytes).
// Standard output: one line per answer, base64, or "trap" and the reason.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import vm from "node:vm";

const [execPath, wasmPath] = process.argv.slice(2);
vm.runInThisContext(readFileSync(execPath, "utf8"), execPath);
const module = await WebAssembly.compile(readFileSync(wasmPath));

async function start() {
  const go = new globalThis.Go();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  void go.run(instance);
  return instance.exports;
}

let wasm = await start();
for await (const line of createInterface({ input: process.stdin })) {
  const input = Buffer.from(line, "base64");
  try {
    const at = wasm.alloc(input.length) >>> 0;
    new Uint8Array(wasm.memory.buffer).set(input, at);
    const size = wasm.reply() >>> 0;
    const from = wasm.result() >>> 0;
    process.stdout.write(Buffer.from(wasm.memory.buffer, from, size).toString("base64") + "\n");
  } catch (e) {
    process.stdout.write("trap " + String(e).replace(/\s+/g, " ") + "\n");
    wasm = await start();
  }
}
// The program never ends by itself, and an exit cuts what is still unwritten.
process.stdout.end(() => process.exit(0));
