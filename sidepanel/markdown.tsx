/**
 * What a model wrote, as Markdown. The library only reads it: what it found becomes
 * elements of the closed list below, and no HTML is ever parsed. There are no pictures
 * and no links: an address stands as text, so that nobody goes where a model sends them
 * by one press.
 */
import { lexer, type Token, type Tokens } from "marked";
import type { ComponentChild } from "preact";
import { memo } from "preact/compat";
import { useMemo } from "preact/hooks";
import { plain } from "../ui/words/plain";

/** Longer texts, and deeper ones, are shown as they are. */
const longest = 100_000;
const deepest = 12;

export function Markdown(props: { text: string }) {
  const blocks = useMemo(() => read(props.text), [props.text]);
  return (
    <div class="markdown" dir="auto">
      {blocks ? blocks.map((t, i) => (t.type === "space" ? null : <Block key={i} token={t} raw={t.raw} />)) : <p class="raw">{props.text}</p>}
    </div>
  );
}

function read(text: string): Token[] | undefined {
  if (text.length > longest || /^[ \t]*(?:[>*+-][ \t]*){12}/m.test(text) || /[[(*_`<!~]{200}/.test(text)) return undefined;
  try {
    return lexer(plain(text), { gfm: true });
  } catch {
    return undefined;
  }
}

/** While an answer is written only its last block changes. */
const Block = memo(
  (props: { token: Token; raw: string }) => <>{block(props.token, 0)}</>,
  (a, b) => a.raw === b.raw && a.token.type === b.token.type,
);

const blocks = (list: Token[] | undefined, deep: number): ComponentChild[] => (list ?? []).map((t) => block(t, deep + 1));
const inlines = (list: Token[] | undefined, deep: number): ComponentChild[] => (list ?? []).map((t) => inline(t, deep + 1));

function block(token: Token, deep: number): ComponentChild {
  if (deep > deepest) return token.raw;
  switch (token.type) {
    case "space":
      return null;
    case "heading":
      return <p class={`heading h${Math.min(4, (token as Tokens.Heading).depth)}`}>{inlines(token.tokens, deep)}</p>;
    case "paragraph":
      return <p>{inlines(token.tokens, deep)}</p>;
    case "code":
      return (
        <pre class="wide" tabIndex={0}>
          <code>{(token as Tokens.Code).text}</code>
        </pre>
      );
    case "blockquote":
      return <blockquote>{blocks(token.tokens, deep)}</blockquote>;
    case "list":
      return list(token as Tokens.List, deep);
    case "table":
      return table(token as Tokens.Table, deep);
    case "hr":
      return <hr />;
    case "text":
      return token.tokens ? <span>{inlines(token.tokens, deep)}</span> : inline(token, deep);
    default:
      return <p class="raw">{token.raw}</p>; // HTML, definitions, and what a later version knows
  }
}

function list(token: Tokens.List, deep: number): ComponentChild {
  const items = token.items.map((item, i) => (
    <li key={i}>
      {item.task ? (item.checked ? "☑ " : "☐ ") : null}
      {blocks(item.tokens.filter((t) => t.type !== "checkbox"), deep)}
    </li>
  ));
  return token.ordered ? <ol start={typeof token.start === "number" ? token.start : 1}>{items}</ol> : <ul>{items}</ul>;
}

function table(token: Tokens.Table, deep: number): ComponentChild {
  return (
    <div class="wide" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {token.header.map((cell, i) => (
              <th key={i} scope="col">
                {inlines(cell.tokens, deep)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row, i) => (
            <tr key={i}>
              {row.map((cell, j) => (
                <td key={j}>{inlines(cell.tokens, deep)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inline(token: Token, deep: number): ComponentChild {
  if (deep > deepest) return token.raw;
  switch (token.type) {
    case "strong":
      return <strong>{inlines(token.tokens, deep)}</strong>;
    case "em":
      return <em>{inlines(token.tokens, deep)}</em>;
    case "del":
      return <del>{inlines(token.tokens, deep)}</del>;
    case "codespan":
      return <code>{(token as Tokens.Codespan).text}</code>;
    case "br":
      return <br />;
    case "link":
      return address(inlines(token.tokens, deep), (token as Tokens.Link).text, (token as Tokens.Link).href);
    case "image":
      return address((token as Tokens.Image).text, (token as Tokens.Image).text, (token as Tokens.Image).href);
    case "escape":
      return (token as Tokens.Escape).text;
    case "text":
      return token.tokens ? inlines(token.tokens, deep) : entities((token as Tokens.Text).raw);
    default:
      return token.raw;
  }
}

/** A link's text with where it would go, once where both are the same. */
function address(shown: ComponentChild, text: string, href: string): ComponentChild {
  if (text === href || `mailto:${text}` === href) return <span class="address">{href}</span>;
  return (
    <>
      {shown} <span class="address">({href})</span>
    </>
  );
}

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0", "#39": "'" };

/** The few entities that models write. */
const entities = (text: string): string => text.replace(/&(amp|lt|gt|quot|apos|nbsp|#39);/g, (all, name: string) => named[name] ?? all);
