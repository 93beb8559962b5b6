/**
 * What a person has chosen in the menu of a page, for a task that they have not written
 * yet. The worker keeps it until the panel of that window takes it. It is never stored,
 * and nothing is sent by it.
 */
import type { RunMode } from "./panel.gen";

export interface Draft {
  mode: RunMode;
  of: "page" | "selection" | "link";
  /** What was pointed at: a page's words, and so data. "" where no agent may be. */
  text: string;
  /** Where it stands. */
  url: string;
  /** No agent may be there. */
  refused?: boolean;
}

/** The panel of a window asks; it is answered with a Draft or null. */
export interface DraftRequest {
  kind: "panel_draft";
  window: number;
}

/** The worker tells that there is one. */
export interface DraftNews {
  kind: "panel_draft_news";
}
