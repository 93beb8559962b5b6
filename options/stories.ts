/** Every state of the options, as fixtures that open without a backend. */
import type { AuditRow } from "../contracts/bridge-service";
import type { Fixture } from "../services/mock";

const now = Date.now();
const min = 60_000;

const log: AuditRow[] = [
  { at: now - 1 * min, event: "start", domain: "mail.example.com", tabId: 812, startedAt: now - 1 * min, agent: "Claude Desktop 1.4" },
  { at: now - 90_000, event: "help", domain: "mail.example.com", tabId: 812, action: "done" },
  { at: now - 2 * min, event: "consent", domain: "mail.example.com", action: "once" },
  { at: now - 3 * min, event: "consent", domain: "mail.example.com", tabId: 812, action: "resumed" },
  { at: now - 9 * min, event: "block", domain: "bank.example", tabId: 807, action: "navigate" },
  { at: now - 12 * min, event: "end", domain: "docs.example.org", tabId: 805, reason: "user_stopped", durationMs: 7 * min + 4000, actionCount: 23 },
  { at: now - 19 * min, event: "start", domain: "docs.example.org", tabId: 805 },
  { at: now - 55 * min, event: "end", domain: "shop.example.net", tabId: 790, reason: "domain_blocked", durationMs: 41_000, actionCount: 1 },
  { at: now - 56 * min, event: "start", domain: "shop.example.net", tabId: 790 },
  { at: now - 26 * 60 * min, event: "end", domain: "travel.example", tabId: 640, reason: "screen_locked", durationMs: 95 * min, actionCount: 188 },
  { at: now - 26 * 60 * min, event: "replace", domain: "travel.example", tabId: 639, newTabId: 640 },
  { at: now - 49 * 60 * min, event: "clear" },
];

const endless: AuditRow[] = Array.from({ length: 1000 }, (_, i) => ({ ...(log[i % log.length] as AuditRow), at: now - i * 3 * min }));

const unpaired = { state: "unpaired" as const, serverUrl: "", deviceName: "" };

/** A fixture and the fragment at which it opens. */
export interface Story extends Fixture {
  at: string;
  /** What is pressed once it is drawn. */
  press?: string;
}

export const stories: Record<string, Story> = {
  welcome: { at: "#welcome", state: { link: unpaired } },
  pair: { at: "#connection", state: { link: unpaired } },
  "pair from a link": { at: "#pair?server=ws://127.0.0.1:9000/ws/browser&code=ABCDEFGHJKMN", state: { link: unpaired } },
  "wrong code": { at: "#pair?code=ABCDEFGHJKMN", state: { link: unpaired }, pairing: "code_wrong", press: "[type=submit]" },
  "wrong address": { at: "#pair?server=ws://example.com/&code=ABCDEFGHJKMN", state: { link: unpaired } },
  "another computer?": { at: "#pair?server=wss://a-long-name.of-a-department.bua.example.com/ws/browser&code=ABCDEFGHJKMN", state: { link: unpaired }, press: "[type=submit]" },
  "kept from this computer": { at: "#pair?code=ABCDEFGHJKMN", state: { localDenied: true, link: unpaired }, pairing: "no_backend", press: "[type=submit]" },
  ordered: { at: "#connection", state: { link: { serverUrl: "wss://bua.example.com/ws/browser", orders: "bua.example.com", enrolled: true } } },
  "order fails": { at: "#connection", state: { link: { ...unpaired, orders: `${"a-very-long-label-that-nobody-should-ever-need.".repeat(4)}example`, notice: "code_used" } } },
  "no bua here": { at: "#connection", state: { link: unpaired }, here: "absent", press: "#pair-here" },
  "not allowed": { at: "#connection", state: { link: unpaired }, here: "refused", press: "#pair-here" },
  connected: { at: "#connection" },
  updating: { at: "#connection", state: { updateBy: now + 9 * min } },
  "forget?": { at: "#connection", press: ".button.danger" },
  "server gone": { at: "#connection", state: { link: { state: "backoff", reason: "no_backend", nextTry: now + 20_000 } } },
  revoked: { at: "#connection", state: { link: { state: "rejected", reason: "revoked" } } },
  "pairing damaged": { at: "#connection", state: { link: { state: "misconfigured", reason: "damaged", serverUrl: "", deviceName: "" } } },
  starting: { at: "#connection", state: { link: undefined } },
  blocklist: {
    at: "#blocklist",
    blocklist: { own: ["bank.example", "=www.health.example", "*.intranet.example", "192.168.1.1"], managed: ["payroll.example", "*.hr.example"] },
  },
  "blocklist empty": { at: "#blocklist" },
  "scripts off": { at: "#blocklist", denied: ["script"] },
  "scripts off by order": { at: "#blocklist", barred: ["script"] },
  "asked per site": { at: "#blocklist", consent: { mode: "per-origin", sites: ["mail.example.com", "a-very-long-label-that-nobody-should-ever-need.".repeat(4) + "example"] } },
  "asked by order": { at: "#blocklist", consent: { mode: "ask", fixed: true } },
  "dialogs dismissed": { at: "#blocklist", dialogRules: { policy: "auto_dismiss", seconds: 45 } },
  "dialogs by order": { at: "#blocklist", dialogRules: { policy: "must_respond", seconds: 7200, policyFixed: true, secondsFixed: true } },
  "policy mistyped": {
    at: "#blocklist",
    consent: { mode: "ask", fixed: true },
    mistakes: [
      { key: "consentMode", holds: "ask" },
      { key: "blocklist", holds: Array.from({ length: 60 }, (_, i) => `site-${i + 1}.example`).join(", ") },
      { key: "dialogPolicy", holds: "" },
    ],
  },
  strict: {
    at: "#blocklist",
    consent: {
      mode: "per-origin",
      profile: "strict",
      grants: [{ origin: "https://mail.example.com", can: ["read", "act"] }, { origin: `https://${"a-very-long-label-that-nobody-should-ever-need.".repeat(4)}example:8443`, can: ["read"] }],
      given: [{ origin: "https://intranet.example", can: ["act", "script", "sinks"] }],
    },
    categories: { own: ["passwords"], managed: ["banking"] },
    network: { refused: true, fixed: "strict" },
  },
  "strict by order": { at: "#blocklist", consent: { mode: "per-origin", fixed: true, profile: "strict", profileFixed: true }, network: { refused: true, fixed: "organisation" } },
  "private networks refused": { at: "#blocklist", network: { refused: true } },
  "blocklist damaged": { at: "#blocklist", state: { broken: "nothing is allowed" }, blocklist: { own: ["bank.example", "no site"] } },
  "blocklist many": { at: "#blocklist", blocklist: { own: Array.from({ length: 300 }, (_, i) => `site-${i + 1}.example`) } },
  log: { at: "#log", history: log },
  "clear?": { at: "#log", history: log, press: ".button.danger" },
  "log empty": { at: "#log" },
  "log many": { at: "#log", history: endless },
  "a call fails": { at: "#log", history: log, failure: "The extension did not answer in time." },
  about: { at: "#about" },
};
