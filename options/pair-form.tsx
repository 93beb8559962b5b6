/** Pairing with a code, in three steps that a person can follow without having read anything. */
import { useEffect, useState } from "preact/hooks";
import { defaultServer, type Link } from "../contracts/bridge-service";
import { useBridgeService, useWords } from "../ui/context/bridge-context";
import { useTask } from "../ui/hooks/use-task";
import { Bad } from "../ui/look/glyphs";
import { reason } from "../ui/words/link";
import { canDial, readFragment, readPasted, shape } from "../ui/words/pairing";

export function PairForm(props: { link: Link; localDenied: boolean; onDone: () => void }) {
  const { link, localDenied, onDone } = props;
  const words = useWords();
  const service = useBridgeService();
  const task = useTask();
  const [linked] = useState(() => readFragment(location.hash));
  const [code, setCode] = useState(linked?.code ?? "");
  const [url, setURL] = useState(linked?.serverUrl ?? (link.serverUrl || defaultServer));
  const [name, setName] = useState(link.deviceName);
  const [asked, setAsked] = useState(false);
  const busy = asked && (link.state === "connecting" || link.state === "authenticating" || task.busy);

  useEffect(() => {
    // A one-time code has no business in the address bar and the history.
    if (linked) history.replaceState(null, "", "#connection");
  }, [linked]);
  useEffect(() => {
    if (asked && !task.busy && link.state === "connected" && !link.notice && !link.asks) onDone();
  }, [asked, task.busy, link.state, link.notice, link.asks]);

  const badURL = url !== "" && !canDial(url);
  const why = asked && !busy ? task.error || (link.notice ? reason(words, link.notice, link.noticeDetail, localDenied) : "") : "";
  const submit = (e: Event) => {
    e.preventDefault();
    if (!code || badURL || busy) return;
    setAsked(true);
    void task.run(() => service.pair({ serverUrl: url || defaultServer, code, deviceName: name }));
  };
  const typed = (text: string) => {
    const read = readPasted(text);
    setCode(read.code);
    if (read.serverUrl) setURL(read.serverUrl);
    setAsked(false);
  };
  return (
    <form class="card pair" onSubmit={submit} noValidate>
      <h2>{words.t("pairTitle")}</h2>
      <ol class="steps">
        <li>
          {words.t("step1")} <code>bua serve</code>
        </li>
        <li>
          {words.t("step2")} <code>bua pair</code>
        </li>
        <li>{words.t("step3")}</li>
      </ol>
      <div class="field">
        <label for="code">{words.t("code")}</label>
        <input
          id="code"
          class="input code"
          value={code}
          placeholder="XXXX-XXXX-XXXX"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          maxLength={512}
          aria-invalid={why !== ""}
          aria-describedby="code-note"
          onInput={(e) => typed(e.currentTarget.value)}
          onPaste={(e) => {
            // Read here: a field of one line swallows what separates the lines.
            const text = e.clipboardData?.getData("text/plain") ?? "";
            if (!/\bcode\b/i.test(text)) return;
            e.preventDefault();
            typed(text);
          }}
          onBlur={() => setCode(shape(code))}
        />
        <p id="code-note" class={why ? "wrong" : "hint"} role={why ? "alert" : undefined}>
          {why ? <Bad /> : null}
          <span>{why || words.t("codeHint")}</span>
        </p>
      </div>
      <details open={badURL || (linked?.serverUrl !== undefined && linked.serverUrl !== defaultServer)}>
        <summary>{words.t("more")}</summary>
        <div class="field">
          <label for="server">{words.t("serverURL")}</label>
          <input id="server" class="input" value={url} placeholder={defaultServer} autocomplete="off" spellcheck={false} inputMode="url" dir="ltr" aria-invalid={badURL} aria-describedby="server-note" onInput={(e) => setURL(e.currentTarget.value.trim())} />
          <p id="server-note" class={badURL ? "wrong" : "hint"}>
            {badURL ? <Bad /> : null}
            <span>{words.t(badURL ? "serverWrong" : "serverHint")}</span>
          </p>
        </div>
        <div class="field">
          <label for="device">{words.t("deviceName")}</label>
          <input id="device" class="input" value={name} maxLength={64} autocomplete="off" aria-describedby="device-note" onInput={(e) => setName(e.currentTarget.value)} />
          <p id="device-note" class="hint">
            {words.t("deviceHint")}
          </p>
        </div>
      </details>
      <div class="row">
        <button class="button primary" type="submit" disabled={!code || badURL || busy}>
          {words.t(busy ? "pairing" : "pair")}
        </button>
        {link.serverUrl && link.state === "connected" ? (
          <button class="button" type="button" onClick={onDone}>
            {words.t("cancel")}
          </button>
        ) : null}
      </div>
    </form>
  );
}
