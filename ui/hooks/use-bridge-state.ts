import { useLayoutEffect, useState } from "preact/hooks";
import type { BridgeState } from "../../contracts/bridge-service";
import { useBridgeService } from "../context/bridge-context";

/** The live state; undefined before the first snapshot, a few milliseconds. */
export function useBridgeState(): BridgeState | undefined {
  const service = useBridgeService();
  const [state, setState] = useState<BridgeState>();
  // Not useEffect, which begins after a frame has been drawn: the first paint waits for what is read here.
  useLayoutEffect(() => service.subscribeState(setState), [service]);
  return state;
}
