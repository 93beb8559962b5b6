import { useEffect, useState } from "preact/hooks";
import type { Blocklist } from "../../contracts/bridge-service";
import { useBridgeService } from "../context/bridge-context";

/** What became of entries that a person wants to add. */
export interface Added {
  added: string[];
  known: string[];
  refused: { entry: string; why: string }[];
}

export interface BlocklistEditor {
  /** undefined before it was read. */
  list: Blocklist | undefined;
  check(entry: string): Promise<string>;
  add(entries: string[]): Promise<Added>;
  remove(entry: string): Promise<void>;
  /** Keeps what the policy understands; for a damaged list. */
  repair(): Promise<void>;
}

/** The blocklist and its editing. Nothing that the policy does not understand is ever stored: it would close the gate. */
export function useBlocklist(): BlocklistEditor {
  const service = useBridgeService();
  const [list, setList] = useState<Blocklist>();
  useEffect(() => service.subscribeBlocklist(setList), [service]);
  return {
    list,
    check: (entry) => service.checkEntry(entry),
    add: async (entries) => {
      const { own } = await service.getBlocklist();
      const out: Added = { added: [], known: [], refused: [] };
      for (const entry of entries) {
        if (own.includes(entry) || out.added.includes(entry)) {
          out.known.push(entry);
          continue;
        }
        const why = await service.checkEntry(entry);
        if (why) out.refused.push({ entry, why });
        else out.added.push(entry);
      }
      if (out.added.length) await service.saveBlocklist([...own, ...out.added]);
      return out;
    },
    remove: async (entry) => {
      const { own } = await service.getBlocklist();
      await service.saveBlocklist(own.filter((e) => e !== entry));
    },
    repair: async () => {
      const { own } = await service.getBlocklist();
      const good: string[] = [];
      for (const entry of own) if (!(await service.checkEntry(entry))) good.push(entry);
      await service.saveBlocklist(good);
    },
  };
}
