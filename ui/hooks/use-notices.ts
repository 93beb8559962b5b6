import { useEffect, useState } from "preact/hooks";
import type { Notices } from "../../contracts/bridge-service";
import { useBridgeService } from "../context/bridge-context";

/** Whether the system's notifications are shown; undefined before it was read. */
export function useNotices(): Notices | undefined {
  const service = useBridgeService();
  const [notices, setNotices] = useState<Notices>();
  useEffect(() => service.subscribeNotices(setNotices), [service]);
  return notices;
}
