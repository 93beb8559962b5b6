/** Hands the panel's service to every component below. */
import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import type { PanelService } from "../contracts/panel-service";

const Context = createContext<PanelService | undefined>(undefined);

export function PanelProvider(props: { panel: PanelService; children: ComponentChildren }) {
  return <Context.Provider value={props.panel}>{props.children}</Context.Provider>;
}

export function usePanelService(): PanelService {
  const service = useContext(Context);
  if (!service) throw new Error("a component outside of PanelProvider asked for the service");
  return service;
}
