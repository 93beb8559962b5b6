/** What the agent cannot pass, and what the person can do about it. */
import type { Obstacle } from "../../contracts/bridge-service";
import { useBridgeService, useWords } from "../context/bridge-context";
import type { Task } from "../hooks/use-task";
import { Show } from "../look/glyphs";
import type { Key } from "../words/words";
import { Buttons } from "./buttons";

const says: Readonly<Record<Obstacle["kind"], Key>> = { auth_wall: "obstacleLogin", captcha: "obstacleCaptcha", access_denied: "obstacleDenied" };

export function Obstacles(props: { obstacles: Obstacle[]; task: Task }) {
  const { obstacles, task } = props;
  const service = useBridgeService();
  const words = useWords();
  if (obstacles.length === 0) return null;
  return (
    <section class="asks warn" aria-labelledby="obstacles" role="alert">
      <h2 id="obstacles">{words.t("obstacleTitle")}</h2>
      <ul>
        {obstacles.map((o) => (
          <li class="ask" key={o.tabId} data-obstacle={o.kind}>
            <p>
              <strong>
                <bdi>{o.domain}</bdi>
              </strong>
            </p>
            <p>{words.t(says[o.kind])}</p>
            <Buttons of={o}>
              <button class="button primary" aria-label={`${words.t("obstacleShow")}: ${o.domain}`} onClick={() => void task.run(() => service.showTab(o.tabId))}>
                <Show />
                {words.t("obstacleShow")}
              </button>
            </Buttons>
          </li>
        ))}
      </ul>
      <p class="muted">{words.t("obstacleHint")}</p>
    </section>
  );
}
