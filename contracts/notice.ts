/** A page of the extension asks the worker that the panel of a window shows a task. */
export interface ShowRun {
  kind: "show_run";
  run: string;
  window: number;
}
