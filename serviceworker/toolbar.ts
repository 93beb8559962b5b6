/**
 * The toolbar button: how many tabs the agent works in, whether something needs
 * the person, and, in a tab that the agent works in, that it is this one. It
 * shows what the core tells and decides nothing. The state is kept in
 * storage.session too, for a popup that opens while the worker sleeps.
 *
 * The mark of a tab is on the toolbar and not in the page: what is drawn into a
 * page is seen by its scripts and is in the agent's screenshots.
 */
import { asks, readNeeds } from "../contracts/needs";
import { get } from "../services/area";
import type { State } from "../contracts/state.gen";
import { Key, readHelpRows, readQuestionRows, readSessionRows } from "../contracts/storage.gen";
import { keep } from "./stored";

const trouble = "#c5221f";
const work = "#4338ca";
/** In the agent's tab: a dot, in the colour of a recording. */
const here = { text: "●", color: "#c5221f" };

/** Where it is stored that something waits for the person, and what of it does. */
const waits = {
  [Key.consentAsked]: (v: unknown) => readQuestionRows(v).length > 0,
  [Key.help]: (v: unknown) => readHelpRows(v).some((h) => !h.outcome), // an answer waits for the agent
  [Key.sessions]: (v: unknown) => readSessionRows(v).some((s) => s.obstacle), // a dialog is the agent's to answer
  [Key.needs]: (v: unknown) => readNeeds(v).some(asks),
};
const questions = [Key.consentAsked, Key.help, Key.sessions, Key.needs] as const;

export class Toolbar {
  private bad = false;
  private count = -1;
  /** Something waits for the person: a question, a help, or a page that the agent cannot pass. */
  private asked = false;
  private readonly waiting = { [Key.consentAsked]: false, [Key.help]: false, [Key.sessions]: false, [Key.needs]: false };
  /** A planned task has ended, and no panel was opened since. */
  private over = false;
  /** What every tab shows now: sessions change with each action, this seldom. */
  private shown = "";
  /** Tabs that the agent works in. */
  private tabs = new Set<number>();

  /** Shows what the core has just told. */
  tell(state: State): void {
    this.bad = state.link.state === "rejected" || state.link.state === "misconfigured" || state.broken !== "";
    void keep("session", { [Key.state]: state });
    this.show(state.sessions.map((s) => s.tabId));
  }

  /** Follows the live sessions, which the core writes with every action. */
  listen(): void {
    chrome.storage.onChanged.addListener((changes, area) => {
      if (area !== "session") return;
      for (const key of questions) if (key in changes) this.ask(key, changes[key]?.newValue);
      if (!(Key.sessions in changes)) return;
      this.show(readSessionRows(changes[Key.sessions]?.newValue).map((s) => s.tabId));
    });
    // A question outlives the worker.
    void get("session", ...questions).then((s) => {
      for (const key of questions) this.ask(key, s[key]);
    });
    // The browser forgets what was set for a tab when its page changes.
    chrome.tabs.onUpdated.addListener((tab, change) => {
      if (change.status && this.tabs.has(tab)) void this.mark(tab, true);
    });
  }

  private ask(key: (typeof questions)[number], list: unknown): void {
    this.waiting[key] = waits[key](list);
    if (key === Key.needs) this.over = !readNeeds(list).every(asks);
    this.asked = questions.some((k) => this.waiting[k]);
    void this.everywhere();
  }

  private show(list: number[]): void {
    const before = this.tabs;
    this.tabs = new Set(list);
    for (const tab of list) if (!before.has(tab)) void this.mark(tab, true);
    for (const tab of before) if (!this.tabs.has(tab)) void this.mark(tab, false);
    this.count = list.length;
    void this.everywhere();
  }

  private async everywhere(): Promise<void> {
    const { bad, asked, over, count } = this;
    const now = `${bad} ${asked} ${over} ${count}`;
    if (now === this.shown) return;
    this.shown = now;
    await Promise.all([
      chrome.action.setBadgeText({ text: bad ? "!" : asked ? "?" : over ? "✓" : count > 0 ? String(count) : "" }),
      chrome.action.setBadgeBackgroundColor({ color: bad || asked ? trouble : work }),
      chrome.action.setBadgeTextColor({ color: "#ffffff" }),
      chrome.action.setTitle({ title: title(bad, asked, over, count) }),
    ]);
  }

  private async mark(tabId: number, on: boolean): Promise<void> {
    try {
      await Promise.all(
        on
          ? [
              chrome.action.setBadgeText({ tabId, text: here.text }),
              chrome.action.setBadgeBackgroundColor({ tabId, color: here.color }),
              chrome.action.setTitle({ tabId, title: chrome.i18n.getMessage("badgeHere") }),
            ]
          : [
              // Without a text the tab shows again what every tab shows.
              chrome.action.setBadgeText({ tabId } as chrome.action.BadgeTextDetails),
              chrome.action.setBadgeBackgroundColor({ tabId, color: this.bad || this.asked ? trouble : work }),
              chrome.action.setTitle({ tabId, title: title(this.bad, this.asked, this.over, this.count) }),
            ],
      );
    } catch {
      // The tab is gone, and its mark with it.
    }
  }
}

/** The tooltip, which is also the button's name for a screen reader. */
function title(bad: boolean, asked: boolean, over: boolean, count: number): string {
  if (bad) return chrome.i18n.getMessage("badgeTrouble");
  if (asked) return chrome.i18n.getMessage("badgeAsked");
  if (over) return chrome.i18n.getMessage("badgeEnded");
  if (count <= 0) return chrome.i18n.getMessage("badgeIdle");
  const form = new Intl.PluralRules(chrome.i18n.getMessage("language")).select(count);
  return chrome.i18n.getMessage(form === "one" ? "badge_one" : "badge_other", String(count));
}
