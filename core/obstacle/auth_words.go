package obstacle

// The words of login pages: English, Spanish, German, Japanese, French,
// Portuguese, Russian, Italian, Dutch, Polish, Turkish, Chinese. A phrase that
// holds another of its list is left out.
const (
	passwordWords = "password|passcode|pwd|contrasena|clave|passwort|kennwort|パスワード|暗証番号|passe|senha|пароль|wachtwoord|haslo|hasla|parola|sifre|sifreniz|密码|密碼|口令" + morePassword
	userWords     = "email|e mail|username|user name|user id|login|phone|mobile number|account|usuario|correo|telefono|benutzername|telefonnummer|anmeldename|メールアドレス|ユーザー名|ユーザーid|ログインid|電話番号|会員|identifiant|dutilisateur|telephone|utilizador|telefone|celular|cpf|логин|почта|телефон|телефона|имя пользователя|utente|gebruikersnaam|e mailadres|telefoonnummer|nazwa uzytkownika|telefonu|kullanici adi|e posta|telefon|用户名|手机号|邮箱|账号|帳號|手機號碼" + moreUser
	signInWords   = "log in|login|sign in|signin|logon|log on|log into|iniciar sesion|inicia sesion|acceder|entrar|ingresar|anmelden|einloggen|ログイン|サインイン|se connecter|connexion|connectez vous|iniciar sessao|acessar|войти|вход|accedi|entra|inloggen|aanmelden|zaloguj|giris|oturum ac|登录|登錄|登入" + moreSignIn
	stepWords     = "continue|next|siguiente|continuar|weiter|次へ|続行|続ける|suivant|continuer|продолжить|далее|avanti|continua|volgende|doorgaan|dalej|devam|下一步|继续|繼續|send code|get code|send link|magic link|получить код|recevoir un code|获取验证码|发送验证码" + moreStep
	signUpWords   = "sign up|signup|register|create account|create an account|create your account|crear cuenta|registrate|registrarse|registrieren|新規登録|会員登録|アカウント作成|creer un compte|sinscrire|inscription|criar conta|cadastre se|cadastrar|registar|registrar|зарегистрироваться|регистрация|crea account|registrati|iscriviti|account aanmaken|registreren|zarejestruj|zaloz konto|kayit ol|hesap olustur|uye ol|注册|註冊" + moreSignUp
	forgotWords   = "forgot|forgotten|reset password|reset your password|lost password|lost your password|cant access your account|olvidaste|olvidado|olvide|olvido|vergessen|忘れた|お忘れ|oublie|esqueceu|esqueci|забыли|восстановить|dimenticata|dimenticato|vergeten|nie pamietasz|nie pamietam|zapomniales|odzyskaj|unuttum|unuttunuz|忘记密码|忘記密碼|找回密码|重置密码" + moreForgot
	oauthNames    = "google|facebook|apple|microsoft|github|gitlab|twitter|x|linkedin|amazon|yahoo|line|okta|sso|single sign on|vk|яндекс|yandex|госуслуги|wechat|微信|qq|passkey|keycloak|itsme|digid|spid"
	authPrompts   = "must be logged in|must log in|must sign in|need to be logged in|need to log in|need to sign in|please log in|please login|please sign in|in to continue|login to continue|in to view|in to your account|sign in to access|login required|log in required|sign in required|authentication required|session has expired|session expired|you have been logged out|you have been signed out|are not logged in|re not logged in|choose an account|in to see|" +
		"debes iniciar sesion|debe iniciar sesion|inicia sesion para|inicie sesion para|sesion ha expirado|sesion ha caducado|" +
		"bitte melden sie sich an|bitte melde dich an|bitte einloggen|mussen sich anmelden|musst dich anmelden|melden sie sich an um|melde dich an um|mussen angemeldet sein|musst angemeldet sein|" +
		"ログインしてください|ログインが必要です|サインインしてください|有効期限が切れ|" +
		"veuillez vous connecter|connectez vous pour|devez vous connecter|devez etre connecte|devez vous identifier|session a expire|" +
		"faca login para|entre para continuar|inicie sessao para|sessao expirou|" +
		"войдите чтобы|необходимо войти|требуется авторизация|необходимо авторизоваться|авторизуйтесь|" +
		"accedi per|effettua il login|effettua laccesso|devi accedere|devi effettuare laccesso|sessione e scaduta|sessione scaduta|" +
		"log in om|meld je aan om|meld u aan om|moet inloggen|" +
		"zaloguj sie aby|musisz sie zalogowac|" +
		"giris yapmalisiniz|lutfen giris yapin|" +
		"请登录|请先登录|需要登录|登录后查看|登录已过期|会话已过期|請先登入|請登入" + morePrompt
	// authTitles are what a title says of a login beside signInWords.
	authTitles = "sign up|create account|authentication|authenticate|inicio de sesion|anmeldung|identification|acesso|авторизация|accesso|logowanie"
	// accountWords call a page that of an account, which some are a login for.
	accountWords = "account|konto|compte|cuenta|conta|кабинет|マイページ|账户|hesabim|ucet|계정"
	saveWords    = "save|guardar|speichern|保存|enregistrer|salvar|сохранить|salva|opslaan|zapisz|kaydet" + moreSave
	// talkTitles are words of titles that speak about such things.
	talkTitles = "how|what|why|fix|guide|tutorial|documentation|docs|api|reference|best|vs|explained|examples|blog|component|template|help|support|faq|news|review|understanding|definition|meaning|" +
		"wie|como|que|significa|ayuda|comment|как|что|come|hoe|jak|pomoc|nasil|nedir|方法|場合|とは|如何|怎么|什么是|是什么|文档|教程"
	articlePaths  = "hc|blog|wiki"
	talkPaths     = "docs|help|support|faq|kb|knowledge|howto|guide|guides|manual|tutorial|api reference|documentation|errors"
	talkHosts     = "help|support|developer|developers"
	loginPaths    = "login|log in|logon|signin|sign in|sso|oauth|oauth2|authorize|saml|saml2|sessions new|session new|servicelogin|identifier|anmelden|connexion|iniciar sesion|accedi|entrar|inloggen|logowanie|zaloguj|giris|checkpoint|authwall|challenge pwd|passport"
	joinPaths     = "signup|register|registration"
	recoverPaths  = "forgot|forgotpassword|recupera|recuperar|lost password|lostpassword|reset password|password reset|recovery|pwdreset"
	authHosts     = "login|signin|accounts|auth|sso|idp|passport|signon|identity|adfs|cas|logowanie|keycloak|okta com|auth0 com"
	settingsPaths = "settings|preferences|change password|account security|password change|einstellungen|admin users|user add|user new|user create|users add|users new|users create|add user|new user|create user|members new|members add"
)
