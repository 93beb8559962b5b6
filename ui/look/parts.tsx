/** Parts that both pages are made of. They render what they are given and know no service. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Told, Tone } from "../words/link";
import * as Glyph from "./glyphs";

/** The connection in one or two words. */
export function Status(props: { told: Told }) {
  return (
    <span class={`status ${props.told.tone}`} role="status">
      {props.told.label}
    </span>
  );
}

const signs: Record<Tone, () => preact.JSX.Element> = { good: Glyph.Good, busy: Glyph.Wait, warn: Glyph.Wait, bad: Glyph.Bad, quiet: Glyph.Plug };

/** A state that a person should know of, and what to do about it. */
export function Notice(props: { tone: Tone; title?: string; text?: string; alert?: boolean; children?: ComponentChildren }) {
  const Sign = signs[props.tone];
  return (
    <section class={`notice ${props.tone}`} {...(props.alert ? { role: "alert" } : {})}>
      <Sign />
      {props.title ? <h2>{props.title}</h2> : null}
      {props.text ? <p>{props.text}</p> : null}
      {props.children ? <div class="actions">{props.children}</div> : null}
    </section>
  );
}

/** A site's icon, or its first letter when it has none. */
export function Avatar(props: { icon: string; domain: string }) {
  const [failed, setFailed] = useState("");
  const letter = /[\p{L}\p{N}]/u.exec(props.domain.replace(/^www\./, ""))?.[0] ?? "•";
  return (
    <span class="avatar" aria-hidden="true">
      {props.icon && failed !== props.icon ? <img src={props.icon} alt="" onError={() => setFailed(props.icon)} /> : letter}
    </span>
  );
}
