import { useEffect, useState } from "preact/hooks";
import type { Mistake } from "../../contracts/bridge-service";
import { useBridgeService } from "../context/bridge-context";

/** The organisation's values that are not understood. */
export function useMistakes(): Mistake[] {
  const service = useBridgeService();
  const [mistakes, setMistakes] = useState<Mistake[]>([]);
  useEffect(() => service.subscribeMistakes(setMistakes), [service]);
  return mistakes;
}
