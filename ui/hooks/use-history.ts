import { useEffect, useState } from "preact/hooks";
import type { AuditRow } from "../../contracts/bridge-service";
import { useBridgeService } from "../context/bridge-context";

/** The audit log, newest first; undefined before it was read. */
export function useHistory(): AuditRow[] | undefined {
  const service = useBridgeService();
  const [rows, setRows] = useState<AuditRow[]>();
  useEffect(() => service.subscribeHistory(setRows), [service]);
  return rows;
}
