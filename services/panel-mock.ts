/** The panel's service in memory: a fixture for what a story shows, and controls that do what they say to it. */
import { type Abilities, type Draft, type FrontTab, type Found, type Job, type Paid, PanelError, type PanelCalls, type PanelService, type Run, type Update } from "../contracts/panel-service";

export interface PanelFixture {
  /** Whether the backend can be asked; it can when absent. */
  closed?: boolean;
  /** Runs in this browser can be asked about also then. */
  beside?: boolean;
  abilities?: Partial<Abilities>;
  runs?: Run[];
  jobs?: Job[];
  /** Planned tasks are switched off. */
  off?: boolean;
  /** What models were paid for; nothing when absent. */
  paid?: Partial<Paid>;
  /** What is told of each run. */
  updates?: Record<string, Update[]>;
  found?: Found[];
  /** What a provider offers; no list when absent. */
  offers?: string[];
  /** Why the list cannot be had. */
  unlisted?: string;
  tab?: FrontTab;
  /** What was chosen in a page's menu. */
  draft?: Draft;
  /** The person allows the extension no host. */
  denied?: boolean;
  /** Every call but those that only read fails with this. */
  failure?: string;
}

export interface MockPanel extends PanelService {
  /** The calls so far, with their arguments. */
  readonly calls: string[];
  /** Tells more of a run. */
  tell(run: string, ...list: Update[]): void;
  /** Hands over what is chosen in a page's menu. */
  draft(draft: Draft): void;
  /** Has the panel show a task, as a notification does. */
  show(run: string): void;
  /** The person goes to another tab. */
  front(tab: FrontTab): void;
  /** Ends the way to the backend, or brings it back. */
  setOpen(open: boolean): void;
}

const reads = new Set<string>(["about", "runs", "jobs", "planned", "spending", "look"]);

export function createMockPanel(fixture: PanelFixture = {}): MockPanel {
  const calls: string[] = [];
  const opens = new Set<(open: boolean) => void>();
  const shown = new Set<(run: string) => void>();
  const drafts = new Set<(draft: Draft) => void>();
  const fronts = new Set<(tab: FrontTab) => void>();
  let open = !fixture.closed;
  let runs = fixture.runs ?? [];
  let paid: Paid = { today: 0, month: 0, models: [], ...fixture.paid };
  let jobs = fixture.jobs ?? [];
  let planned = { on: !fixture.off };
  const updates: Record<string, Update[]> = { ...fixture.updates };
  const watchers = new Map<(list: Update[]) => void, string>();
  const abilities: Abilities = { where: "backend", version: "0.1.0", runs: true, models: [], default: "", providers: [], ...fixture.abilities };

  const answer = (call: string, args: Record<string, unknown>): unknown => {
    switch (call) {
      case "about":
        return abilities;
      case "runs":
        return runs;
      case "look":
        return fixture.found ?? [];
      case "listModels":
        if (fixture.unlisted) throw new PanelError(fixture.unlisted, "The provider refuses.");
        return fixture.offers ?? [];
      case "start": {
        const now = Date.now();
        const run: Run = { id: "new", task: String(args.task), mode: "act", model: abilities.default, status: "running", created: now, updated: now, used: { steps: 0, in: 0, out: 0, ms: 0 } };
        runs = [run, ...runs];
        updates.new = [{ type: "began", run }];
        return run;
      }
      case "spending":
        return paid;
      case "setCaps":
        paid = { ...paid, runCap: Number(args.run), dayCap: Number(args.day), monthCap: Number(args.month) };
        return true;
      case "jobs":
        return jobs;
      case "plan": {
        const job: Job = { id: "new", task: runs.find((r) => r.id === args.run)?.task ?? "", form: "weekly", days: args.days === "mon-fri" ? 31 : 127, minute: 540, state: "pending", count: 0 };
        jobs = [job, ...jobs];
        return job;
      }
      case "tellJob":
        jobs = jobs.map((j) => (j.id === args.job ? { ...j, state: args.word === "pause" ? "paused" : "pending" } : j));
        return true;
      case "planned":
        return planned;
      case "switchJobs":
        planned = { on: args.on === true };
        return true;
      case "removeJob":
        jobs = jobs.filter((j) => j.id !== args.job);
        return true;
      case "remove":
        runs = runs.filter((r) => r.id !== args.run);
        return true;
      default:
        return true;
    }
  };

  return {
    calls,
    tell: (run, ...list) => {
      updates[run] = [...(updates[run] ?? []), ...list];
      for (const [told, of] of watchers) if (of === run) told(list);
    },
    draft: (draft) => {
      for (const f of drafts) f(draft);
    },
    subscribeDraft: (listener) => {
      drafts.add(listener);
      if (fixture.draft) listener(fixture.draft);
      return () => void drafts.delete(listener);
    },
    subscribeShown: (listener) => {
      shown.add(listener);
      return () => void shown.delete(listener);
    },
    show: (run) => {
      for (const f of shown) f(run);
    },
    setOpen: (is) => {
      open = is;
      for (const f of opens) f(is);
    },
    subscribeOpen: (listener) => {
      opens.add(listener);
      listener(open);
      return () => void opens.delete(listener);
    },
    subscribeBeside: (listener) => {
      listener(fixture.beside ?? false);
      return () => undefined;
    },
    ask: async (call, args) => {
      if (!reads.has(call)) calls.push(`${call} ${JSON.stringify(args)}`);
      if (!open && !(fixture.beside && call === "runs")) throw new PanelError("closed", "The way to the backend ended.");
      if (fixture.failure && !reads.has(call)) throw new PanelError("invalid_action", fixture.failure);
      return answer(call, args) as PanelCalls[typeof call]["ok"];
    },
    listen: (call, args, told, done) => {
      if (call === "export") {
        calls.push(`export ${JSON.stringify(args)}`);
        queueMicrotask(() => {
          told(["{}\n"] as never[]);
          done();
        });
        return () => undefined;
      }
      const of = args.run;
      const listener = told as (list: Update[]) => void;
      queueMicrotask(() => {
        const list = updates[of] ?? [];
        listener(list);
        if (list.some((u) => u.type === "status" && ["done", "not_verified", "failed", "stopped", "unknown"].includes(u.status ?? ""))) done();
      });
      watchers.set(listener, of);
      return () => void watchers.delete(listener);
    },
    subscribeTab: (listener) => {
      fronts.add(listener);
      listener(fixture.tab);
      return () => void fronts.delete(listener);
    },
    front: (tab) => {
      for (const f of fronts) f(tab);
    },
    allow: async (origin) => {
      calls.push(`allow ${origin}`);
      return !fixture.denied;
    },
    save: (name, type, text) => void calls.push(`save ${name} ${type} ${text.length}`),
  };
}
