import { useEffect, useState } from "preact/hooks";
import type { Categories } from "../../contracts/bridge-service";
import { useBridgeService } from "../context/bridge-context";

/** Which kinds of sites are blocked; undefined before it was read. */
export function useCategories(): Categories | undefined {
  const service = useBridgeService();
  const [categories, setCategories] = useState<Categories>();
  useEffect(() => service.subscribeCategories(setCategories), [service]);
  return categories;
}
