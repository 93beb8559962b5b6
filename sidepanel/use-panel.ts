import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { usePanelService } from "./panel-context";
import type { Abilities, Draft, FrontTab, Job, Paid, Run, Switched } from "../contracts/panel-service";
import { fold, type Thread } from "./thread";

/** Whether the backend can be asked. */
export function useOpen(): boolean {
  const panel = usePanelService();
  const [open, setOpen] = useState(false);
  useLayoutEffect(() => panel.subscribeOpen(setOpen), [panel]);
  return open;
}

/** Whether the runs in this browser beside a backend's can be asked about. */
export function useBeside(): boolean {
  const panel = usePanelService();
  const [open, setOpen] = useState(false);
  useLayoutEffect(() => panel.subscribeBeside(setOpen), [panel]);
  return open;
}

/** The tab in front. */
export function useFrontTab(): FrontTab | undefined {
  const panel = usePanelService();
  const [tab, setTab] = useState<FrontTab>();
  useLayoutEffect(() => panel.subscribeTab(setTab), [panel]);
  return tab;
}

/** Calls with what is chosen in the menu of a page. */
export function useDraft(chosen: (draft: Draft) => void): void {
  const panel = usePanelService();
  const latest = useRef(chosen);
  latest.current = chosen;
  useEffect(() => panel.subscribeDraft((draft) => latest.current(draft)), [panel]);
}

/** Calls with a task that the person wants to see. */
export function useShown(wanted: (run: string) => void): void {
  const panel = usePanelService();
  const latest = useRef(wanted);
  latest.current = wanted;
  useEffect(() => panel.subscribeShown((run) => latest.current(run)), [panel]);
}

/** What is asked of the backend when it can be, and again when told to; undefined before the first answer. */
function useAsked<T>(open: boolean, ask: () => Promise<T>): [T | undefined, () => void] {
  const [value, setValue] = useState<T>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!open) return;
    let live = true;
    ask().then(
      (v) => live && setValue(v),
      () => undefined, // asked again when the way is open again
    );
    return () => void (live = false);
  }, [open, round]);
  return [value, useCallback(() => setRound((n) => n + 1), [])];
}

export function useAbilities(open: boolean): [Abilities | undefined, () => void] {
  const panel = usePanelService();
  return useAsked(open, () => panel.ask("about", {}));
}

export function useSpending(open: boolean): [Paid | undefined, () => void] {
  const panel = usePanelService();
  return useAsked(open, () => panel.ask("spending", {}));
}

/** How often what a list shows is read again. */
const pulse = 3000;

/** What is asked again and again while somebody looks. */
function useShownList<T>(open: boolean, ask: () => Promise<T>): [T | undefined, () => void] {
  const [value, again] = useAsked(open, ask);
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && again(), pulse);
    return () => clearInterval(timer);
  }, [again]);
  return [value, again];
}

export function useJobs(open: boolean): [Job[] | undefined, () => void] {
  const panel = usePanelService();
  return useShownList(open, () => panel.ask("jobs", {}));
}

/** Whether planned tasks run at all; undefined also where the backend has no such switch. */
export function usePlanned(open: boolean): [Switched | undefined, () => void] {
  const panel = usePanelService();
  return useShownList(open, () => panel.ask("planned", {}));
}

export function useRuns(open: boolean): [Run[] | undefined, () => void] {
  const panel = usePanelService();
  return useShownList(open, () => panel.ask("runs", {}));
}

/** A run with all that happened in it, live. It is kept while the backend is away, and gone on with afterwards. */
export function useThread(open: boolean, id: string, round: number): Thread | undefined {
  const panel = usePanelService();
  const [thread, setThread] = useState<Thread>();
  const mine = thread?.run.id === id ? thread : undefined;
  useEffect(() => {
    if (!open || !id) return;
    let current: Thread | undefined; // from the beginning: an entry may have been told in part
    return panel.listen(
      "watch",
      { run: id, behind: 0 },
      (list) => {
        current = fold(current, list);
        // What is shown stays until as much is known again.
        setThread((shown) => (shown?.run.id === id && shown.entry > (current?.entry ?? 0) ? shown : current));
      },
      () => undefined, // it has ended, or the way has: open changes then
    );
  }, [panel, open, id, round]);
  return mine;
}
