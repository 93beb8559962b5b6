/** Kinds of sites that one switch keeps the agent out of, besides the blocklist. */
import type { Category } from "../contracts/bridge-service";
import { useBridgeService, useWords } from "../ui/context/bridge-context";
import { useCategories } from "../ui/hooks/use-categories";
import { useTask } from "../ui/hooks/use-task";
import { Lock } from "../ui/look/glyphs";
import { Notice } from "../ui/look/parts";
import type { Key } from "../ui/words/words";

const switches: readonly { category: Category; name: Key }[] = [
  { category: "banking", name: "kindBanking" },
  { category: "passwords", name: "kindPasswords" },
  { category: "identity", name: "kindIdentity" },
  { category: "health", name: "kindHealth" },
  { category: "government", name: "kindGovernment" },
];

export function Categories() {
  const words = useWords();
  const service = useBridgeService();
  const categories = useCategories();
  const task = useTask();
  if (!categories) return null;
  const turn = (category: Category, on: boolean) => {
    const others = categories.own.filter((c) => c !== category);
    return service.saveCategories(on ? [...others, category] : others);
  };
  return (
    <section class="card" aria-labelledby="kinds">
      <h2 id="kinds">{words.t("kindsTitle")}</h2>
      <p class="muted">{words.t("kindsText")}</p>
      {categories.managed.length > 0 ? (
        <p class="fixed">
          <Lock />
          {words.t("kindsFixed")}
        </p>
      ) : null}
      {task.error ? <Notice tone="bad" title={task.error} alert /> : null}
      <ul class="switches">
        {switches.map((s) => {
          const fixed = categories.managed.includes(s.category);
          return (
            <li key={s.category}>
              <label for={`kind-${s.category}`}>{words.t(s.name)}</label>
              <input
                id={`kind-${s.category}`}
                class="switch"
                type="checkbox"
                role="switch"
                checked={fixed || categories.own.includes(s.category)}
                disabled={fixed}
                onChange={(e) => void task.run(() => turn(s.category, e.currentTarget.checked))}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
