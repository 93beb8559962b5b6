/** The tools that a document offers (WebMCP). The browser's own functions are called in this world, where no page can replace them. */
import type { ToolFound, Tool, UseTool, ToolSaid } from "../common/engine.gen";
import type { OfferedTool } from "../../contracts/protocol.gen";
import type { Reading } from "./answer";
import { Fault } from "../common/fault";
import { attr, hasAttr, queryAll, viewOf } from "../dom/native";
import { bytes, cut, line } from "../common/plain-text";
import { scopeOf } from "../dom/scope";

/** Offered is the browser's RegisteredTool. */
interface Offered {
  name: string;
  description: string;
  inputSchema?: Schema;
  window: unknown;
}

interface Schema {
  type?: unknown;
  enum?: unknown;
  properties?: Record<string, Schema>;
  required?: unknown;
}

interface Context extends EventTarget {
  getTools(): Promise<Offered[]>;
  executeTool(tool: Offered, input: object, options: { signal: AbortSignal }): Promise<string | null>;
}

const most = 40;
const maxSchema = 16 << 10;

/** contextOf asks the prototype, since a document takes the names of forms and images. A site on trial may have it later than the engine is there. */
const contextOf = (doc: Document): Context | undefined =>
  Object.getOwnPropertyDescriptor(Document.prototype, "modelContext")?.get?.call(doc) as Context | undefined;

/** offered lists the tools of a document itself. */
async function offered(doc: Document): Promise<Offered[]> {
  const list = await contextOf(doc)?.getTools();
  return list?.filter((t) => t.window === viewOf(doc)) ?? [];
}

/** withTools adds to a whole reading the tools that the page offers. */
export function withTools(within: boolean | undefined, out: Reading): Reading | Promise<Reading> {
  const doc = scopeOf(within);
  if (!contextOf(doc)) return out;
  return offered(doc).then((list) => {
    if (!list.length) return out;
    const left = list.length - most;
    if (left > 0) out.truncated = `${out.truncated ? out.truncated + "; " : ""}${left} tools are left out`;
    return { ...out, tools: list.slice(0, most).map(told) };
  });
}

function told(t: Offered): OfferedTool {
  const schema = t.inputSchema;
  const needs = Array.isArray(schema?.required) ? schema.required : [];
  const input = Object.entries(schema?.properties ?? {}).map(
    ([name, s]) => `${name}${needs.includes(name) ? "" : "?"}: ${String(Array.isArray(s?.enum) ? s.enum.join("|") : (s?.type ?? "any"))}`,
  );
  return { name: cut(line(t.name), 128), description: cut(line(t.description), 160), input: cut(line(input.join(", ")), 300) };
}

/** tool looks for one by its name. */
export async function tool({ name, within }: Tool): Promise<Omit<ToolFound, "url">> {
  const doc = scopeOf(within);
  const list = await offered(doc);
  const one = list.find((t) => t.name === name);
  if (!one) return { none: !contextOf(doc), others: list.slice(0, most).map((t) => cut(line(t.name), 128)) };
  const schema = JSON.stringify(one.inputSchema ?? {});
  return { found: true, schema: schema.length > maxSchema ? "" : schema };
}

let running: AbortController | null = null;

/** endTool ends the call that runs. */
export function endTool(): void {
  running?.abort();
}

/** useTool calls one. What fills a form of the page is done when that is filled: the form is sent by its button. */
export async function useTool({ name, arguments: input, within, ms, cap }: UseTool): Promise<Omit<ToolSaid, "url">> {
  const doc = scopeOf(within);
  const one = (await offered(doc)).find((t) => t.name === name);
  if (!one) throw new Fault("invalid_action", "The tool is gone; extract.");
  const context = contextOf(doc)!;
  const fills = [...queryAll(doc, "form[toolname]")].some((f) => attr(f, "toolname") === name && !hasAttr(f, "toolautosubmit"));
  const filled = new Promise<true>((done) => fills && context.addEventListener("toolactivated", () => done(true), { once: true }));
  const mine = (running = new AbortController());
  const late = setTimeout(() => mine.abort(late), ms);
  try {
    const said = await Promise.race([filled, context.executeTool(one, JSON.parse(input), { signal: mine.signal })]);
    if (said === true) return { waits: true };
    const answer = head(said ?? "", cap);
    return { answer, truncated: answer !== (said ?? "") };
  } catch (e) {
    if (mine.signal.reason === late) throw new Fault("timeout", `The page's tool gave no answer in ${ms} ms and was ended; extract.`);
    // The browser's words, which may quote the page's.
    throw new Fault("invalid_action", `The page's tool failed: "${cut(line(String((e as Error)?.message)).replace(/"/g, "'"), 200)}"; extract.`);
  } finally {
    clearTimeout(late);
    if (running === mine) running = null;
  }
}

/** head is as much of s as has room in n bytes of UTF-8. */
function head(s: string, n: number): string {
  let part = s.slice(0, n);
  for (let over; (over = bytes(part) - n) > 0; ) part = part.slice(0, -Math.ceil(over / 3));
  return part;
}
