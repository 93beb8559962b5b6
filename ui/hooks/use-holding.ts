import { useEffect, useState } from "preact/hooks";
import { useBridgeService } from "../context/bridge-context";

/** Whether a stop keeps the agent out for a while; undefined before it was read. */
export function useHolding(): boolean | undefined {
  const service = useBridgeService();
  const [holding, setHolding] = useState<boolean>();
  useEffect(() => service.subscribeHolding(setHolding), [service]);
  return holding;
}
