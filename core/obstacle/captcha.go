package obstacle

// captcha is layer 1.
func (p page) captcha() bool {
	asks := has(p.title, captchaTitles) || has(p.head, captchaPhrases)
	switch {
	case p.in.CaptchaFrame:
		return p.size < short || asks
	case p.size >= long:
		return false // an article about captchas says all these words
	case has(p.title, captchaTitles):
		return p.size < short && !has(p.head, "you have been blocked")
	case has(p.host, "captcha delivery com|challenges cloudflare com|hcaptcha com"):
		return true
	case has(p.path, "captcha|recaptcha|px captcha|showcaptcha|cdn cgi challenge platform|sorry index|botdetect|bot check|human verification|are you human|splashui captcha|verify human") && p.size < short:
		return p.size < bare || has(p.body, "captcha|robot|human|bot|traffic|security|verify|puzzle|characters") || asks
	}
	return p.size < short && has(p.body, captchaPhrases)
}

// Texts of challenge pages: Cloudflare, hCaptcha, reCAPTCHA, DataDome,
// PerimeterX (HUMAN), Akamai, Imperva, Yandex, Amazon, Google.
const (
	captchaTitles = "just a moment|attention required cloudflare|verify you are human|are you a robot|robot check|bot check|human verification|" +
		"captcha challenge|security check|please verify you are a human|pardon our interruption|access to this page has been denied|" +
		"einen moment|nur einen moment|un momento|un instant|um momento|un attimo|een ogenblik|bir dakika lütfen|подождите|один момент|chwileczkę|" +
		"しばらくお待ちください|请稍候|安全验证|ты не робот|вы не робот|bist du ein mensch|sind sie ein mensch"
	captchaPhrases = "verify you are human|verify that you are human|verifying you are human|verify you are a human|verify you re human|verify youre human|" +
		"verify that you are not a robot|verify you are not a robot|verify youre not a robot|confirm you are human|confirm that you are human|confirm that youre human|confirm youre human|confirm you are a human|" +
		"confirm you are not a robot|confirm youre not a robot|confirm that you are not a robot|prove you are human|prove youre human|prove youre not a robot|prove you are not a robot|make sure youre not a robot|make sure you are not a robot|" +
		"im not a robot|i am not a robot|i am human|checking your browser before|checking if the site connection is secure|" +
		"needs to review the security of your connection|unusual traffic from your|unusual activity from your|complete the security check|" +
		"solve this puzzle|solve the puzzle|complete the captcha|solve the captcha|complete the puzzle|complete this puzzle|slide right to|slide to complete|slide to verify|drag the slider|" +
		"enter the characters you see|type the characters you see|type the characters below|press hold to confirm|press and hold|hold to confirm you are|" +
		"as you were browsing something about your browser made us think you might be a bot|made us think you might be a bot|made us think you were a bot|automated access|" +
		"request unsuccessful incapsula|enable javascript and cookies to continue|please enable js and disable any ad blocker|select all images with|select all squares|" +
		"verificar que eres humano|verifica que eres humano|verifique que es humano|confirme que es humano|confirma que eres humano|no soy un robot|demuestra que no eres un robot|no eres un robot|que usted no es un robot|tráfico inusual|" +
		"bestätigen sie dass sie ein mensch|bestätige dass du ein mensch|ich bin kein roboter|dass sie kein roboter|dass du kein roboter|kein bot sind|ungewöhnlichen datenverkehr|sicherheitsüberprüfung abschließen|überprüfung ihres browsers|" +
		"私はロボットではありません|人間であることを確認|ロボットではないこと|画像認証|" +
		"vérifiez que vous êtes humain|vérifier que vous êtes humain|vérifier que vous êtes un être humain|confirmez que vous êtes humain|je ne suis pas un robot|nêtes pas un robot|trafic inhabituel|" +
		"verifique se você é humano|verifique que você é humano|confirme que você é humano|confirme que é humano|não sou um robô|não é um robô|que não é um robot|tráfego incomum|" +
		"подтвердите что вы человек|подтвердите что вы не робот|я не робот|вы не робот|запросы похожи на автоматические|проверяем что вы человек|" +
		"verifica di essere umano|verifica che sei umano|conferma di essere umano|confermi di essere umano|non sono un robot|non sei un robot|traffico insolito|" +
		"verifieer dat u een mens|bevestig dat u een mens|bevestig dat je een mens|ik ben geen robot|geen robot bent|ongebruikelijk verkeer|" +
		"potwierdź że jesteś człowiekiem|zweryfikuj że jesteś człowiekiem|nie jestem robotem|nie jesteś robotem|nietypowy ruch|" +
		"insan olduğunuzu doğrulayın|robot olmadığınızı|ben robot değilim|olağan dışı trafik|" +
		"请验证您是真人|确认您是真人|验证您是真人|验证你是真人|我不是机器人|您不是机器人|不是机器人|请完成安全验证|拖动滑块|请按住滑块|人机验证|異常流量|异常流量|確認您是真人|我不是機器人"
)
