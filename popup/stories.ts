/** Every state of the popup, as fixtures that open without a backend: go run ./build ui --stories. */
import type { AuditRow, Dialog, Help, TabSession } from "../contracts/bridge-service";
import type { Fixture } from "../services/mock";

const now = Date.now();
const sec = 1000;
const min = 60 * sec;

const session = (s: Partial<TabSession>): TabSession => ({
  tabId: 1,
  domain: "mail.example.com",
  title: "Inbox (3) – Example Mail",
  icon: "",
  own: true,
  startedAt: now - 4 * min,
  lastActionAt: now - 2 * sec,
  actionCount: 14,
  lastAction: "click",
  agent: "Claude 1.4",
  ...s,
});

const busy: TabSession[] = [
  session({}),
  session({ tabId: 2, domain: "docs.example.org", title: "Quarterly plan", lastAction: "extract", lastActionAt: now - 41 * sec, actionCount: 6, own: false }),
  session({ tabId: 3, domain: "shop.example.net", title: "Your basket", lastAction: "type", lastActionAt: now - 3 * min, actionCount: 1, startedAt: now - 3 * min }),
];

const blocked: AuditRow[] = [
  { at: now - 9 * min, event: "block", domain: "bank.example", tabId: 2, action: "navigate" },
  { at: now - 44 * min, event: "block", domain: "bank.example", tabId: 2, action: "open_tab" },
];

export const many: TabSession[] = Array.from({ length: 12 }, (_, i) =>
  session({ tabId: i + 1, title: `Page ${i + 1} of a long search for a flat`, domain: `city-${i + 1}.flats.example`, lastActionAt: now - i * 17 * sec, actionCount: 3 * i + 1, own: i % 3 !== 0 }),
);

const long = "a-very-long-label-that-nobody-should-ever-need-but-somebody-has.".repeat(3) + "example";

const help: Help = {
  tabId: 1,
  domain: "mail.example.com",
  agent: "Claude Desktop 1.4",
  message: "Please solve the captcha, then press Done.",
  at: now - 12 * sec,
  until: now + 2 * min,
};

const dialog: Dialog = { tabId: 1, id: "d-1", kind: "confirm", domain: "mail.example.com", message: "Delete 3 messages for good?", value: "", at: now - 9 * sec };

export const stories: Record<string, Fixture> = {
  working: { state: { sessions: busy, blocked, window: { shown: false, tabs: 2 } } },
  "tasks that wait": { state: { sessions: busy.slice(0, 1), needs: [{ run: "r1", status: "waiting_person", question: 4, sink: "send", site: "mail.example.com" }, { run: "r2", status: "waiting_person", question: 2, site: long }, { run: "r3", status: "failed", site: "shop.example.net" }] } },
  asked: { state: { sessions: busy.slice(0, 1), asked: [{ domain: "mail.example.com", can: "", what: "", at: now - 4 * sec, action: "click", agent: "Claude Desktop 1.4" }], remembers: true } },
  "asked, several": { state: { asked: [{ domain: "mail.example.com", can: "", what: "", at: now - 4 * sec, action: "click", agent: "Claude Desktop 1.4" }, { domain: long, can: "", what: "", at: now - 2 * min, action: "open_tab", agent: long }] } },
  "asked, an act": { state: { sessions: busy.slice(0, 1), asked: [{ domain: "https://shop.example.net", can: "pay", what: "Place order", at: now - 4 * sec, action: "click", agent: "Claude Desktop 1.4", form: "https://pay.example.net \nName: Ada Byron\nNote: \nCard number: (secret)" }], remembers: true } },
  "asked, strict": {
    state: {
      asked: [
        { domain: "https://mail.example.com:8443", can: "act", what: "", at: now - 4 * sec, action: "open_tab", agent: "Claude Desktop 1.4" },
        { domain: `https://${long}`, can: "take_over", what: `412 ${"A title without end ".repeat(4)}`, at: now - 2 * min, action: "claim_tab", agent: long },
        { domain: "https://mail.example.com", can: "fill_in", what: "mail", at: now - 3 * min, action: "type", agent: "" },
      ],
      remembers: true,
    },
  },
  help: { state: { sessions: busy.slice(0, 1), helps: [help] } },
  "help, no longer waited for": { state: { sessions: busy.slice(0, 1), helps: [{ ...help, until: now }] } },
  "help, long": {
    state: {
      helps: [{ ...help, domain: long, agent: long, message: "Please:\n1. log in with your own account,\n2. confirm the code that your bank sends you,\n3. press Done.\n" + long }],
      asked: [{ domain: "mail.example.com", can: "", what: "", at: now - 4 * sec, action: "click", agent: "Claude Desktop 1.4" }],
    },
  },
  "dialog, confirm": { state: { sessions: busy.slice(0, 1), dialogs: [dialog] } },
  "dialog, alert": { state: { sessions: busy.slice(0, 1), dialogs: [{ ...dialog, kind: "alert", message: "Your session ends in five minutes." }] } },
  "dialog, prompt": { state: { sessions: busy.slice(0, 1), dialogs: [{ ...dialog, kind: "prompt", message: "What is the new folder called?", value: "Untitled" }] } },
  "dialog, leaving": { state: { sessions: busy.slice(0, 1), dialogs: [{ ...dialog, kind: "beforeunload", message: "" }] } },
  "dialogs, long": { state: { dialogs: [{ ...dialog, domain: long, message: `${"Are you quite sure? ".repeat(6)}\n${long}` }, { ...dialog, tabId: 2, kind: "prompt", domain: "docs.example.org", message: "", value: long }] } },
  "obstacle, login": { state: { sessions: busy.slice(0, 1), obstacles: [{ tabId: 1, domain: "mail.example.com", kind: "auth_wall" }] } },
  "obstacle, captcha": { state: { sessions: busy.slice(0, 1), obstacles: [{ tabId: 1, domain: "mail.example.com", kind: "captcha" }] } },
  "obstacle, refused": { state: { sessions: busy.slice(0, 1), obstacles: [{ tabId: 1, domain: "mail.example.com", kind: "access_denied" }] } },
  "obstacles, everything waits": {
    state: { sessions: busy, helps: [{ ...help, tabId: 3, domain: "shop.example.net" }], dialogs: [dialog], obstacles: [{ tabId: 2, domain: long, kind: "captcha" }], asked: [{ domain: "bank.example", can: "", what: "", at: now - 4 * sec, action: "open_tab", agent: "Claude Desktop 1.4" }] },
  },
  stopped: { state: { sessions: busy.slice(0, 1), stopped: [{ tabId: 2, domain: "docs.example.org", until: now + 9 * min }] } },
  "stopped, everywhere": { state: { stopped: [{ tabId: 0, domain: "", until: now + 6 * min }] } },
  "stopped, long": { state: { stopped: [{ tabId: 1_365_696_437, domain: long, until: now + 40 * sec }, { tabId: 2, domain: "docs.example.org", until: now + 9 * min }] } },
  updating: { state: { updateBy: now + 9 * min, sessions: busy.slice(0, 1), helps: [help] } },
  "one tab": { state: { sessions: busy.slice(0, 1), window: { shown: true, tabs: 1 } } },
  idle: {},
  "idle, blocked": { state: { blocked } },
  many: { state: { sessions: many, blocked, window: { shown: false, tabs: 8 } } },
  "not paired": { state: { link: { state: "unpaired", serverUrl: "", deviceName: "" } } },
  connecting: { state: { link: { state: "connecting" } } },
  proving: { state: { link: { state: "authenticating" } } },
  "server gone": {
    state: { link: { state: "backoff", reason: "no_backend", nextTry: now + 12 * sec } },
  },
  "kept from this computer": { state: { localDenied: true, link: { state: "backoff", reason: "no_backend", nextTry: now + 12 * sec } } },
  "server gone, working": { state: { link: { state: "backoff", reason: "lost", nextTry: now + 4 * sec }, sessions: busy.slice(0, 2) } },
  impostor: {
    state: { link: { state: "backoff", reason: "impostor", nextTry: now + 45 * sec } },
  },
  "clocks differ": {
    state: { link: { state: "backoff", reason: "clock", nextTry: now + 30 * sec } },
  },
  replaced: { state: { link: { state: "backoff", reason: "replaced", nextTry: now + 60 * sec } } },
  revoked: { state: { link: { state: "rejected", reason: "revoked" } } },
  "other version": { state: { link: { state: "rejected", reason: "version" } } },
  damaged: { state: { link: { state: "misconfigured", reason: "damaged" } } },
  "blocklist damaged": { state: { broken: "nothing is allowed, because the blocklist is damaged: ask the person to open bua's options and save the blocklist again.", sessions: busy.slice(0, 1) } },
  "worker silent": { state: { link: undefined, trouble: "The extension's core did not start; reload the extension." } },
  starting: { state: { link: undefined } },
  "a call fails": { state: { sessions: busy.slice(0, 1) }, failure: "The extension did not answer in time." },
  "long names": { state: { sessions: [session({ title: "‮ drow ".repeat(20) + "A title without end ".repeat(20), domain: long, actionCount: 123_456 })], blocked: [{ at: now, event: "block", domain: long }] } },
};
