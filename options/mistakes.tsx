/** What of the organisation's policy is not understood, and what holds instead. */
import { useWords } from "../ui/context/bridge-context";
import { useMistakes } from "../ui/hooks/use-mistakes";
import { Notice } from "../ui/look/parts";

/** A list of sites may be long. */
const most = 200;

export function Mistakes() {
  const words = useWords();
  const mistakes = useMistakes();
  if (mistakes.length === 0) return null;
  const text = mistakes.map((m) => {
    const holds = m.holds.length > most ? `${m.holds.slice(0, most)}…` : m.holds;
    return m.holds === "" ? words.t("mistakeSafe", m.key) : words.t("mistakeHolds", m.key, holds);
  });
  return <Notice tone="bad" title={words.t("mistakeTitle")} text={text.join(" ")} />;
}
