import { useEffect, useState } from "preact/hooks";
import type { DialogRules } from "../../contracts/bridge-service";
import { useBridgeService } from "../context/bridge-context";

/** What happens to pages' dialogs; undefined before it was read. */
export function useDialogRules(): DialogRules | undefined {
  const service = useBridgeService();
  const [rules, setRules] = useState<DialogRules>();
  useEffect(() => service.subscribeDialogRules(setRules), [service]);
  return rules;
}
