import { useEffect, useState } from "preact/hooks";
import type { Network } from "../../contracts/bridge-service";
import { useBridgeService } from "../context/bridge-context";

/** Whether the agent is kept out of private networks; undefined before it was read. */
export function useNetwork(): Network | undefined {
  const service = useBridgeService();
  const [network, setNetwork] = useState<Network>();
  useEffect(() => service.subscribeNetwork(setNetwork), [service]);
  return network;
}
