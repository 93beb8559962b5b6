/**
 * What kind of page a tab has, by its address alone, which the panel shows anyway. The page
 * itself is not read, since nobody has asked for that yet.
 */
export type PageKind = "mail" | "form" | "list" | "article" | "page" | "none";

const mailHosts = /(^|\.)(mail|webmail|outlook|roundcube|fastmail)\./;
const formWords = /^(forms?|apply|application|checkout|register|registration|signup|contact|booking|reservation|appointment|antrag|anmeldung|bewerbung|kontakt|buchung|kasse|formulario|solicitud|registro|contacto|reserva|formulaire|inscription|demande|commande)$/;
const listWords = /^(search|results?|categor(y|ies)|products?|shop|store|offers?|deals|listings?|collections?|catalog(ue)?|suche|angebote|kategorien?|produkte|buscar|ofertas|productos|recherche|produits|offres)$/;
const articleWords = /^(wiki|news|blog|articles?|posts?|docs?|documentation|story|stories|magazine?|guide|nachrichten|artikel|noticias|articulo|actualites)$/;
const queries = ["q", "query", "search", "k", "keyword", "keywords"];

export function kindOf(tab: { url: string } | undefined): PageKind {
  if (!tab || !URL.canParse(tab.url)) return "none";
  const { hostname, pathname, searchParams } = new URL(tab.url);
  const parts = pathname.toLowerCase().split("/").filter(Boolean);
  // A long name of a page is its headline: its words say nothing of its kind.
  const slug = parts.some((p) => p.split("-").length > 3);
  const words = parts.filter((p) => p.split("-").length <= 3).flatMap((p) => p.split(/[-_.]/));
  if (mailHosts.test(hostname) || parts[0] === "mail" || parts[0] === "webmail") return "mail";
  if (words.some((w) => formWords.test(w)) || /(^|\.)(forms\.gle|typeform\.com)$/.test(hostname)) return "form";
  if (queries.some((q) => searchParams.has(q)) || words.some((w) => listWords.test(w)) || (hostname.startsWith("shop.") && !slug)) return "list";
  if (slug || words.some((w) => articleWords.test(w)) || /\/(19|20)\d\d\/\d\d?(\/|$)/.test(pathname)) return "article";
  return "page";
}
