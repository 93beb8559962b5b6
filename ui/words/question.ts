/** Whether what a person writes asks about what they look at, by its form alone: a question mark, or how it begins. */

const begins = [
  /^(summari[sz]e|sum up|explain|describe|what|what's|which|who|when|where|why|how)\b/i,
  /^(fasse?|zusammenfass\S*|erklär\S*|beschreib\S*|was|welche\S*|wer|wann|wo|warum|wieso|wie)(?![\p{L}])/iu,
  /^(resum\S*|resúm\S*|explic\S*|expliqu\S*|qué|cuál\S*|quién\S*|cuándo|dónde|por qué|cómo)(?![\p{L}])/iu,
  /^(résum\S*|décri\S*|quoi|quel\S*|qui|quand|où|pourquoi|comment|qu'|est-ce)(?![\p{L}])/iu,
  /^(请|請)?(总结|總結|概括|解释|解釋|为什么|什么|哪|谁|怎么|如何)/u,
];
const ends = /([?？]|(要約|説明|まとめ)(して(ください|下さい)?)?。?|ですか。?|吗。?|[总總][结結]一下。?)$/u;

export function asksAbout(text: string): boolean {
  const t = text.trim();
  return t !== "" && (t.startsWith("¿") || ends.test(t) || begins.some((b) => b.test(t)));
}
