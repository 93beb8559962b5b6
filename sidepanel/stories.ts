/** Every state of the panel, as fixtures that open without a backend: go run ./build ui --stories. */
import type { Help, TabSession } from "../contracts/bridge-service";
import type { Fixture } from "../services/mock";
import type { PanelFixture } from "../services/panel-mock";
import type { Abilities, Job, Run, RunQuestion, Update } from "../contracts/panel-service";

export interface PanelStory {
  bridge?: Fixture;
  panel?: PanelFixture;
  /** What is pressed when it is drawn. */
  press?: string;
  /** What is written then into the field of a task or of a search; a new line at the end is Enter. */
  write?: string;
}

const now = Date.now();
const sec = 1000;
const min = 60 * sec;

const abilities: Partial<Abilities> = {
  models: [
    { name: "anthropic/claude-sonnet-4-5", in: 3_000_000, out: 15_000_000 },
    { name: "ollama/qwen3:14b", local: true },
  ],
  default: "anthropic/claude-sonnet-4-5",
  providers: [
    { name: "openai", title: "OpenAI", keysAt: "platform.openai.com/api-keys" },
    { name: "anthropic", title: "Anthropic", keysAt: "console.anthropic.com/settings/keys", hasKey: true },
  ],
};

const keyed: Partial<Abilities> = { ...abilities, where: "browser", providers: [{ name: "anthropic", title: "Anthropic", keysAt: "console.anthropic.com/settings/keys", hasKey: true, origin: "https://api.anthropic.com" }] };

const tab = { tabId: 7, title: "Offers of the week – Example Shop", url: "https://shop.example.net/offers" };

export const run = (r: Partial<Run>): Run => ({
  id: "r1",
  task: "Put the cheapest Darjeeling into the basket, and tell me what it costs with postage.",
  mode: "act",
  model: "anthropic/claude-sonnet-4-5",
  status: "running",
  created: now - 2 * min,
  updated: now - 3 * sec,
  tab: 7,
  url: tab.url,
  used: { steps: 3, in: 14_200, out: 640, money: 52_200, ms: 14_000 },
  ...r,
});

const call = (n: number, name: string, args: object, result?: string, failed = false): Update[] => [
  { entry: 2 * n, at: now - 100 * sec + n * 5 * sec, type: "calls", call: `c${n}`, name, arguments: JSON.stringify(args) },
  { entry: 2 * n, at: now - 100 * sec + n * 5 * sec, type: "spent", used: { steps: n, in: 3000 * n, out: 160 * n, money: 12_600 * n, ms: 4000 * n } },
  ...(result === undefined ? [] : [{ entry: 2 * n + 1, at: now - 100 * sec + n * 5 * sec + 1400, type: "results" as const, call: `c${n}`, text: result, failed, site: "https://shop.example.net" }]),
];

const read = "shop.example.net/offers\n\n# Offers of the week\n- Darjeeling First Flush, 100 g, 8.90\n- Assam, 100 g, 5.40";

const steps: Update[] = [
  { entry: 1, at: now - 99 * sec, type: "says", text: "I look at the offers first." },
  ...call(1, "extract", {}, read),
  ...call(2, "click", { uid: "e41" }, 'clicked the button "Sort by price"'),
  ...call(3, "type", { uid: "e7", text: "Darjeeling" }, "element_stale: the element is gone; extract again", true),
  ...call(4, "extract", { query: "Darjeeling" }, read),
];

const answer = `## What I found

The cheapest **Darjeeling** is *First Flush*, 100 g. It is in your basket.

| Tea | Price | Postage |
|---|---:|---:|
| Darjeeling First Flush | 8.90 | 3.50 |
| Darjeeling Autumnal | 9.40 | 3.50 |

1. With postage it is \`12.40\`.
2. Postage is free from 30.00:
   - two more packets would do,
   - or the tin.

> Delivery takes two to three days.

\`\`\`text
basket: 1 × Darjeeling First Flush
\`\`\`

More is at [the shop's page on delivery](https://shop.example.net/delivery).`;

const began = (r: Run): Update => ({ type: "began", run: r });
const one = (r: Run, list: Update[], bridge: Fixture = {}): PanelStory => ({ bridge, panel: { abilities, tab, runs: [r], updates: { [r.id]: [began(r), ...list] } } });
const over = (status: Run["status"], summary: string, code = ""): Update => ({ entry: 90, at: now - sec, type: "status", status, summary, ...(code ? { code } : {}) });

const notAllowed = (denied: boolean): PanelStory => {
  const { panel } = one(run({ status: "failed", code: "model_host" }), [...steps, over("failed", "The browser keeps bua from https://api.anthropic.com, where Anthropic is: you have not allowed that host, or no longer. Allow it, then resume the run.", "model_host")]);
  return { panel: { ...panel, abilities: { ...abilities, where: "browser", models: [{ name: "anthropic/claude-sonnet-4-5", origin: "https://api.anthropic.com" }] }, denied } };
};

const asked = (q: Partial<RunQuestion>): PanelStory => {
  const question: RunQuestion = { id: 4, text: 'Send "Send" on https://mail.example.com?', sink: "send", site: "https://mail.example.com", what: "Send", ...q };
  const r = run({ status: "waiting_person", question });
  return one(r, [...steps, { entry: 20, at: now, type: "asks", question }, { entry: 20, at: now, type: "status", status: "waiting_person" }]);
};

const handsOver = (helps: Help[]): PanelStory => {
  const question: RunQuestion = { id: 6, text: "Please log in, then press Done.", help: true };
  const told: Update[] = [...call(6, "help", { message: question.text }), { entry: 13, at: now, type: "asks", question }, { entry: 13, at: now, type: "status", status: "waiting_person" }];
  return one(run({ status: "waiting_person", question }), [...steps, ...told], { state: { helps } });
};

const long = "a-very-long-label-that-nobody-should-ever-need-but-somebody-has.".repeat(3) + "example";

const all: Run[] = [
  run({ id: "r1", status: "waiting_person", task: "Answer the mail of the landlord: we come on Tuesday at six." }),
  run({ id: "r2" }),
  run({ id: "r3", status: "scheduled", task: "Every weekday at nine: is there a table for two on Friday?" }),
  run({ id: "r4", status: "done", updated: now - 40 * min, summary: "Done." }),
  run({ id: "r5", status: "not_verified", updated: now - 3 * 60 * min, task: "Book the court for Sunday at ten." }),
  run({ id: "r6", status: "failed", updated: now - 26 * 60 * min, created: now - 26 * 60 * min, task: `Compare three hotels. ${long}` }),
  run({ id: "r7", status: "stopped", updated: now - 50 * 60 * min, created: now - 50 * 60 * min, task: "残りの航空券の値段を調べて", used: { steps: 0, in: 0, out: 0, ms: 0 } }),
];

const several: Run[] = [
  run({ id: "r1" }),
  run({ id: "r2", tab: 9, status: "waiting_person", task: "Answer the mail of the landlord: we come on Tuesday at six." }),
  run({ id: "r3", tab: 11, task: `Compare three hotels. ${long}` }),
  run({ id: "r4", tab: 13, status: "done", updated: now - 40 * min }),
];

const jobs: Job[] = [
  { id: "j1", task: "Is there a table for two on Friday?", url: "https://table.example.net/", form: "weekly", days: 31, minute: 540, state: "pending", next: now + 14 * 60 * min, count: 6, last: run({ id: "r4", status: "done", updated: now - 10 * 60 * min }) },
  { id: "j2", task: "Has the price of the Darjeeling changed?", form: "every", minutes: 90, state: "paused", why: "schedule_failed_often", count: 5, last: run({ id: "r6", status: "failed", updated: now - 3 * 60 * min }) },
  { id: "j3", task: "Pay the rent: fill the form in, and ask me.", form: "monthly", date: 28, minute: 480, zone: "Asia/Tokyo", state: "needs_user_input", next: now + 5 * 24 * 60 * min, count: 1 },
  { id: "j4", task: `Read the news. ${long}`, form: "weekly", days: 0b1010101, minute: 1200, state: "queued", why: "schedule_browser_away", next: now + min, count: 0 },
  { id: "j5", task: "Order the birthday cake.", form: "once", state: "completed", count: 1 },
];

const left = (tabId: number, own: boolean): TabSession => ({ tabId, own, domain: "shop.example.net", title: "", icon: "", startedAt: now - min, lastActionAt: now - min, actionCount: 3, lastAction: "click", agent: "bua" });

const help = { tabId: 7, domain: "mail.example.com", agent: "bua", message: "Please log in, then press Done.", at: now - 12 * sec, until: now + 5 * min };

export const stories: Record<string, PanelStory> = {
  "no backend": { bridge: { state: { link: { state: "backoff", reason: "no_backend", nextTry: now + 12 * sec } } }, panel: { closed: true } },
  "not paired": { bridge: { state: { link: { state: "unpaired", serverUrl: "", deviceName: "" } } }, panel: { closed: true } },
  connecting: { bridge: { state: { link: { state: "connecting" } } }, panel: { closed: true } },
  "a server": { panel: { abilities: { runs: false } } },
  "no model": { panel: { abilities: { providers: abilities.providers ?? [] }, tab } },
  "no model, in this browser": { panel: { abilities: { where: "browser", providers: abilities.providers ?? [] }, tab, found: [{ title: "Ollama", models: ["ollama/qwen3:14b"] }] } },
  "no model, some found": { panel: { abilities: { providers: abilities.providers ?? [] }, tab, found: [{ title: "Ollama", models: ["ollama/qwen3:14b", "ollama/llama3.1:8b"] }] } },
  models: { panel: { abilities, tab, found: [{ title: "Ollama", models: ["ollama/qwen3:14b", "ollama/llama3.1:8b"] }] }, press: "[data-models]" },
  "models, those of a provider": { panel: { abilities: keyed, tab, offers: ["claude-opus-4-6", "claude-sonnet-4-5", "claude-haiku-4-5"] }, press: "[data-models] >> .fields [type=submit]" },
  "models, no list of a provider": { panel: { abilities: keyed, tab }, press: "[data-models] >> .fields [type=submit]" },
  "models, a key refused": { panel: { abilities: keyed, tab, unlisted: "model_key" }, press: "[data-models] >> .fields [type=submit]" },
  "models, a provider away": { panel: { abilities: keyed, tab, unlisted: "model_unreachable" }, press: "[data-models] >> .fields [type=submit]" },
  "models, with caps": { panel: { abilities, tab, paid: { today: 412_300, month: 7_830_000, models: [{ model: "anthropic/claude-sonnet-4-5", money: 7_710_000 }, { model: `openai/${long}`, money: 120_000 }], runCap: 500_000, monthCap: 20_000_000 } }, press: "[data-models]" },
  "models, chosen by the organisation": {
    panel: {
      abilities: {
        where: "browser",
        fixed: true,
        models: [{ name: "llm/qwen3", origin: "https://llm.example.com", fixed: true }, { name: "ollama/qwen3:14b", local: true }],
        default: "llm/qwen3",
        providers: [{ name: "openai", title: "OpenAI", keysAt: "platform.openai.com/api-keys", models: ["gpt-5", "gpt-5-mini"] }],
        odd: ["agentModels: there is no provider opneai: write an address behind the model, https://llm.example.com/v1"],
      },
      tab,
    },
    press: "[data-models]",
  },
  "models, no keys of one's own": { panel: { abilities: { where: "browser", noKeys: true, models: [{ name: "ollama/qwen3:14b", local: true }], default: "ollama/qwen3:14b" }, tab }, press: "[data-models]" },
  "models, another server": { panel: { abilities, tab }, press: "[data-models] >> summary" },
  "new task": { panel: { abilities, tab } },
  "new task, in this browser": { panel: { abilities: { ...abilities, where: "browser" }, tab: { ...tab, url: "https://city.example/antrag/parken" } } },
  "new task, no page": { panel: { abilities } },
  "new task, quoting a selection": { panel: { abilities, tab, draft: { mode: "ask", of: "selection", url: tab.url, text: "Darjeeling First Flush, 100 g\n8.90 \u202egnitirw\u202c, free postage from 30.00" } } },
  "new task, quoting a link": { panel: { abilities, tab, draft: { mode: "act", of: "link", url: tab.url, text: `https://shop.example.net/${long}` } } },
  "new task, nothing to quote": { panel: { abilities, tab, draft: { mode: "ask", of: "page", url: tab.url, text: "", refused: true } } },
  "new task, commands": { panel: { abilities, tab }, write: "/" },
  "new task, unknown command": { panel: { abilities, tab }, write: "/modl \n" },
  "commands in a task": { ...one(run({}), steps), write: "/" },
  notes: { ...one(run({}), [...steps, ...call(7, "note", { text: "The shop closes at six." }, "noted"), ...call(8, "note", { text: "First Flush is 8.90." }, "noted")]), write: "/notes\n" },
  "notes, none": { ...one(run({}), steps), write: "/notes\n" },
  working: one(run({}), [...steps, ...call(5, "click", { uid: "e44" })]),
  "working, others too": { panel: { abilities, tab, runs: several, updates: Object.fromEntries(several.map((r) => [r.id, [began(r), ...steps]])) } },
  "offers notifications": { ...one(run({}), steps), bridge: { notices: { on: false, offered: false } } },
  "answer being written": one(run({}), [...steps, { at: now, type: "thinking", text: answer.slice(0, 330) }]),
  done: one(run({ status: "done" }), [...steps, { entry: 80, at: now - 2 * sec, type: "says", text: answer }, over("done", answer)]),
  "done, with evidence": one(run({ status: "done" }), [...steps, ...call(6, "done", { outcome: "done", summary: "The tea is in the basket.", evidence: [{ text: "1 item" }] }, "done"), over("done", "The tea is in the basket.")]),
  "done, edited": { ...one(run({ status: "done", mode: "ask", model: "ollama/qwen3:14b" }), [...steps, over("done", answer)]), press: "[data-edit]" },
  "done, tabs left": one(run({ status: "done", tab: 21, opened: [21, 22, 23] }), [...steps, over("done", answer)], { state: { sessions: [left(21, true), left(22, true), left(24, true), left(23, false)] } }),
  "not verified": one(run({ status: "not_verified" }), [...steps, over("not_verified", "I pressed Book, but the page shows no booking.", "not_verified")]),
  failed: one(run({ status: "failed" }), [...steps, over("failed", "The model's account is used up; pay in at console.anthropic.com/settings/billing, then continue.", "model_money")]),
  "failed, a host not allowed": notAllowed(false),
  "failed, a host denied": notAllowed(true),
  stopped: one(run({ status: "stopped" }), [...steps, over("stopped", "The person stopped it.")]),
  unknown: one(run({ status: "unknown" }), [...steps, over("unknown", "The browser was gone in the middle of a press.")]),
  retrying: one(run({}), [...steps, { entry: 30, at: now, type: "retrying", code: "model_rate", text: "too many requests at the moment, again in 12 s" }]),
  "context shortened": one(run({}), [...steps, { entry: 30, at: now, type: "shortened" }, ...call(16, "extract", {}, read)]),
  paused: one(run({ status: "waiting_person" }), [...steps, { entry: 30, at: now, type: "status", status: "waiting_person" }]),
  "paused by the person's own press": one(run({ status: "waiting_person", code: "person_acted" }), [...steps, { entry: 30, at: now, type: "status", status: "waiting_person", code: "person_acted" }]),
  "asks to send": asked({}),
  "asks to pay": asked({ sink: "pay", site: "https://shop.example.net", what: "Buy now", text: "Pay?", single: true }),
  "asks to put words elsewhere": asked({ sink: "leave", site: "https://forum.example.org", what: "", text: "Put?", to: "https://forum.example.org", leaves: "Dear all,\nour address is Example Street 12, and the key is under the mat.\n‮gnitirw‬ and\u200b more" }),
  "asks something": asked({ sink: undefined as never, text: "Two are equally cheap. Which of them do you want: the loose leaves or the bags?" }),
  "asks, long": asked({ what: long, site: `https://${long}`, leaves: long.repeat(8) }),
  "asked and answered": one(run({}), [
    ...steps,
    { entry: 20, at: now, type: "asks", question: { id: 4, text: "Send?", sink: "send", site: "https://mail.example.com", what: "Send" } },
    { entry: 21, at: now, type: "person", text: "no" },
    { entry: 22, at: now, type: "asks", question: { id: 5, text: "Loose leaves or bags?" } },
    { entry: 23, at: now, type: "person", text: "Loose, please." },
    { entry: 24, at: now, type: "allowed", question: { id: 0, text: "Send?", sink: "send", site: "https://mail.example.com", what: "Reply" } },
    { entry: 24, at: now, type: "person", text: "And a tin, if there is one." },
  ]),
  "hands over": handsOver([help]),
  "hands over, no longer waited for": handsOver([{ ...help, until: now }]),
  "hands over, in words": handsOver([]),
  "captcha in its tab": one(run({}), steps, { state: { obstacles: [{ tabId: 7, domain: "shop.example.net", kind: "captcha" }] } }),
  trouble: one(run({ trouble: "the run cannot be recorded, so it waits: see whether the disk is full, or delete runs that have ended; it goes on by itself" }), steps),
  "backend away": { bridge: { state: { link: { state: "backoff", reason: "lost", nextTry: now + 4 * sec } } }, panel: { abilities, tab, runs: [run({})], updates: { r1: [began(run({})), ...steps] } } },
  "all tasks": { panel: { abilities, tab, runs: all, paid: { today: 104_400, month: 261_000, models: [] }, updates: { r1: [began(all[0] ?? run({}))] } }, press: "[data-runs]" },
  "all tasks, some in this browser": { panel: { abilities, tab, runs: all.map((r, i) => (i % 3 ? r : { ...r, beside: true })) }, press: "[data-runs]" },
  "all tasks, backend away": { bridge: { state: { link: { state: "backoff", reason: "no_backend", nextTry: now + 12 * sec } } }, panel: { closed: true, beside: true, runs: all.slice(3).map((r) => ({ ...r, beside: true })) }, press: "[data-runs]" },
  "all tasks, searched": { panel: { abilities, tab, runs: all }, press: "[data-runs]", write: "táble friday" },
  "all tasks, none found": { panel: { abilities, tab, runs: all }, press: "[data-runs]", write: "coffee" },
  "all tasks, none": { panel: { abilities, tab }, press: "[data-runs]" },
  "all tasks, deleting": { panel: { abilities, tab, runs: all.slice(3) }, press: "[data-runs] >> [data-delete]" },
  "planned tasks": { panel: { abilities, tab, runs: all, jobs }, press: "[data-runs] >> [data-jobs]" },
  "planned tasks, off": { panel: { abilities, tab, runs: all, off: true, jobs: jobs.map((j) => (j.state === "pending" || j.state === "queued" ? { ...j, state: "paused", why: "schedule_off", next: 0 } : j)) }, press: "[data-runs] >> [data-jobs]" },
  "planned tasks, none": { panel: { abilities, tab, runs: all }, press: "[data-runs] >> [data-jobs]" },
  "planned tasks, removing": { panel: { abilities, tab, runs: all, jobs }, press: "[data-runs] >> [data-jobs] >> [data-remove-job]" },
  "planning a task again": { ...one(run({ status: "done" }), [...steps, over("done", answer)]), write: "/schedule\n" },
  "a call fails": { panel: { abilities, tab, runs: all.slice(3), failure: "the run could not be forgotten; bua's log says why" }, press: "[data-runs] >> [data-delete] >> [data-sure]" },
  long: one(run({ task: long.repeat(4), model: `openai/${long}` }), [{ entry: 1, at: now, type: "says", text: `${long} \`${long}\`\n\n|${long}|b|\n|-|-|\n|${long}|${long}|\n\n\`\`\`\n${long}${long}\n\`\`\`` }, ...call(2, "navigate", { url: `https://${long}/` }, long)]),
};
