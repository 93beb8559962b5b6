package obstacle

// captcha is layer 1.
func (p *page) captcha() bool {
	if p.boxes > 1 || p.article && !p.in.Challenge && !p.refused() {
		return false // a form with a captcha in it, or an article about them
	}
	top := p.title + p.head
	check := (p.boxes == 0 || p.boxes == 1 && !has(top, codeWords)) && has(top, checkWords)
	if p.size < bare && p.boxes == 0 { // with little else said, a few words tell
		check = check || has(top, browserWords) && has(top, checkingWords) ||
			p.things == 0 && (p.refused() || p.in.Status == 503) && has(top, "javascript")
	}
	if p.boxes == 1 && p.size < short && p.things < crowd { // a field below a picture
		check = check || has(p.label, captchaPhrases)
	}
	title := has(p.title, captchaTitles) || has(p.title, captchaPhrases)
	asks := check || title || has(p.head, captchaPhrases)
	switch {
	case p.in.Challenge && p.size < short:
		return true
	case p.in.CaptchaFrame:
		return asks || p.size < short && p.boxes == 0
	case has(p.host, "captcha delivery com|challenges cloudflare com|hcaptcha com"):
		return p.size < long
	case p.size >= short:
		return false // something to read, which may say all these words
	case check, title:
		return !has(p.head, "you have been blocked")
	case p.about:
		return false
	case has(p.path, "captcha|recaptcha|showcaptcha|appmsgcaptcha|cdn cgi challenge platform|sorry index|bot check|human verification|are you human|verify human"):
		return p.size < bare || has(p.body, "captcha|robot|human|bot|traffic|security|verify|puzzle|characters") || asks
	}
	return has(p.body, captchaPhrases)
}

// Texts of challenge pages, cut down to what they share: Cloudflare, hCaptcha,
// reCAPTCHA, DataDome, PerimeterX (HUMAN), Akamai, Imperva, AWS WAF, Vercel,
// Fastly, Anubis, Yandex, Qrator, Amazon, Google, Baidu, WeChat. What stands
// only beside a marker of the document, such as Imperva's incident, is left out.
const (
	captchaTitles = "just a moment|attention required cloudflare|are you a robot|are you a human|robot or human|robot check|bot check|bot verification|are you human|human verification|" +
		"captcha challenge|client challenge|security checkpoint|pardon our interruption|access to this page has been denied|" +
		"einen moment|un momento|un instant|um momento|un attimo|een ogenblik|bir dakika lutfen|подождите|один момент|chwileczke|" +
		"しばらくお待ちください|请稍候|安全验证"
	// checkWords also name a login's second step, which asks for one of codeWords.
	checkWords = "security check|security verification|verificacion de seguridad|sicherheitsuberprufung|verification de securite|verificacao de seguranca|проверка безопасности|проверки безопасности|" +
		"sicherheitsprufung|controllo di sicurezza|kontrola bezpieczenstwa|guvenlik kontrolu|セキュリティ確認|安全检查|" +
		"verifica di sicurezza|weryfikacja bezpieczenstwa|guvenlik dogrulamasi"
	codeWords = "code|sms|email|e mail|phone|codigo|correo|codice|код|kod|kodu|コード|验证码"
	// browserWords beside checkingWords are a browser that is being checked.
	browserWords   = "browser*|navegador|navigateur|браузер*|przeglad*|tarayici*|ブラウザ|浏览器|webblasare|nettleser*|selain*|prohliz*|브라우저"
	checkingWords  = "checking|verifying|compro*|verific*|uberpruf*|gepruft|wir prufen|verifi*|controll*|провер*|перевір*|weryfik*|sprawdz*|kontrol*|dogrula*|gecontrol*|tarkist*|確認|正在检查|正在验证|확인"
	captchaPhrases = "you are human|youre human|you are a human|not a robot|not a bot|malicious bots|checking your browser|" +
		"unusual traffic from your|unusual activity from your|puzzle piece|e um bot|sei un robot|sei un bot|een bot bent|een robot bent|eres un bot|etes un bot|etes un robot|ein bot bist|ein bot sind|challenge below|" +
		"solve this puzzle|solve the puzzle|complete the captcha|solve the captcha|complete the puzzle|slide right to|slide to complete|slide to verify|drag the slider|" +
		"the characters you see|type the characters|press hold|press and hold|hold to confirm|might be a bot|you were a bot|automated access|" +
		"select all images with|select all squares|below to continue shopping|" +
		"eres humano|no soy un robot|no eres un robot|no es un robot|bots maliciosos|trafico inusual|" +
		"ein mensch sind|ein mensch bist|kein roboter|kein bot|ungewohnlichen datenverkehr|" +
		"私はロボット|ボットでは|ボットでない|人間である|画像認証|" +
		"etes humain|un etre humain|pas un robot|completer le puzzle|" +
		"voce e humano|sou um robo|e um robo|e um robot|" +
		"вы человек|не робот|не бот|проверка браузера|капчу|капчи|похожи на автоматические|" +
		"essere umano|sei umano|non sono un robot|continuare a fare acquisti|" +
		"een mens bent|geen robot|geen bot|" +
		"jestes czlowiekiem|jestem robotem|jestes robotem|jestes botem|" +
		"insan oldugunuzu|robot olmadiginizi|bot olmadiginizi|baglantiniz kontrol ediliyor|" +
		"是真人|不是机器人|滑块|人机验证|人机校验|输入验证码继续|完成安全验证|进行安全验证|完成验证|是人类|协助验证|进行验证|拼图|環境異常|环境异常|異常流量|异常流量|不是機器人" + moreCaptcha
)
