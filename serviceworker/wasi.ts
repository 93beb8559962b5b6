/** The two WASI functions that TinyGo's runtime imports: print and exit. */

const decoder = new TextDecoder();

/** Returns them over a memory; log gets whole lines. */
export function wasi(memory: () => WebAssembly.Memory, log: (line: string) => void): WebAssembly.ModuleImports {
  let rest = "";
  return {
    fd_write(_fd: number, iovs: number, count: number, written: number): number {
      const view = new DataView(memory().buffer);
      let total = 0;
      for (let at = iovs >>> 0; count > 0; count--, at += 8) {
        const size = view.getUint32(at + 4, true);
        rest += decoder.decode(new Uint8Array(view.buffer, view.getUint32(at, true), size));
        total += size;
      }
      view.setUint32(written >>> 0, total, true);
      const lines = rest.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) log(line);
      return 0;
    },
    proc_exit(code: number): never {
      throw new Error(`the core exited with ${code}`); // main never returns, so this is a death
    },
  };
}
