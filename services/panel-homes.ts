/**
 * Where what a panel asks goes: to the home of new runs; and what is about a run that lives
 * in this browser while a backend is paired, to this browser.
 */
import { type PanelError, type PanelStreams, type Run, type Unsubscribe } from "../contracts/panel-service";
import { Ports } from "../contracts/ports";
import { Key } from "../contracts/storage.gen";
import { get } from "./area";
import { Link } from "./panel-link";

export class Homes {
  readonly main: Link;
  private readonly beside: Link;
  /** The runs that live there. */
  private mine = new Set<string>();
  private there = false;
  private looked: Promise<void>;

  constructor(main: (open: boolean) => void, beside: (open: boolean) => void) {
    this.main = new Link(Ports.panel, main);
    this.beside = new Link(Ports.beside, beside);
    this.main.want(true);
    this.looked = this.look();
    chrome.storage.onChanged.addListener((changes, area) => {
      if ((area === "local" && Key.agentRuns in changes) || (area === "session" && Key.state in changes)) this.looked = this.look();
    });
  }

  get besideOpen(): boolean {
    return this.beside.open;
  }

  async ask(call: string, args: object): Promise<unknown> {
    if (call !== "runs") return (await this.of(args)).ask(call, args);
    const mine = await this.list();
    const list = (await this.main.ask(call, args).catch((e: unknown) => {
      if (!this.beside.open) throw e;
      return []; // a backend that is away, or runs none, hides none
    })) as Run[];
    return [...list, ...mine].sort((a, b) => b.created - a.created);
  }

  listen<C extends keyof PanelStreams>(call: C, args: PanelStreams[C]["args"], told: (list: PanelStreams[C]["told"][]) => void, done: (error?: PanelError) => void): Unsubscribe {
    let over = false;
    let stop = (): void => {};
    void this.of(args).then((link) => {
      if (over) return;
      const id = link.begin(call, args, { told: (list) => told(list as PanelStreams[C]["told"][]), done: (_, error) => done(error) });
      stop = () => link.cancel(id);
    });
    return () => {
      over = true;
      stop();
    };
  }

  /** The runs that live in this browser beside a backend's. */
  private async list(): Promise<Run[]> {
    await this.looked;
    if (!this.there) return [];
    const list = (await this.beside.ask("runs", {}).catch(() => [])) as Run[];
    if (list.length > 0) this.mine = new Set(list.map((r) => r.id));
    return list.map((r) => ({ ...r, beside: true }));
  }

  private async of(args: object): Promise<Link> {
    const run = (args as { run?: string }).run;
    await this.looked;
    if (!run || !this.there) return this.main;
    if (this.mine.size === 0) await this.list();
    return this.mine.has(run) ? this.beside : this.main;
  }

  private async look(): Promise<void> {
    const [{ [Key.agentRuns]: runs }, { [Key.state]: state }] = await Promise.all([get("local", Key.agentRuns), get("session", Key.state)]);
    const link = (state as { link?: { state?: string } } | undefined)?.link?.state;
    // While it is open it stays so: the panel may have just forgotten the last of them.
    this.there = (runs === true || this.beside.open) && link !== undefined && link !== "unpaired";
    this.beside.want(this.there);
  }
}
