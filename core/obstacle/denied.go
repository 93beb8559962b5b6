package obstacle

import "github.com/zapvol/bua/core/scan"

// denied is layer 2.
func (p *page) denied() bool {
	refused := p.refused()
	if p.size >= long || p.article && !refused || p.failed() {
		return false // an article about HTTP says all these words
	}
	title := begins(p.title, deniedTitleStarts) ||
		has(p.title, deniedPhrases) && (!p.about || begins(p.title, deniedPhrases))
	says := p.size < short && p.boxes == 0 && p.things < crowd && !p.about
	title = title || says && refuses(p.in.Title)
	body := says && refuses(scan.Clip(rowless(p.in.Markdown), 2*bare)) || begins(p.plain, deniedStarts) || has(p.plain, deniedPhrases) ||
		p.size < bare && p.boxes == 0 && has(p.plain, addresses) && has(p.plain, barred)
	switch {
	case p.size >= short:
		return title && body
	case title, refused && p.boxes == 0 && p.things < crowd:
		return true
	case p.about:
		return false
	case body, p.size < bare && p.boxes == 0 && p.in.Status != 200 && has(p.head, "403|429|451"):
		return true // with 200 a number is a number
	}
	return has(p.path, "403|access denied|accessdenied|forbidden|error403|error 403|blocked|rate limited") &&
		(p.size < bare || has(p.body, "denied|forbidden|blocked|permission|allowed|restricted"))
}

// refused reports whether the status alone says so; many a refusal is sent with 200.
func (p *page) refused() bool {
	switch p.in.Status {
	case 401, 403, 429, 451:
		return true
	}
	return false
}

// failed reports whether the page is missing or broken, which its words cannot
// change. Challenges and refusals are sent with 503 too.
func (p *page) failed() bool {
	return p.in.Status == 404 || p.in.Status == 410 || p.in.Status >= 500 && p.in.Status < 600 && p.in.Status != 503
}

const (
	// deniedStarts are texts that a refusal starts with.
	deniedStarts = "403|401 unauthorized|error 403|http error 403|429|error 429|http error 429|451|error 1020|forbidden|request blocked|rate limit|rate limited|blocked|" +
		"prohibido|verboten|interdit"
	// deniedTitleStarts adds what means a refusal only in a title.
	deniedTitleStarts = deniedStarts + "|401|unauthorized|not authorized|permission denied|no access|error reference|suspended|406 not acceptable|request rejected"
	// deniedPhrases mean a refusal wherever they stand on a short page: no
	// access, no permission, blocked, too often, not in this country.
	deniedPhrases = "access denied|access is denied|access forbidden|access restricted|403 forbidden|you have been blocked|has been blocked|web page blocked" +
		"|you dont have permission to|you do not have permission to|you are not authorized to|you do not have access|dont have access" +
		"|not authorized to view|not allowed to access|insufficient permissions|insufficient privileges|access is not available|the request could not be satisfied|the requested url was rejected|web application firewall" +
		"|you need access|you need permission|ask for access|account has been suspended|account is suspended|account suspended" +
		"|too many reque*|rate limit excee*|being rate limit*|been rate limit*|not available in your count*|not available in your region|not available in your locat*|unavailable for legal reaso*" +
		"|acceso deneg*|acceso prohi*|acceso restr*|acceso bloqu*|acceso no autor*|no tiene permi*|no tienes permi*|no tienes acceso|no tiene acceso|ha sido bloqu*|no esta autor*|no esta disponible en su pais|no esta disponible en tu pais|demasiadas solic*|cuenta suspe*" +
		"|zugriff verwe*|zugriff gespe*|zugriff nicht erlau*|zugang verwe*|kein zugri*|keine berec*|keine rechte|zugang gespe*|wurde gespe*|nicht berec*|keinen zugri*|wurde block*|in ihrem land nicht verfu*|in deinem land nicht verfu*" +
		"|アクセスが拒否|アクセス拒否|アクセスできません|アクセスを拒否|アクセス制限|アクセスが制限|権限がありません|権限がない|許可されていません|閲覧する権限|お住まいの地域では" +
		"|acces refuse|acces inter*|acces restr*|acces bloque|a ete bloqu*|acces non autor*|acces a ete refuse|pas lauto*|pas le droit|pas autorise a|pas acces a|compte suspe*|trop de reque*|nest pas disponible dans votre pays" +
		"|acesso negado|acesso proib*|acesso restr*|acesso bloqu*|acesso nao autor*|nao tem permi*|permissao negada|sem permi*|foi bloqu*|nao tem acesso|muitas solic*|conta suspe*" +
		"|доступ запре*|доступ огран*|доступ закрыт|доступ забло*|ресурсу огран*|отказано в досту*|нет прав|нет досту*|доступа нет|недостаточно прав|недоступен в вашей стране" +
		"|accesso negato|accesso vieta*|accesso limit*|accesso non autor*|non hai i perme*|non sei autor*|non hai il perme*|non hai acces*|accesso blocc*|e stato blocc*|account sospe*" +
		"|toegang gewei*|geen toega*|toegang verbo*|toegang nodig|geen toest*|geen recht*" +
		"|odmowa doste*|dostep zabro*|dostep zablo*|brak doste*|brak upraw*|nie masz upraw*|nie masz doste*" +
		"|erisim engel*|erisime engel*|erisim redde*|yetkisiz erisim|yetkiniz yok|izniniz yok|erisim yetki*|erisim iznin*" +
		"|akses ditol*|tidak memiliki akses|tidak memiliki izin" +
		"|访问被拒|拒绝访问|禁止访问|存取被拒|访问被阻断|未授权|被拦截|设置拦截|没有权限|没有访问|访问受限|访问被禁|沒有權限|權限不足|无权限|无权访问|权限不足|需要访问权限|管理员开放|账号已被|账户已被|请求过于频繁|访问过于频繁|您所在的地区|所在的国家" + moreDenied
)
