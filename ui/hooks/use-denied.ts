import { useEffect, useState } from "preact/hooks";
import { useBridgeService } from "../context/bridge-context";
import type { Denied } from "../../contracts/bridge-service";
import type { Capability } from "../../contracts/protocol.gen";

export interface Switches {
  /** What is switched off; undefined before it was read. */
  denied: Denied | undefined;
  turn(capability: Capability, on: boolean): Promise<void>;
}

/** What the agent may do besides reading and acting. */
export function useDenied(): Switches {
  const service = useBridgeService();
  const [denied, setDenied] = useState<Denied>();
  useEffect(() => service.subscribeDenied(setDenied), [service]);
  return {
    denied,
    turn: (capability, on) => {
      const others = (denied?.own ?? []).filter((c) => c !== capability);
      return service.saveDenied(on ? others : [...others, capability]);
    },
  };
}
