/**
 * The toolbar button: how many tabs the agent works in, and whether something
 * needs the person. It shows what the core tells and decides nothing. The
 * state is kept in storage.session too, for a popup that opens while the
 * worker sleeps.
 */
import { Key } from "../contracts/messages";
import type { State } from "../contracts/state.gen";

const trouble = "#c5221f";
const work = "#4338ca";

export class Toolbar {
  private bad = false;
  private count = 0;

  /** Shows what the core has just told. */
  tell(state: State): void {
    this.bad = state.link.state === "rejected" || state.link.state === "misconfigured" || state.broken !== "";
    this.count = state.sessions.length;
    void chrome.storage.session.set({ [Key.state]: state });
    void this.show();
  }

  /** Follows the live sessions, which the core writes with every action. */
  listen(): void {
    chrome.storage.onChanged.addListener((changes, area) => {
      const list: unknown = changes[Key.sessions]?.newValue;
      if (area !== "session" || !(Key.sessions in changes)) return;
      const count = Array.isArray(list) ? list.length : 0;
      if (count === this.count) return;
      this.count = count;
      void this.show();
    });
  }

  private async show(): Promise<void> {
    const { bad, count } = this;
    await chrome.action.setBadgeText({ text: bad ? "!" : count ? String(count) : "" });
    await chrome.action.setBadgeBackgroundColor({ color: bad ? trouble : work });
    await chrome.action.setBadgeTextColor({ color: "#ffffff" });
    await chrome.action.setTitle({ title: title(bad, count) });
  }
}

/** The tooltip, which is also the button's name for a screen reader. */
function title(bad: boolean, count: number): string {
  if (bad) return chrome.i18n.getMessage("badgeTrouble");
  if (count === 0) return chrome.i18n.getMessage("badgeIdle");
  const form = new Intl.PluralRules(chrome.i18n.getMessage("language")).select(count);
  return chrome.i18n.getMessage(form === "one" ? "badge_one" : "badge_other", String(count));
}
