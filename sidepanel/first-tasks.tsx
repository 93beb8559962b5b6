/** Three tasks that fit the page in front. A press writes one into the field, and starts nothing. */
import { useWords } from "../ui/context/bridge-context";
import type { FrontTab, RunMode } from "../contracts/panel-service";
import { kindOf, type PageKind } from "../ui/words/page-kind";
import type { Key } from "../ui/words/words";

/** A task that acts on a page does so where the person sees it, with what they have entered. */
interface First {
  text: Key;
  mode: RunMode;
  here?: true;
}

const reads = (text: Key): First => ({ text, mode: "ask" });
const acts = (text: Key): First => ({ text, mode: "act" });
const actsHere = (text: Key): First => ({ text, mode: "act", here: true });

const tasks: Readonly<Record<PageKind, readonly First[]>> = {
  article: [reads("example1"), reads("taskClaims"), reads("taskPlain")],
  form: [reads("taskWanted"), reads("taskCheck"), actsHere("taskFill")],
  list: [reads("example3"), reads("taskBest"), acts("taskAllPages")],
  mail: [reads("taskMail"), reads("taskDates"), actsHere("taskDraft")],
  page: [reads("example1"), reads("example2"), reads("example3")],
  none: [acts("panelPlaceholder"), acts("taskNews"), acts("taskCompare")],
};

export function FirstTasks(props: { tab: FrontTab | undefined; disabled: boolean; take: (text: string, mode: RunMode, here: boolean) => void }) {
  const words = useWords();
  return (
    <ul class="examples">
      {tasks[kindOf(props.tab)].map(({ text, mode, here }) => (
        <li key={text}>
          <button class="button" data-task={text} disabled={props.disabled} onClick={() => props.take(words.t(text), mode, here === true)}>
            {words.t(text)}
          </button>
        </li>
      ))}
    </ul>
  );
}
