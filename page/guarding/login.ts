/**
 * Which fields a stored secret may be filled into: those of a login, which a
 * person sees and whose form sends it where it may go. What a field calls itself
 * is not enough: any page may call a comment a user name.
 */
import { attr, actionOf, documentOf, hasAttr, methodOf, queryAll, rectOf, tagOf, titleOf, viewOf } from "../dom/native";
import { contains, flatParent, styleOf } from "../dom/tree";
import { line } from "../common/plain-text";
import { nameOf } from "../naming/names";
import { aim } from "./aim";
import { quote } from "../naming/registry";
import { roleOf } from "../naming/roles";
import { isOneTimeCode } from "../naming/secrets";
import { rendered } from "../dom/visibility";

/** The words of user names, in the names and labels of fields. */
const users =
  /user|login|log-?in|e-?mail|account|identif|member|customer|benutzer|nutzer|anmelde|kennung|kunden|utilisateur|courriel|usuario|usu[aá]rio|correo|utente|gebruiker|użytkownik|konto|kullan[ıi]c[ıi]|логин|почт|пользоват|логін|користувач|ユーザー|メール|アカウント|会員|用户|用戶|账号|账户|帳號|邮箱|郵箱|手机号|아이디|이메일|사용자/i;

/** The words of a login, in what a form, its buttons, its headings and its page are called. */
const logins =
  /(^|[^a-z])(log[ _-]?(in|on)|sign[ _-]?(in|on)|sso|oauth2?|auth|authenticat\w*|authoriz\w*|masuk|entrar|accedi|acceder|ingresar|fazer login|log ind|logg inn)([^a-z]|$)|anmeld|einlogg|connexion|connecter|identifi(er|ez)|iniciar ses|autentic|inloggen|aanmelden|logga in|kirjaudu|zalog|logowani|p[řr]ihl[áa]s|bejelentkez|autentific|oturum|giriş|войти|вход|авториз|увійти|вхід|σύνδεση|είσοδος|تسجيل الدخول|התחבר|כניסה|लॉग इन|साइन इन|ログイン|サインイン|登录|登入|登錄|登陆|로그인|đăng nhập|เข้าสู่ระบบ|ลงชื่อ/i;

/** The words of what others will read, or is looked for. */
const published =
  /comment|message|search|reply|review|newsletter|subscri|feedback|(^|[^a-z])(q|query|post|publish|bio|chat|notes?|title|subject|description)([^a-z]|$)|kommentar|nachricht|such(e|en|begriff)|antwort|beitrag|commentaire|recherche|comentario|comentário|mensaje|mensagem|buscar|pesquis|cerca|commento|zoek|комментар|сообщен|поиск|отправить отзыв|コメント|メッセージ|検索|投稿|评论|評論|留言|搜索|搜尋|댓글|메시지|검색/i;

/** unfit says why a secret is not for el, and what to do; "" when it is. */
export function unfit(el: HTMLInputElement, origins: string[], any: boolean): string {
  const role = roleOf(el) || "field";
  const not = (what: string, fix: string): string => `The ${role} ${quote(nameOf(el, role) || attr(el, "name") || tagOf(el))} ${what}, so the secret was not typed; ${fix}`;
  const elsewhere = targets(el).find((to) => !origins.includes(to));
  if (elsewhere !== undefined) return not(`is in a form that sends it to ${elsewhere === "null" ? "no site" : elsewhere}, for which it is not stored`, "ask the person to add that site with bua secret set --origin.");
  if (any) return "";
  const lift = "ask the person to store it with bua secret set --any-field.";
  if (!seen(el) || !shownNow(el)) return not("is hidden, covered or too small to be seen", "use the field that shows, or " + lift);
  if (!ofLogin(el)) return not("is no field for a password, a user name or a one-time code", "use the field of the login, or " + lift);
  if (tells(el)) return not("is in a form that writes what it sends into the address (method get)", lift);
  return "";
}

/** submitters are the buttons that name where or how el's form is sent. */
function submitters(el: HTMLInputElement): Element[] {
  return [...queryAll(el.getRootNode() as Document, "[formaction],[formmethod]")].filter((b) => (b as HTMLButtonElement).form === el.form);
}

/** targets are the origins that el's form may be sent to, as its attributes say. */
function targets(el: HTMLInputElement): string[] {
  const form = el.form;
  if (!form) return [];
  const all: string[] = [];
  if (attr(form, "action")) all.push(actionOf(form));
  for (const b of submitters(el)) if (attr(b, "formaction")) all.push((b as HTMLButtonElement).formAction);
  return all.flatMap((to) => {
    const url = URL.canParse(to) ? new URL(to) : null;
    return url?.protocol === "javascript:" ? [] : [url?.origin ?? "null"];
  });
}

/** tells reports whether el's form is sent as an address. One without action and method is a script's. */
function tells(el: HTMLInputElement): boolean {
  const form = el.form;
  if (!form || !attr(el, "name")) return false;
  if (submitters(el).some((b) => attr(b, "formmethod")?.toLowerCase() === "get")) return true;
  if (methodOf(form) !== "get") return false;
  return hasAttr(form, "method") || !/^\s*($|#|javascript:)/i.test(attr(form, "action") ?? "");
}

const texts = "input:not([type=checkbox],[type=radio],[type=button],[type=submit],[type=reset],[type=image],[type=hidden],[type=range],[type=color]),textarea,[contenteditable]:not([contenteditable=false])";

/** together lists what text can be typed into beside el, el too: in its form or, without one, up to where a password is. */
function together(el: HTMLInputElement): { fields: Element[]; scope: ParentNode } {
  const form = el.form;
  if (form) return { fields: [...queryAll(el.getRootNode() as Document, texts)].filter((f) => (f as HTMLInputElement).form === form || contains(form, f)), scope: form };
  const free = (scope: ParentNode): Element[] => [...queryAll(scope, texts)].filter((f) => !(f as HTMLInputElement).form);
  let scope: ParentNode = el;
  for (let e: Node | null = el.parentNode; e && e.nodeType !== 9; e = e.parentNode) {
    scope = e as Element;
    if (free(scope).some((f) => f !== el && isPasswordNow(f))) break;
  }
  return { fields: free(scope), scope };
}

function isPasswordNow(el: Element): boolean {
  return tagOf(el) === "input" && (el as HTMLInputElement).type === "password";
}

/** ofLogin decides by what el is now and what is beside it. */
function ofLogin(el: HTMLInputElement): boolean {
  if (tagOf(el) !== "input") return false;
  if (el.type === "password") return true;
  if (!/^(text|email|tel|number)$/.test(el.type) || /^(searchbox|combobox)$/.test(attr(el, "role") ?? "")) return false;
  const auto = attr(el, "autocomplete")?.toLowerCase() ?? "";
  const called = line([attr(el, "name"), attr(el, "id"), attr(el, "placeholder"), nameOf(el, roleOf(el))].join(" "));
  if (published.test(called)) return false;
  const { fields, scope } = together(el);
  const others = fields.filter((f) => f !== el && seen(f));
  if (others.some((f) => tagOf(f) !== "input" || (f as HTMLInputElement).type === "search" || published.test(attr(f, "name") ?? ""))) return false;
  const password = others.some(isPasswordNow);
  const rest = others.filter((f) => !isPasswordNow(f));
  const code = /\bone-time-code\b/.test(auto) || isOneTimeCode(el);
  const user = /\b(username|email|tel|webauthn)\b/.test(auto) || el.type === "email" || users.test(called);
  if (password) return user || code || rest.length === 0;
  const page = documentOf(el);
  const around = [...queryAll(scope, "button,input[type=submit],[role=button],h1,h2,h3,legend")].map((e) => (tagOf(e) === "input" ? (e as HTMLInputElement).value : (e.textContent ?? ""))).join("\n");
  if (published.test(around)) return false;
  if (code) return rest.every((f) => isOneTimeCode(f) || (f as HTMLInputElement).maxLength === 1);
  if (rest.length > 0) return false;
  if (/\b(current|new)-password\b/.test(auto)) return true; // one that the page shows
  const form = el.form ? [attr(el.form, "id"), attr(el.form, "name"), attr(el.form, "class"), attr(el.form, "action"), attr(el.form, "aria-label")].join(" ") : "";
  return user && logins.test([form, around, titleOf(page), page.location.hostname + page.location.pathname].join("\n"));
}

/** seen reports whether a person can see a field, or scroll to it. */
function seen(el: Element): boolean {
  const box = rectOf(el);
  if (!rendered(el) || box.width < 8 || box.height < 8) return false;
  const view = viewOf(documentOf(el))!;
  if (box.right + view.scrollX <= 0 || box.bottom + view.scrollY <= 0) return false;
  let opacity = 1;
  for (let e: Element | null = el; e; e = flatParent(e)) opacity *= parseFloat(styleOf(e).opacity);
  return opacity >= 0.1;
}

/** shownNow brings el into view and reports whether a press would reach it there. */
function shownNow(el: Element): boolean {
  if (aim(el)) return true;
  el.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  return aim(el) !== null;
}
