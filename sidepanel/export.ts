/** A run as a Markdown file, for a person to keep. */
import type { Thread } from "./thread";

/** Text as a quotation, in which nothing is read as Markdown of ours. */
const fenced = (text: string): string => {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((m) => m[0].length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
};

export function markdownOf(t: Thread): string {
  const out = [`# ${t.run.task.split("\n")[0] ?? ""}`, `${t.run.model} · ${t.run.mode} · ${new Date(t.run.created).toISOString()} · ${t.run.status}`];
  for (const item of t.items) {
    switch (item.kind) {
      case "person":
        out.push(`**You**\n\n${fenced(item.text)}`);
        break;
      case "says":
        out.push(item.text);
        break;
      case "step":
        out.push(`**${item.name}**\n\n${fenced(item.args)}`, ...(item.result === undefined ? [] : [fenced(item.result)]));
        break;
      case "asked":
        out.push(`**?** ${item.question.text}\n\n${fenced(item.answer ?? "")}`);
        break;
      case "retry":
        out.push(`*${item.code}* ${item.text}`);
        break;
      case "end":
        out.push(`**${item.run.status}** ${item.run.summary ?? ""}`);
    }
  }
  return `${out.join("\n\n")}\n`;
}
