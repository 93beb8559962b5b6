/** One act of a run as a line that unfolds. What it says is a model's and a page's: text, never markup. */
import { useWords } from "../ui/context/bridge-context";
import { Bad, Good } from "../ui/look/glyphs";
import type { Item } from "./thread";
import { intent, lastAction } from "../ui/words/actions";
import type { Key, Words } from "../ui/words/words";
import { plain } from "../ui/words/plain";
import { host, short } from "./say";

/** From when on it is told how long an act took, in milliseconds. */
const slow = 3000;

type Step = Extract<Item, { kind: "step" }>;

/** What is no action of the browser's. */
const own: Readonly<Record<string, Key>> = { note: "didNote", done: "didDone", clarify: "didAsk", schedule_resume: "didWait", schedule_task: "didPlan", fetch_url: "didFetch", research: "didResearch" };

export function StepLine(props: { step: Step; live: boolean }) {
  const { step: s, live } = props;
  const words = useWords();
  const at = [detail(s), s.moved && s.site ? plain(host(s.site)) : ""].filter(Boolean).join(" · ");
  const under = live && s.result === undefined;
  return (
    <details class={under ? "step under" : s.failed ? "step failed" : "step"}>
      <summary>
        <span class="sign">{under ? <span class="pulse" /> : s.failed ? <Bad /> : <Good />}</span>
        <span class="does">{under ? doing(words, s.name) : name(words, s.name)}</span>
        <span class="muted ellipsis">
          <bdi>{at}</bdi>
        </span>
        {s.failed ? <span class="fails">{words.t("stepFailed")}</span> : null}
        {s.until && s.until - s.at >= slow ? <span class="muted numbers time">{words.span(s.until - s.at)}</span> : null}
      </summary>
      <p class="muted numbers">{more(words, s)}</p>
      <dl>
        <dt>{words.t("stepAsked")}</dt>
        <dd>
          <pre class="wide" tabIndex={0} aria-label={words.t("stepAsked")}>
            {plain(`${s.name} ${pretty(s.args)}`)}
          </pre>
        </dd>
        {s.result !== undefined ? (
          <>
            <dt>{words.t(s.failed ? "stepFailed" : "stepGot")}</dt>
            <dd>
              <pre class="wide" tabIndex={0} aria-label={words.t("stepGot")}>
                {plain(s.result)}
              </pre>
            </dd>
          </>
        ) : null}
      </dl>
    </details>
  );
}

function name(words: Words, tool: string): string {
  const key = Object.hasOwn(own, tool) ? own[tool] : undefined;
  return key ? words.t(key) : lastAction(words, tool);
}

/** Where it was, what the answer cost that asked for it, and how long it took. */
function more(words: Words, s: Step): string {
  return [s.site ? plain(host(s.site)) : "", s.tokens ? words.t("tokens", short(words, s.tokens)) : "", s.until ? words.span(s.until - s.at) : ""].filter(Boolean).join(" · ");
}

/** What is under way, which has not been done. */
function doing(words: Words, tool: string): string {
  if (Object.hasOwn(own, tool)) return name(words, tool);
  const text = intent(words, tool);
  return `${text.charAt(0).toLocaleUpperCase(words.language)}${text.slice(1)}…`;
}

function parsed(text: string): Record<string, unknown> {
  try {
    const v: unknown = JSON.parse(text);
    return typeof v === "object" && v !== null ? (v as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** What of the arguments a person wants to see on the line; of a press its name, which the answer has. */
function detail(s: Step): string {
  const a = parsed(s.args);
  for (const key of ["text", "message", "question", "summary", "key", "value", "query", "title", "task"]) if (typeof a[key] === "string") return plain(a[key].slice(0, 200));
  if (typeof a.url === "string") return plain(host(a.url));
  const quoted = /"([^"\n]{1,80})"/.exec(s.result?.split("\n")[0] ?? "");
  return quoted?.[1] ? plain(quoted[1]) : "";
}

const pretty = (args: string): string => {
  const a = parsed(args);
  return Object.keys(a).length > 0 ? JSON.stringify(a, null, 1) : args;
};
