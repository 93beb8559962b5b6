/** The service in memory: a fixture for what a story shows, and controls that do what they say to it. */
import {
  BridgeError,
  type AuditRow,
  type Blocklist,
  type BridgeService,
  type BridgeState,
  type Categories,
  type Consent,
  type Denied,
  type DialogRules,
  type Here,
  type Link,
  type Mistake,
  type Network,
  type Notices,
  type Pairing,
  type TabSession,
  defaultServer,
} from "../contracts/bridge-service";
import type { Capability, Reason } from "../contracts/protocol.gen";

export interface Fixture {
  state?: Partial<Omit<BridgeState, "link">> & { link?: Partial<Link> | undefined };
  blocklist?: Partial<Blocklist>;
  history?: AuditRow[];
  denied?: Capability[];
  /** What the organisation has switched off. */
  barred?: Capability[];
  consent?: Partial<Consent>;
  /** Whether a stop keeps the agent out; it does when absent. */
  holding?: boolean;
  /** Whether notifications are shown; they are when absent. */
  notices?: Notices;
  network?: Partial<Network>;
  dialogRules?: Partial<DialogRules>;
  mistakes?: Mistake[];
  categories?: Partial<Categories>;
  /** What pairing with any code comes to: a notice, or connected when absent. */
  pairing?: Reason;
  /** What asking bua on this computer comes to; a code when absent. */
  here?: Here;
  /** Every call fails with this. */
  failure?: string;
}

export interface MockService extends BridgeService {
  /** The names of the calls so far, with their arguments. */
  readonly calls: string[];
}

const tenMinutes = 10 * 60_000;

export function createMockService(fixture: Fixture = {}): MockService {
  const { link, ...rest } = fixture.state ?? {};
  let state: BridgeState = {
    sessions: [],
    broken: "",
    updateBy: 0,
    blocked: [],
    asked: [],
    helps: [],
    dialogs: [],
    obstacles: [],
    needs: [],
    stopped: [],
    remembers: false,
    window: undefined,
    localDenied: false,
    trouble: "",
    ...rest,
    link: fixture.state && "link" in fixture.state && !link ? undefined : mockLink(link),
  };
  let list: Blocklist = { own: [], managed: [], damaged: false, ...fixture.blocklist };
  let history = fixture.history ?? [];
  const states = new Set<(s: BridgeState) => void>();
  const lists = new Set<(l: Blocklist) => void>();
  const histories = new Set<(r: AuditRow[]) => void>();
  let denied: Denied = { own: fixture.denied ?? [], managed: fixture.barred ?? [] };
  const denials = new Set<(d: Denied) => void>();
  let consent: Consent = { mode: "off", fixed: false, sites: [], profile: "default", profileFixed: false, grants: [], given: [], ...fixture.consent };
  let categories: Categories = { own: [], managed: [], ...fixture.categories };
  const kinds = new Set<(c: Categories) => void>();
  const consents = new Set<(c: Consent) => void>();
  let holding = fixture.holding ?? true;
  const holdings = new Set<(h: boolean) => void>();
  let notices = fixture.notices ?? { on: true, offered: true };
  const noticed = new Set<(n: Notices) => void>();
  let network: Network = { refused: false, fixed: "", ...fixture.network };
  const networks = new Set<(n: Network) => void>();
  let rules: DialogRules = { policy: "must_respond", seconds: 300, policyFixed: false, secondsFixed: false, ...fixture.dialogRules };
  const ruled = new Set<(r: DialogRules) => void>();
  const calls: string[] = [];

  const set = (change: Partial<BridgeState>) => {
    state = { ...state, ...change };
    for (const f of states) f(state);
  };
  const called = async (name: string, ...args: unknown[]): Promise<void> => {
    calls.push([name, ...args.map((a) => JSON.stringify(a))].join(" "));
    if (fixture.failure) throw new BridgeError(fixture.failure);
  };
  const subscribe = <T>(all: Set<(v: T) => void>, listener: (v: T) => void, now: () => T) => {
    all.add(listener);
    listener(now());
    return () => void all.delete(listener);
  };
  const end = (gone: TabSession[]) => {
    const at = Date.now();
    history = [
      ...gone.map((s): AuditRow => ({ at, event: "end", domain: s.domain, tabId: s.tabId, reason: "user_stopped", actionCount: s.actionCount, durationMs: at - s.startedAt })),
      ...history,
    ];
    for (const f of histories) f(history);
    set({ sessions: state.sessions.filter((s) => !gone.includes(s)) });
  };

  let waiting: Pairing | undefined;
  const paired = (p: Pairing) => {
    const notice = fixture.pairing;
    set({ link: mockLink(notice ? { ...state.link, notice, noticeDetail: `pairing failed: ${notice}` } : { serverUrl: p.serverUrl, deviceName: p.deviceName }) });
  };

  return {
    calls,
    getState: async () => state,
    subscribeState: (listener) => subscribe(states, listener, () => state),
    stop: async (tabId) => {
      await called("stop", tabId);
      const gone = state.sessions.filter((s) => s.tabId === tabId);
      end(gone);
      const until = Date.now() + tenMinutes;
      if (holding) set({ stopped: [...state.stopped, ...gone.filter((s) => !s.own).map((s) => ({ tabId, domain: s.domain, until }))] });
      return gone.length > 0;
    },
    stopAll: async () => {
      await called("stopAll");
      const gone = state.sessions;
      end(gone);
      if (holding) set({ stopped: [{ tabId: 0, domain: "", until: Date.now() + tenMinutes }] });
      return gone.length;
    },
    resume: async (tabId) => {
      await called("resume", tabId);
      set({ stopped: state.stopped.filter((s) => s.tabId !== tabId) });
      return true;
    },
    showTab: (tabId) => called("showTab", tabId),
    showWindow: async () => {
      await called("showWindow");
      if (state.window) set({ window: { ...state.window, shown: true } });
    },
    hideWindow: async () => {
      await called("hideWindow");
      if (state.window) set({ window: { ...state.window, shown: false } });
    },
    pair: async (p: Pairing) => {
      await called("pair", p);
      const { host, hostname } = new URL(p.serverUrl);
      if (/^(127\.0\.0\.1|localhost|\[::1\])$/.test(hostname)) paired(p);
      else {
        waiting = p;
        set({ link: mockLink({ ...state.link, asks: host }) });
      }
    },
    pairHere: async (deviceName) => {
      await called("pairHere", deviceName);
      const here = fixture.here ?? "asked";
      if (here === "asked") paired({ serverUrl: defaultServer, code: "AAAA-BBBB-CCCC", deviceName });
      return here;
    },
    confirmServer: async (host, accept) => {
      await called("confirmServer", host, accept);
      set({ link: mockLink({ ...state.link, asks: "" }) });
      if (accept && waiting) paired(waiting);
    },
    retry: () => called("retry"),
    update: () => called("update"),
    forget: async () => {
      await called("forget");
      set({ link: mockLink({ state: "unpaired", serverUrl: "", deviceName: "" }), sessions: [] });
    },
    getBlocklist: async () => list,
    subscribeBlocklist: (listener) => subscribe(lists, listener, () => list),
    // The real answer is the policy's, in Go; a single label is what the stories show refused.
    checkEntry: async (entry) => (/[.*=]|^localhost$/.test(entry) && !/\s/.test(entry) ? "" : `"${entry}" is not understood`),
    saveBlocklist: async (own) => {
      await called("saveBlocklist", own);
      list = { ...list, own, damaged: false };
      for (const f of lists) f(list);
      set({ broken: "" });
    },
    subscribeDenied: (listener) => subscribe(denials, listener, () => denied),
    saveDenied: async (list) => {
      await called("saveDenied", list);
      denied = { ...denied, own: list };
      for (const f of denials) f(denied);
    },
    subscribeNetwork: (listener) => subscribe(networks, listener, () => network),
    saveNetwork: async (refused) => {
      await called("saveNetwork", refused);
      network = { ...network, refused };
      for (const f of networks) f(network);
    },
    subscribeHolding: (listener) => subscribe(holdings, listener, () => holding),
    saveHolding: async (on) => {
      await called("saveHolding", on);
      holding = on;
      for (const f of holdings) f(on);
      if (!on) set({ stopped: [] });
    },
    subscribeNotices: (listener) => subscribe(noticed, listener, () => notices),
    saveNotices: async (on) => {
      await called("saveNotices", on);
      notices = { on, offered: true };
      for (const f of noticed) f(notices);
    },
    subscribeConsent: (listener) => subscribe(consents, listener, () => consent),
    saveConsentMode: async (mode) => {
      await called("saveConsentMode", mode);
      consent = { ...consent, mode };
      for (const f of consents) f(consent);
    },
    subscribeDialogRules: (listener) => subscribe(ruled, listener, () => rules),
    saveDialogRules: async (change) => {
      await called("saveDialogRules", change);
      rules = { ...rules, ...change };
      for (const f of ruled) f(rules);
    },
    subscribeMistakes: (listener) => subscribe(new Set<(m: Mistake[]) => void>(), listener, () => fixture.mistakes ?? []),
    help: async (h, outcome) => {
      await called("help", h.tabId, h.at, outcome);
      set({ helps: state.helps.filter((o) => o !== h) });
      return true;
    },
    answerDialog: async (d, accept, text) => {
      await called("answerDialog", d.tabId, d.id, accept, text);
      set({ dialogs: state.dialogs.filter((o) => o !== d) });
      return true;
    },
    answer: async ({ domain, can, what }, verdict) => {
      await called("answer", domain, ...(can ? [can, what] : []), verdict);
      if (can) {
        const had = consent.grants.find((g) => g.origin === domain)?.can ?? [];
        const now = [...had.filter((c) => c !== can), ...(verdict === "site" ? [can] : [])];
        const others = consent.grants.filter((g) => g.origin !== domain);
        consent = { ...consent, grants: now.length > 0 ? [...others, { origin: domain, can: now }] : others };
      } else {
        const sites = consent.sites.filter((s) => s !== domain);
        consent = { ...consent, sites: verdict === "site" ? [...sites, domain] : sites };
      }
      for (const f of consents) f(consent);
      set({ asked: state.asked.filter((q) => q.domain !== domain || q.can !== can || q.what !== what) });
    },
    saveProfile: async (profile) => {
      await called("saveProfile", profile);
      consent = { ...consent, profile };
      for (const f of consents) f(consent);
    },
    subscribeCategories: (listener) => subscribe(kinds, listener, () => categories),
    saveCategories: async (own) => {
      await called("saveCategories", own);
      categories = { ...categories, own };
      for (const f of kinds) f(categories);
    },
    subscribeHistory: (listener) => subscribe(histories, listener, () => history),
    clearHistory: async () => {
      await called("clearHistory");
      history = [{ at: Date.now(), event: "clear" }];
      for (const f of histories) f(history);
    },
    openPanel: () => called("openPanel"),
    openRun: (run) => called("openRun", run),
    openOptions: (section) => called("openOptions", section ?? ""),
    about: () => ({ version: "0.1.0", extensionId: "ipbjjblpngibdjpdbmhncgfolgnjeonk" }),
  };
}

function mockLink(link: Partial<Link> = {}): Link {
  return {
    state: "connected",
    detail: "",
    since: Date.now() - 12 * 60_000,
    nextTry: 0,
    serverUrl: "ws://127.0.0.1:48123/ws/browser",
    deviceName: "Chrome on Linux",
    noticeDetail: "",
    asks: "",
    orders: "",
    enrolled: false,
    ...link,
  };
}
