/** What the ports between the extension's pages and its worker are called. */
export const Ports = {
  /** A panel's, to where the runs live. */
  panel: "panel",
  /** A panel's to the runs in this browser, beside a backend's. */
  beside: "panel-browser",
  /** The agent's document's. */
  agent: "agent",
} as const;
