import { useState } from "preact/hooks";
import { useWords } from "../context/bridge-context";

export interface Task {
  busy: boolean;
  /** Why the last run failed, in words; "" when it did not. */
  error: string;
  run(work: () => Promise<unknown>): Promise<void>;
}

/** Runs what a control does and keeps its failure for showing. */
export function useTask(): Task {
  const words = useWords();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  return {
    busy,
    error,
    run: async (work) => {
      setBusy(true);
      setError("");
      try {
        await work();
      } catch (e) {
        setError(words.t("failed", e instanceof Error ? e.message : String(e)));
      } finally {
        setBusy(false);
      }
    },
  };
}
