import { useWords } from "../ui/context/bridge-context";
import { usePanelService } from "./panel-context";
import { reach } from "./allow";

/** Asks the person for an origin, where the browser keeps the extension from it: in what they just pressed. */
export function useReach(where: "backend" | "browser"): (origin: string | undefined) => Promise<void> {
  const words = useWords();
  const panel = usePanelService();
  return async (origin) => {
    if (where === "browser" && origin) await reach(words, panel, origin);
  };
}
