/** bua's own tasks that wait for the person, and planned ones that have ended. */
import { useBridgeService, useWords } from "../context/bridge-context";
import type { Task } from "../hooks/use-task";
import { named, type Need, said } from "../../contracts/needs";
import { Buttons } from "./buttons";

export function Needs(props: { needs: Need[]; task: Task; opened: () => void }) {
  const { needs, task } = props;
  const service = useBridgeService();
  const words = useWords();
  if (needs.length === 0) return null;
  return (
    <section class="asks" aria-labelledby="needs" role="alert">
      <h2 id="needs">{words.t("needsTitle")}</h2>
      <ul>
        {needs.map((n) => {
          const [heading, text] = said(n);
          return (
            <li class="ask" key={named(n)}>
              <p class="message">
                {words.t(heading)}: {words.t(text)}
              </p>
              {n.site ? (
                <p class="muted ellipsis">
                  <bdi>{n.site}</bdi>
                </p>
              ) : null}
              <Buttons of={n}>
                <button class="button primary" data-need={n.run} disabled={task.busy} aria-label={`${words.t("show")}: ${words.t(text)}${n.site ? `, ${n.site}` : ""}`} onClick={() => void task.run(async () => (await service.openRun(n.run), props.opened()))}>
                  {words.t("show")}
                </button>
              </Buttons>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
