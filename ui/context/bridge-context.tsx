/** Hands the service and the words to every component below. */
import { type ComponentChildren, createContext } from "preact";
import { useContext, useLayoutEffect } from "preact/hooks";
import type { BridgeService } from "../../contracts/bridge-service";
import type { Words } from "../words/words";

interface Bridge {
  service: BridgeService;
  words: Words;
}

const Context = createContext<Bridge | undefined>(undefined);

export function BridgeProvider(props: Bridge & { children: ComponentChildren }) {
  const { service, words } = props;
  useLayoutEffect(() => {
    document.documentElement.lang = words.language;
  }, [words]);
  return <Context.Provider value={{ service, words }}>{props.children}</Context.Provider>;
}

function useBridge(): Bridge {
  const bridge = useContext(Context);
  if (!bridge) throw new Error("a component outside of BridgeProvider asked for the service");
  return bridge;
}

export const useBridgeService = (): BridgeService => useBridge().service;
export const useWords = (): Words => useBridge().words;
