import { useEffect, useState } from "preact/hooks";
import type { Section } from "../contracts/bridge-service";

const sections: readonly Section[] = ["connection", "blocklist", "log", "about"];

/** The section that the fragment names; connection for none and for pairing links. */
export function useSection(): Section {
  const [section, setSection] = useState(read);
  useEffect(() => {
    const changed = () => setSection(read());
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  return section;
}

function read(): Section {
  const name = location.hash.slice(1).split("?")[0];
  return sections.find((s) => s === name) ?? "connection";
}
