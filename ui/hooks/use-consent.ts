import { useEffect, useState } from "preact/hooks";
import type { Consent } from "../../contracts/bridge-service";
import { useBridgeService } from "../context/bridge-context";

/** Whether the person is asked, and what they allow; undefined before it was read. */
export function useConsent(): Consent | undefined {
  const service = useBridgeService();
  const [consent, setConsent] = useState<Consent>();
  useEffect(() => service.subscribeConsent(setConsent), [service]);
  return consent;
}
