package obstacle

// denied is layer 2.
func (p page) denied() bool {
	if p.size >= long {
		return false // an article about HTTP says all these words
	}
	title := begins(p.title, deniedTitleStarts) || has(p.title, deniedPhrases)
	switch {
	case title && p.size < short:
		return true
	case p.size >= short:
		return title && has(p.head, deniedPhrases+"|"+deniedStarts)
	case begins(p.head, deniedStarts), has(p.head, deniedPhrases):
		return true
	}
	return has(p.path, "403|access denied|accessdenied|forbidden|error403|error 403|blocked|rate limited") &&
		(p.size < bare || has(p.body, "denied|forbidden|blocked|permission|allowed|restricted"))
}

const (
	// deniedStarts are texts that a refusal starts with.
	deniedStarts = "403|401 unauthorized|error 403|http 403|http error 403|429|error 429|http error 429|451|error 1020|error 1015|error 1006|error 1009|forbidden|access denied|access forbidden|access is denied|too many requests|request blocked|rate limit|rate limited|sorry you have been blocked|blocked|" +
		"acceso denegado|prohibido|zugriff verweigert|zugriff nicht erlaubt|アクセスが拒否|アクセス拒否|accès refusé|accès interdit|acesso negado|доступ запрещен|доступ запрещён|доступ ограничен|accesso negato|accesso vietato|toegang geweigerd|geen toegang|dostęp zabroniony|odmowa dostępu|brak dostępu|erişim engellendi|erişim reddedildi|访问被拒绝|拒绝访问|禁止访问|存取被拒"
	// deniedTitleStarts adds what means a refusal only in a title.
	deniedTitleStarts = deniedStarts + "|401|unauthorized|not authorized|permission denied|no access|you have been blocked|error reference|406 not acceptable|request rejected"
	// deniedPhrases mean a refusal wherever they stand on a short page.
	deniedPhrases = "access denied|403 forbidden|error 1020|you have been blocked|your ip has been blocked|your ip address has been blocked|ip has been banned|access has been blocked|access to this resource is denied|access to this page is forbidden|access to this site has been|" +
		"you dont have permission to access|you do not have permission to access|you dont have permission to view|you do not have permission to view|you are not authorized to access|you are not authorised to access|you are not authorized to view|dont have access to this page|" +
		"not authorized to view this page|this request has been blocked|your request has been blocked|the request could not be satisfied|the requested url was rejected|web application firewall|blocked by our security|banned you temporarily|" +
		"too many requests|rate limit exceeded|rate limited|youve been rate limited|you have been rate limited|exceeded the rate limit|not available in your country|not available in your region|not available in your location|unavailable in your region|unavailable for legal reasons|not available in the european|" +
		"acceso denegado|acceso prohibido|no tiene permiso para acceder|no tienes permiso para acceder|no tiene permisos para|no está disponible en su país|no está disponible en tu país|demasiadas solicitudes|" +
		"zugriff verweigert|zugriff wurde verweigert|keine berechtigung|nicht berechtigt|wurde blockiert|zu viele anfragen|in ihrem land nicht verfügbar|in deinem land nicht verfügbar|" +
		"アクセスが拒否されました|アクセスできません|閲覧する権限|アクセス権限がありません|リクエストが多すぎ|お住まいの地域では|" +
		"accès refusé|accès interdit|accès a été refusé|pas lautorisation daccéder|pas autorisé à accéder|trop de requêtes|nest pas disponible dans votre pays|" +
		"acesso negado|acesso proibido|não tem permissão para acessar|não tem permissão para aceder|muitas solicitações|não está disponível no seu país|" +
		"доступ запрещен|доступ запрещён|доступ к этой странице|нет прав для просмотра|слишком много запросов|недоступен в вашей стране|доступ к ресурсу ограничен|" +
		"accesso negato|non hai i permessi|non sei autorizzato|non hai il permesso|troppe richieste|non è disponibile nel tuo paese|" +
		"toegang geweigerd|geen toegang tot deze pagina|geen toestemming|te veel verzoeken|niet beschikbaar in uw land|" +
		"odmowa dostępu|dostęp zabroniony|nie masz uprawnień|nie masz dostępu|zbyt wiele żądań|niedostępna w twoim kraju|" +
		"erişim engellendi|erişim reddedildi|erişim izniniz yok|çok fazla istek|ülkenizde kullanılamıyor|" +
		"访问被拒绝|拒绝访问|禁止访问|没有权限访问|无权访问|您的ip|请求过于频繁|访问过于频繁|您所在的地区|所在的国家|您的请求已被拦截"
)
