/** The pairing: how it stands, how to make one, how to remove it. */
import { useState } from "preact/hooks";
import type { BridgeState } from "../contracts/bridge-service";
import { useBridgeService, useWords } from "../ui/context/bridge-context";
import { useTask } from "../ui/hooks/use-task";
import { Notice } from "../ui/look/parts";
import { server, tell } from "../ui/words/link";
import { readFragment } from "../ui/words/pairing";
import { Confirm } from "./confirm";
import { Order } from "./order";
import { PairForm } from "./pair-form";
import { PairHere } from "./pair-here";

export function Connection(props: { state: BridgeState; now: number }) {
  const { state, now } = props;
  const words = useWords();
  const service = useBridgeService();
  const task = useTask();
  const [again, setAgain] = useState(() => readFragment(location.hash) !== undefined);
  const [sure, setSure] = useState(false);
  const [welcome] = useState(() => location.hash === "#welcome");
  const told = tell(words, state, now);
  const link = state.link;
  const paired = Boolean(link?.serverUrl);
  // Once it is there it stays until it is connected: what it says of a code must not vanish with the state.
  const needed = link !== undefined && (!paired || told.remedy === "pair");
  const [kept, setKept] = useState(false);
  if (needed && !kept) setKept(true);
  if (kept && link?.state === "connected") setKept(false);
  // Where the organisation has ordered a server there is nothing to choose.
  const form = link?.orders === "" && (needed || kept || again);
  return (
    <>
      {welcome && !paired ? (
        <section class="welcome">
          <h2>{words.t("welcomeTitle")}</h2>
          <p>{words.t("welcomeText")}</p>
        </section>
      ) : null}
      {told.title && link?.state !== "unpaired" ? (
        <Notice tone={told.tone} title={told.title} text={told.text || (told.tone === "good" ? words.t("textConnected") : "")}>
          {told.remedy === "retry" ? (
            <button class="button" onClick={() => void task.run(() => service.retry())}>
              {words.t("tryNow")}
            </button>
          ) : null}
          {told.remedy === "update" ? (
            <button class="button" onClick={() => void task.run(() => service.update())}>
              {words.t("updateNow")}
            </button>
          ) : null}
          {told.remedy === "blocklist" ? (
            <a class="button" href="#blocklist">
              {words.t("openBlocklist")}
            </a>
          ) : null}
        </Notice>
      ) : null}
      {task.error ? <Notice tone="bad" title={task.error} alert /> : null}
      {link?.orders ? <Order link={link} /> : null}
      {link && paired ? (
        <section class="card">
          <h2>{words.t("pairingTitle")}</h2>
          <dl class="facts">
            <dt>{words.t("factServer")}</dt>
            <dd>
              {server(words, link.serverUrl)}
              <code class="muted">{link.serverUrl}</code>
            </dd>
            <dt>{words.t("factDevice")}</dt>
            <dd>{link.deviceName || "–"}</dd>
            <dt>{words.t("factSince")}</dt>
            <dd class="numbers">{words.when(link.since, now)}</dd>
          </dl>
          {link.orders ? null : (
            <div class="row">
              {form ? null : (
                <button class="button" onClick={() => setAgain(true)}>
                  {words.t("pairAgain")}
                </button>
              )}
              <button class="button danger" onClick={() => setSure(true)}>
                {words.t("forget")}
              </button>
            </div>
          )}
        </section>
      ) : null}
      {form && link ? <PairHere deviceName={link.deviceName} /> : null}
      {form && link ? <PairForm link={link} localDenied={state.localDenied} onDone={() => setAgain(false)} /> : null}
      {link?.asks ? (
        <Confirm
          title={words.t("confirmServerTitle")}
          host={link.asks}
          text={words.t("confirmServerText")}
          yes={words.t("confirmServerYes")}
          onYes={() => task.run(() => service.confirmServer(link.asks, true))}
          onClose={(said) => void (said === "no" && task.run(() => service.confirmServer(link.asks, false)))}
        />
      ) : null}
      {sure ? (
        <Confirm title={words.t("forgetTitle")} text={words.t("forgetText")} yes={words.t("forget")} onYes={() => task.run(() => service.forget())} onClose={() => setSure(false)} />
      ) : null}
    </>
  );
}
