/** Where the person has stopped the agent, and how they let it back in. */
import type { Stopped as Where } from "../contracts/bridge-service";
import { Buttons } from "../ui/cards/buttons";
import { useBridgeService, useWords } from "../ui/context/bridge-context";
import type { Task } from "../ui/hooks/use-task";

export function Stopped(props: { stopped: Where[]; now: number; task: Task }) {
  const { now, task } = props;
  const service = useBridgeService();
  const words = useWords();
  const stopped = props.stopped.filter((s) => s.until > now);
  if (stopped.length === 0) return null;
  return (
    <section class="held" aria-labelledby="stopped">
      <h2 id="stopped">{words.t("stoppedTitle")}</h2>
      <ul>
        {stopped.map((s) => {
          const name = words.t(s.tabId ? "letBackIn" : "letBackInEverywhere");
          return (
            <li class="ask" key={s.tabId} data-stopped={s.tabId}>
              <p>{s.tabId ? <strong><bdi>{s.domain}</bdi></strong> : words.t("stoppedEverywhere")}</p>
              <p class="muted">
                {words.t("stoppedFor", words.span(Math.max(s.until - now, 1000)))}
              </p>
              <Buttons of={s}>
                <button class="button" disabled={task.busy} aria-label={s.tabId ? `${name}: ${s.domain}` : name} onClick={() => void task.run(() => service.resume(s.tabId))}>
                  {name}
                </button>
              </Buttons>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
