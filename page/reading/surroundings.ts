/**
 * What surrounds an article: boxes to share, to subscribe, to read on and to
 * comment. Of a page that is no article see outskirts.ts.
 */
import { said, type Part } from "./content";

/** Weight is what a part holds, in characters; one of a script without spaces counts for more. */
export interface Weight {
  text: number;
  linked: number;
  /** What stands in paragraphs. */
  prose: number;
  controls: number;
  /** It is, or holds, what the page calls its main part. */
  main: boolean;
}

// A paragraph of prose is longer than a label, a caption or a teaser.
const prose = 140;
const controls = new Set(["button", "option", "treeitem", "menuitem", "tab", "switch", "checkbox", "gridcell"]);
const narrow = /^[\x00-\u052F\u2000-\u206F]*$/;
const dense = /[\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF]/g;

/** long is the length of s as a reader has it. */
export function long(s: string): number {
  return narrow.test(s) ? s.length : s.length + 1.5 * (s.match(dense)?.length ?? 0);
}

/** weigh weighs p and all below it, without what an article leaves out. */
export function weigh(p: Part, into: Map<Part, Weight>, without?: Set<Part>, linked = false): Weight {
  const w: Weight = { text: 0, linked: 0, prose: 0, controls: 0, main: false };
  if (p.aside || p.dialog || without?.has(p)) return w;
  into.set(p, w);
  if (p.tag === "#") {
    w.text = long(p.tidy ? p.text : p.text.replace(/\s+/g, " "));
    if (linked) w.linked = w.text;
    return w;
  }
  if (p.tag === "button" || controls.has(said(p, "role") ?? "")) w.controls++;
  w.main = p.tag === "h1" || p.tag === "main" || (!p.bare && (said(p, "itemprop") === "articleBody" || said(p, "role") === "main"));
  let direct = 0;
  let apart = 0;
  for (const k of p.kids) {
    const n = weigh(k, into, without, linked || p.tag === "a");
    w.text += n.text;
    w.linked += n.linked;
    w.prose += n.prose;
    w.controls += n.controls;
    w.main ||= n.main;
    if (k.inline) {
      direct += n.text;
      apart += n.linked;
    }
  }
  if (!p.inline && direct >= prose && apart < 0.7 * direct) w.prose = Math.max(w.prose, direct);
  return w;
}

// Words of classes and ids, each between what is no letter.
const named =
  /(^|[^a-z])(share(daddy|bar)?|sharing|social(-?(links|media|icons|bar))?|addtoany|newsletters?|subscri(be|ption)|signup|mailchimp|jp-?relatedposts|related(-?(posts?|articles?|stories|content|news|links))?|recirc(ulation)?|recommend(s|ed|ations?)?|more-?(from|on|articles|stories|posts)|read-?(also|next|more)|most-?(read|popular|viewed)|trending|popular-?posts|outbrain|taboola|promo(tion|ted)?|sponsor(ed)?|advert(isement|ising)?|ads?|banner|breadcrumbs?|author-?(bio|box|info|card|profile|description)|about-?author|tags?(-?(list|links|cloud))?|post-?tags|entry-?footer|cat-?links|catlinks|categories|post-?nav(igation)?|pagination|pager|page-?nav(igation)?|nav-?links|blog-?pager|cookies?|consent|gdpr|votes?|rating|feedback|reactions?|likes?|printfooter|navbox|editsection|disclosure|disclaimer|paywall|edit-?this-?page|toolbar|share-?tools|sidebar|widget(-?area)?|teasers?|toc-?sidebar|copyright|headerlink)([^a-z]|$)/i;
// Those that hold sentences too.
const boxes = /(^|[^a-z])(author-?(bio|box|info|card|profile|description)|about-?author|newsletter|subscribe|subscription|signup|sharedaddy|jp-?relatedposts|cookies?|consent|breadcrumbs?|disclosure|categorize)([^a-z]|$)/i;
const discussion = /(^|[^a-z])(comments?(-?(area|list|section|wrapper|form|thread|respond))?|disqus|respond|responses|discussion|reader-?interactions|cmt(-?area)?|cbox)([^a-z]|$)/i;
// What is named so is in the text, whatever else it is named.
const kept = /(^|[^a-z])(pull-?quote|footnotes?|references?|reflist|caption|article-?body|articlebody|entry-?content|post-?content|post-?body|admonition|note|infobox|headline|title|lead|standfirst|byline|recipe)([^a-z]|$)/i;

// What a box or a list of links says first, in the languages of the most pages.
const others = new RegExp(
  "^(" +
    [
      "(related|read next|read more|read also|more|watch|listen|see also)( \\w+)?:|related( (articles?|stories|posts?|content|reading|topics?|coverage|news|links|questions))?$|more (on|from|in|about|to explore|stories|news|articles|like|soups|posts)\\b|read (more|next|also)\\b|(you (may|might)|people) also|recommended|trending|most (read|viewed|popular|shared|commented)|popular|latest( |$)|top stories|editors?.{0,2} picks|don.t miss|up next|from (the|around the) web|around the web|sponsored|promoted|explore( more)?|also (from|on|in)\\b|recently viewed|articles in this section|what to read|see more|find out more|tags?$|topics$|filed under|posted in|tagged|categor(y|ies)|share( (this|on|via)| |$)|like this|follow us|keep reading|continue reading|next (post|article|up)|previous|post navigation|explore more",
      "mehr (zum|zu|aus|von|lesen|über)|lesen sie|lies (auch|mehr)|auch interessant|das könnte|weitere (artikel|meldungen|themen|nachrichten|beiträge|inhalte)|meistgelesen|meist gelesen|themen$|themen:|schlagw|zum thema|passend dazu|ähnliche|neueste|teilen",
      "lire aussi|à lire|a lire|sur le même|voir aussi|articles? (liés|similaires|associés)|les plus lus|partager|mots[ -]cl|étiquettes|dans la même|à découvrir|nos derniers|pour aller plus loin|plus d.articles",
      "más información|te puede interesar|te recomendamos|lee también|lea también|leer más|noticias relacionadas|art[íi]culos relacionados|relacionad[oa]s|archivado en|lo más|compartir|etiquetas|también te|ver también|últimas",
      "leggi anche|potrebbe interessarti|ti potrebbe|articoli correlati|correlati|i più letti|più letti|condividi|argomenti|vedi anche|ultime",
      "leia (também|mais)|veja (também|mais)|mais lidas|notícias relacionadas|conteúdo relacionado|compartilh|saiba mais|últimas|você (também )?pode gostar",
      "lees (ook|meer|verder)|gerelateerd|meer over|meer nieuws|aanbevolen|meest gelezen|deel ",
      "czytaj (też|także|więcej|również)|zobacz (też|także|również)|przeczytaj|polecane|polecamy|najczęściej|tagi|udostępnij",
      "читайте (также|ещё|еще)|рекомендуем|по теме|похожие|лента новостей|теги|хабы|поделиться|популярн|смотрите также|ещё по теме|публикации|читайте також",
      "läs (också|mer|även)|relaterat|les (også|mer)|læs (også|mere)|lue (myös|lisää)|čtěte (také|více)|související|ilgili haberler|olvasson|kapcsolódó|citește și",
      "【?関連|あわせて読|合わせて読|こちらも|おすすめ|人気|アクセスランキング|ランキング|シェア|タグ|最新記事|次の記事|前の記事",
      "相关|推荐|延伸阅读|往期|热门|热点|分享|更多|精彩推荐|大家都在看|猜你喜欢|上一篇|下一篇|标签|相關|推薦",
      "관련 ?(기사|뉴스)|많이 본|추천|공유|인기|태그",
      "اقرأ (أيضا|المزيد)|إقرأ أيضا|المزيد|مواضيع|ذات صلة|الأكثر|شارك|قد يعجبك",
    ].join("|") +
    ")",
  "i",
);
const talk =
  /^(\d+ )?(comments?\b|(top|recent|all|reader) comments|leave a (reply|comment)|discussion\b|responses?\b|\d+ (thoughts?|responses?|replies|comments?)|join the conversation|reader interactions|member discussion|what do you think|kommentare?|diskutieren|diskussion|commentaires|réagir|comentarios?|comentários|commenti|reacties|komentarze|комментари|обсуждение|コメント|评论|評論|留言|精选留言|网友评论|댓글|تعليق|yorumlar|kommentarer|kommentit|komentáře|hozzászólás)/i;
const join =
  /newsletters?\b|subscri(be|ber)|sign up (for|to)|sign up with your email|(in|to) your (inbox|e-?mail)|never miss|follow us\b|follow .{2,40} on\b|join our|all rights reserved|support (us|our work)|donate|was this (page|article|answer)? ?(helpful|useful)|affiliate (links?|commission)|earn (a )?commission|receive compensation|order reprints|jump to recipe|print recipe|abonnieren|newsletter|nieuwsbrief|boletín|folgen sie uns|whatsapp|telegram|s.inscrire|s.abonner|suivez-nous|puedes seguir|síguenos|suscr[íi]b|iscriviti|seguici|assine|inscreva-se|siga |clique aqui|baixe o app|подпи(сывайтесь|шитесь|саться)|подписк|フォロー|登録|公众号|关注我们|扫码|二维码|구독|무단 전재|اشترك|تابعنا|zapisz się|stronie głównej|abonneer|meld je aan|prenumerera|externen inhalt|riproduzione riservata|spende/i;
const writers =
  /^(about the authors?|about (me|us)$|written by|published by|more about the author|sobre (la firma|el autor|la autora|o autor|a autora)|über (den autor|die autorin|uns)|zur person|à propos de l.auteur|об? автор|著者|この記事を書いた人|作者简介|sull.autore|over de auteur|o autor|about this (site|blog)|hi, i.m )/i;
export const invites = /^(sign up (for|to)|subscribe( to)?\b|join (our|the|us)|get (our|the|more) .{0,40}(inbox|newsletter|alerts)|newsletter|.{0,30}newsletter( «.*)?$|jetzt (abonnieren|anmelden)|melde dich|abonnez|inscrivez|suscr[íi]b|iscriviti|assine|inscreva|подпишитесь|подписывайтесь|meld je|abonneer|zapisz się|ontvang |ready for more)/i;
const tools =
  /^((share|shares|save|tweet|pin|pin it|print|drucken|email|e-mail|facebook|twitter|x|linkedin|pinterest|whatsapp|reddit|telegram|copy link|copy|link|like|likes|listen|comments?|teilen|auf|partager|compartir|condividi|compartilhar|deel|via|kopieer|шаринг|поделиться|нравится|обсудить|シェア|ツイート|分享|赞|在看|收藏|공유|댓글|loading|follow|bookmark|reply|\d+([.,]\d+)?[km万]?)[\s.…:•·()|]*)+$/i;
const ads = /^(advertise?ment|skip advertisement|anzeige|werbung|publicité|publicidad|pubblicità|publicidade|advertentie|reklama|реклама|広告|广告|廣告|광고|إعلان|reklam|annons|sponsored|ad|dalszy ciąg .*|story continues below.*|article continues .*)$/i;

// What a comment has to press, in a list of them.
const reply = /^(reply|antworten|répondre|responder|rispondi|ответить|відповісти|odpowiedz|reageer|reageren|beantwoorden|svara?|vastaa|yanıtla|返信|回复|回覆|답글|رد)$/i;

const blocks = new Set(["p", "ul", "ol", "dl", "table", "figure", "blockquote", "pre", "h2", "h3", "h4", "h5", "h6"]);

function plain(p: Part, most = 400): string {
  if (p.tag === "#") return p.text;
  if (p.tag === "br") return "\n";
  let s = "";
  for (const k of p.kids) {
    s += plain(k, most - s.length) + (k.inline ? "" : "\n");
    if (s.length > most) break;
  }
  return s;
}

/** first is the first line of p. */
function first(p: Part): string {
  return plain(p).trimStart().split("\n")[0]!.replace(/\s+/g, " ").replace(/^[|›»→\-–:●•\s]+/, "").trim();
}

/** title is what the page's author calls p. */
function title(p: Part): string {
  return p.bare ? "" : (said(p, "class") ?? "") + " " + (said(p, "id") ?? "");
}

/** follows reports whether p is what others of its kind are behind a text: a teaser, or a comment to answer. */
function follows(p: Part, weights: Map<Part, Weight>): boolean {
  const w = weights.get(p);
  if (!w?.text) return false;
  if (/^h[2-6]$/.test(p.tag)) return w.linked > 0.6 * w.text;
  return ((p.tag === "a" || p.tag === "button") && reply.test(plain(p).trim())) || p.kids.some((k) => follows(k, weights));
}

/** kind is what p and others like it have in common. */
export const kind = (p: Part): string => p.tag + " " + (said(p, "class") ?? "").replace(/\d+/g, "");

/** surroundings are the parts that surround the article on a page, by what they are called, say and hold. */
export function surroundings(page: Part, weights: Map<Part, Weight>, told = false): Set<Part> {
  const out = new Set<Part>();
  const all = weights.get(page)!.prose;
  // What stands before a discussion must be a text, else the discussion is the page.
  let before = 0;
  // The headline is still to come.
  let ahead = weights.get(page)!.main;
  const drop = (p: Part): void => void out.add(p);
  const looks = (p: Part, w: Weight, inText: boolean): boolean => {
    if (p.tag === "body" || w.main) return false;
    const called = title(p);
    const links = w.linked / Math.max(1, w.text);
    const small = w.prose < 0.35 * all;
    const line = first(p);
    if (line.length < 40 && ads.test(line) && w.text < 80) return true;
    if (before > 500 && (discussion.test(called) || (talk.test(line) && line.length < 60)) && (w.text > line.length * 1.5 || w.controls > 0 || discussion.test(called))) return !kept.test(called) || !inText;
    if (!small) return false;
    const few = w.prose < 0.25 * all;
    const cell = p.tag === "tr" || p.tag === "td" || p.tag === "th";
    if (!cell && w.text < 120 && w.text > 2 && /\p{L}{3}|分享|シェア|공유/u.test(line) && tools.test(plain(p).trim())) return true;
    if (few && line.length < 70 && w.text < 900 && invites.test(line)) return true;
    if (few && boxes.test(called) && !kept.test(called)) return true;
    if (few && writers.test(line) && line.length < 60 && w.text < 900) return true;
    // A link alone, in a box of its own between paragraphs, leads elsewhere.
    if (inText && (p.tag === "figure" || p.tag === "div" || p.tag === "section" || p.tag === "article") && w.linked > 0.85 * w.text && w.text > 20) return true;
    if (named.test(called) && !kept.test(called)) {
      // A named box may be a part of the text; one that is mostly links, short, or has a control is none.
      if (links > 0.3 || w.prose === 0 || w.controls > 0) return w.text < 400 || links > 0.3 || !inText || w.prose < 0.1 * all;
    }
    if (line.length < 90 && others.test(line) && w.text > 0 && (links > 0.6 || (links > 0.15 && w.prose < 0.15 * all))) return true;
    if (w.text < 700 && !(/^h[1-6]$/.test(p.tag) && links < 0.5) && w.prose < 0.2 * all && join.test(plain(p)) && (links > 0.3 || w.controls > 0 || w.text < 200 || !blocks.has(p.tag))) return w.prose === 0 || w.controls > 0 || links > 0.2 || w.text < 320;
    return false;
  };
  const walk = (p: Part, inText: boolean, talking: boolean): void => {
    // How much text there is before the first of a kind of which there are three or more.
    const since = new Map<string, number>();
    const items = p.kids.filter((k) => !k.inline && !k.aside && (weights.get(k)?.text ?? 900) < 900 && follows(k, weights)).map(kind);
    const texts = p.kids.some((k) => !k.inline && k.tag !== "li" && (weights.get(k)?.prose ?? 0) > 0 && blocks.has(k.tag));
    for (let i = 0; i < p.kids.length; i++) {
      const k = p.kids[i]!;
      const w = weights.get(k);
      if (!w || k.tag === "#") continue;
      if (k.inline && !k.kids.some((q) => !q.inline)) continue;
      const like = items.length > 2 ? kind(k) : "";
      if (like && !since.has(like)) since.set(like, before);
      if (looks(k, w, inText || texts) || (like && !texts && !w.main && w.text < 900 && items.filter((i) => i === like).length > 2 && (since.get(like)! > (told ? 500 : 900) || (ahead && weights.get(p)!.prose < 0.5 * all)) && follows(k, weights))) {
        drop(k);
        continue;
      }
      // A heading over what follows it: links, or a discussion to the end.
      const line = w.text < 110 ? first(k) : "";
      if (line && w.prose === 0 && k.tag !== "li" && k.tag !== "h1") {
        if (before > 500 && talk.test(line)) {
          const rest = p.kids.slice(i).filter((q) => q.tag !== "#");
          if (rest.some((q) => (weights.get(q)?.controls ?? 0) > 0 || (weights.get(q)?.text ?? 0) > 60)) {
            rest.forEach(drop);
            return;
          }
        }
        if (others.test(line)) {
          let n = 0;
          for (let j = i + 1; j < p.kids.length; j++) {
            const q = p.kids[j]!;
            const v = weights.get(q);
            if (!v || v.text === 0) continue;
            if (/^h[1-6]$/.test(q.tag) && w.linked === 0 && n > 0) break;
            if (v.linked < 0.15 * v.text || v.main || v.prose > 0.15 * all) break;
            drop(q);
            n += v.text;
          }
          if (n || w.linked > 0.5 * w.text) {
            drop(k);
            continue;
          }
        }
      }
      if (w.main && !k.kids.some((q) => weights.get(q)?.main)) ahead = false;
      const was = before;
      const talks = talking || discussion.test(title(k));
      walk(k, inText || texts, talks);
      if (before === was && !talks) before += w.prose;
    }
  };
  walk(page, false, false);
  return out;
}
