package obstacle

// The words of auth_words.go, denied.go and captcha.go in further languages:
// Korean, Swedish, Danish, Norwegian, Finnish, Czech, Slovak, Romanian,
// Hungarian, Greek, Ukrainian, Bulgarian, Arabic, Persian, Hebrew, Hindi,
// Vietnamese, Indonesian, Thai; and ways to say it that the first lists lack.
const (
	morePassword = "|비밀번호|암호|lösenord|lösenordet|adgangskode|kodeord|passord|passordet|salasana|heslo|parolă|parola|jelszó|jelszava|κωδικός πρόσβασης|κωδικός|συνθηματικό|парола|كلمة المرور|كلمة السر|رمز عبور|گذرواژه|סיסמה|ססמה|पासवर्ड|कूटशब्द|mật khẩu|kata sandi|sandi|รหัสผ่าน|lozinka|geslo|slaptažodis|parole|parool"
	moreUser     = "|customer number|customer id|client number|client id|member id|membership number|card number or username|kundennummer|numéro client|numéro de client|número de cliente|codice cliente|klantnummer|numer klienta|" +
		"이메일|아이디|전화번호|휴대폰|사용자 이름|e post|e postadress|användarnamn|personnummer|e mailadresse|brugernavn|e postadresse|brukernavn|sähköposti|sähköpostiosoite|käyttäjätunnus|käyttäjänimi|e mailová adresa|uživatelské jméno|přihlašovací jméno|používateľské meno|nume de utilizator|adresă de email|adresă de e mail|e mail cím|felhasználónév|όνομα χρήστη|ηλεκτρονικό ταχυδρομείο|διεύθυνση email|електронна пошта|електронної пошти|имейл|потребителско име|البريد الإلكتروني|بريد إلكتروني|اسم المستخدم|رقم الهاتف|رقم الجوال|نام کاربری|ایمیل|דוא ל|אימייל|שם משתמש|ईमेल|उपयोगकर्ता नाम|मोबाइल नंबर|tên đăng nhập|tên người dùng|số điện thoại|alamat email|surel|nama pengguna|nomor telepon|nomor hp|อีเมล|ชื่อผู้ใช้|หมายเลขโทรศัพท์|เบอร์โทรศัพท์"
	moreSignIn = "|로그인|logga in|inloggning|log ind|logg inn|logg på|innlogging|kirjaudu|kirjaudu sisään|kirjautuminen|přihlásit se|přihlásit|přihlášení|prihlásiť sa|prihlásenie|autentificare|autentifică te|conectare|conectează te|intră în cont|bejelentkezés|belépés|σύνδεση|είσοδος|συνδεθείτε|увійти|вхід|авторизуватися|влез|تسجيل الدخول|دخول|تسجيل دخول|ورود|התחברות|כניסה|התחבר|התחברו|लॉग इन|लॉग इन करें|लॉगिन|लॉगिन करें|साइन इन|साइन इन करें|đăng nhập|masuk|log masuk|เข้าสู่ระบบ|ลงชื่อเข้าใช้|ล็อกอิน|prijava|prisijungti"
	moreStep   = "|email me a link|email me a code|계속|다음|fortsätt|nästa|fortsæt|næste|fortsett|neste|jatka|seuraava|pokračovat|další|pokračovať|continuă|următorul|mai departe|tovább|folytatás|következő|συνέχεια|επόμενο|продовжити|далі|продължи|متابعة|التالي|استمرار|المتابعة|ادامه|המשך|הבא|जारी रखें|आगे|अगला|आगे बढ़ें|tiếp tục|tiếp theo|lanjutkan|lanjut|berikutnya|selanjutnya|ดำเนินการต่อ|ถัดไป|ต่อไป"
	moreSignUp = "|konto erstellen|konto anlegen|neues konto|crear una cuenta|créer mon compte|criar uma conta|crie sua conta|crea un account|crea il tuo account|utwórz konto|создать аккаунт|создать учетную запись|создать учётную запись|アカウントを作成|アカウントの作成|创建账户|创建账号|建立帳號|nieuw account|" +
		"회원가입|계정 만들기|가입하기|skapa konto|registrera dig|registrera|opret konto|opret bruger|tilmeld|opprett konto|registrer deg|luo tili|rekisteröidy|vytvořit účet|zaregistrovat se|registrace|registrovat|vytvoriť účet|creează cont|creează un cont|cont nou|înregistrare|fiók létrehozása|regisztráció|δημιουργία λογαριασμού|εγγραφή|створити обліковий запис|створити акаунт|зареєструватися|реєстрація|регистрирай се|إنشاء حساب|تسجيل جديد|حساب جديد|ثبت نام|יצירת חשבון|הרשמה|הירשם|खाता बनाएं|खाता बनाएँ|साइन अप|साइन अप करें|tạo tài khoản|đăng ký|buat akun|daftar|สร้างบัญชี|ลงทะเบียน|สมัครสมาชิก"
	moreForgot = "|비밀번호를 잊|비밀번호 찾기|glömt|glemt|unohditko|unohtunut|zapomněli|zapomenuté|zabudli|ai uitat|ați uitat|am uitat|elfelejtette|elfelejtett|ξεχάσατε|ξέχασα|забули|забравена|هل نسيت|نسيت|فراموشی|שכחת|שכחתי|שכחתם|भूल गए|quên mật khẩu|quên|lupa|ลืมรหัสผ่าน"
	moreSave   = "|add|add new|create|update|apply|insert|hinzufügen|anlegen|erstellen|ajouter|créer|añadir|crear|adicionar|criar|aggiungi|crea|toevoegen|aanmaken|dodaj|utwórz|добавить|создать|ekle|oluştur|追加|作成|添加|创建|新增|추가|생성|저장|spara|gem|lagre|tallenna|uložit|uložiť|salvează|mentés|mentése|αποθήκευση|зберегти|запази|حفظ|إضافة|ذخیره|שמירה|שמירת|שמור|הוסף|सहेजें|जोड़ें|lưu|thêm|simpan|tambah|บันทึก|เพิ่ม"
	morePrompt = "|로그인이 필요|로그인해 주세요|로그인하세요|måste logga in|logga in för att|skal logge ind|log ind for at|må logge inn|logg inn for å|kirjaudu sisään jatkaaksesi|sinun täytyy kirjautua|přihlaste se|musíte se přihlásit|musíte být přihlášeni|trebuie să vă autentificați|trebuie să fii autentificat|conectează te pentru|be kell jelentkeznie|jelentkezzen be|συνδεθείτε για|πρέπει να συνδεθείτε|увійдіть щоб|необхідно увійти|يجب تسجيل الدخول|يرجى تسجيل الدخول|سجل الدخول|יש להתחבר|עליך להתחבר|कृपया लॉग इन करें|vui lòng đăng nhập|bạn cần đăng nhập|silakan masuk|anda harus masuk|harus login|กรุณาเข้าสู่ระบบ|โปรดเข้าสู่ระบบ"

	// logoutWords are offered to who is logged in.
	logoutWords = "log out|logout|sign out|signout|log off|abmelden|ausloggen|déconnexion|se déconnecter|cerrar sesión|esci|disconnetti|sair|terminar sessão|uitloggen|afmelden|wyloguj|wyloguj się|выйти|выход|çıkış|çıkış yap|oturumu kapat|ログアウト|サインアウト|退出登录|登出|注销|로그아웃|logga ut|log ud|logg ut|kirjaudu ulos|odhlásit|odhlásit se|odhlásiť|deconectare|kijelentkezés|αποσύνδεση|вийти|تسجيل الخروج|התנתק|התנתקות|लॉग आउट|लॉग आउट करें|đăng xuất|keluar|ออกจากระบบ"

	// codePrompts ask for a login's second step.
	codePrompts = "two factor authentication|2 step verification|two step verification|enter the code|enter code|6 digit code|enter the 6 digit|one time code|one time password|authenticator app|authentication code|verification code|we sent you a code|code we sent|" +
		"code ein|bestätigungscode|sicherheitscode|code que nous|code de vérification|code à 6 chiffres|código que te|código de verificación|código que enviamos|código de verificação|codice che ti|codice di verifica|code in die|verificatiecode|kod który|kod weryfikacyjny|код который|код подтверждения|kodu girin|doğrulama kodu|コードを入力|確認コード|認証コード|输入我们发送|输入验证码|코드를 입력|인증 코드|인증번호|ange koden|indtast koden|skriv inn koden|antamaasi koodi|anna lähettämämme|vahvistuskoodi|zadejte kód|ověřovací kód|introdu codul|introduceți codul|adja meg a kódot|εισαγάγετε τον κωδικό|введіть код|أدخل الرمز|رمز التحقق|הזן את הקוד|קוד אימות|कोड दर्ज|उसे दर्ज करें|nhập mã|mã xác minh|masukkan kode|kode verifikasi|ป้อนรหัส|กรอกรหัส"
)

// moreDenied are refusals: no access, no permission, too often, not from here.
const moreDenied = "|not allowed to view|not allowed to see|not allowed to use|not permitted to access|not permitted to view|permission to view this|permission to access|temporarily blocked|been banned|you are banned|has banned you|have been rate limited|sent too many requests|making too many requests|limited by the site owner|to this site has been limited|access to this service has been limited|not available in your area|is not available from your location|access from your country|" +
	"zu viele anfragen|anzahl der anfragen|nicht die erforderlichen rechte|nicht die nötigen rechte|fehlende berechtigung|sie sind nicht befugt|keine zugriffsrechte|keine zugriffsberechtigung|zugriff wurde verweigert|zugriff ist nicht gestattet|nicht gestattet|zugriff eingeschränkt|in ihrer region nicht verfügbar|" +
	"trop de demandes|vous nêtes pas autorisé|pas les droits|droits insuffisants|pas disponible dans votre région|accès vous est refusé|" +
	"no tiene autorización|no tienes autorización|se ha denegado el acceso|permisos insuficientes|no está disponible en tu región|no está disponible en su región|demasiadas peticiones|" +
	"non si dispone delle autorizzazioni|non disponi delle autorizzazioni|non si dispone dei permessi|non hai lautorizzazione|troppe richieste|permessi insufficienti|non è disponibile nel tuo paese|accesso è stato negato|non autorizzato ad accedere|" +
	"não está autorizado|sem autorização|permissões insuficientes|demasiados pedidos|pedidos em excesso|não está disponível no seu país|não está disponível na sua região|o acesso foi negado|" +
	"te veel verzoeken|te veel aanvragen|niet gemachtigd|niet bevoegd|geen bevoegdheid|niet beschikbaar in uw land|niet beschikbaar in jouw land|is geblokkeerd|toegang is geweigerd|" +
	"zbyt wiele żądań|zbyt wiele zapytań|zbyt wiele prób|nie jest dostępna w twoim kraju|dostęp został zablokowany|dostęp jest zabroniony|brak wymaganych uprawnień|nie posiadasz uprawnień|" +
	"слишком много запросов|недоступна в вашем регионе|не имеете прав|нет разрешения|не разрешён|вы заблокированы|доступ к этой странице запрещен|вам запрещен|" +
	"çok fazla istek|çok fazla talep|erişim yasak|erişiminiz engellendi|izne sahip değilsiniz|yetkiye sahip değilsiniz|yetkiniz bulunmuyor|yetkiniz bulunmamaktadır|ülkenizde kullanılamıyor|" +
	"リクエストが多すぎ|アクセスが集中|アクセスは禁止|アクセスは許可されて|アクセスが禁止|権限がないため|利用できない地域|お住まいの国では|ブロックされました|" +
	"请求过多|请求太多|访问太频繁|操作过于频繁|操作频繁|请求频率|已被封禁|已被屏蔽|访问权限|無法訪問|拒絕存取|禁止存取|請求過多|您所在地区|" +
	"접근이 거부|접근 거부|접근이 차단|접근 권한이 없|액세스가 거부|액세스 거부|권한이 없습니다|권한이 없어|접근할 수 없|접속이 차단|차단되었습니다|요청이 너무 많|너무 많은 요청|허용되지 않|해당 국가에서는|이용이 제한|접근이 제한|" +
	"åtkomst nekad|åtkomst nekades|åtkomst förbjuden|tillträde förbjudet|inte behörighet|saknar behörighet|för många förfrågningar|för många försök|har blockerats|är inte tillgängligt i ditt land|nekas åtkomst|" +
	"adgang nægtet|adgang forbudt|ingen adgang|ikke tilladelse|ikke adgang|for mange anmodninger|for mange forespørgsler|er blevet blokeret|ikke tilgængelig i dit land|ikke rettigheder|" +
	"ingen tilgang|tilgang nektet|tilgang avslått|adgang nektet|ikke tillatelse|ikke tilgang|for mange forespørsler|er blokkert|har blitt blokkert|ikke tilgjengelig i ditt land|mangler tilgang|" +
	"pääsy estetty|pääsy kielletty|pääsy evätty|käyttö estetty|ei käyttöoikeutta|ei ole oikeutta|ei ole oikeuksia|ei oikeutta|liian monta pyyntöä|liikaa pyyntöjä|on estetty|ei ole saatavilla maassasi|" +
	"přístup odepřen|přístup zamítnut|přístup zakázán|přístup byl odepřen|nemáte oprávnění|nemáte přístup|nedostatečná oprávnění|příliš mnoho požadavků|byla zablokována|byl zablokován|není ve vaší zemi|prístup odmietnutý|prístup zamietnutý|nemáte oprávnenie|príliš veľa požiadaviek|" +
	"acces interzis|accesul interzis|acces refuzat|accesul a fost refuzat|acces restricționat|nu aveți permisiunea|nu ai permisiunea|nu aveți acces|nu ai acces|nu aveți dreptul|prea multe cereri|prea multe solicitări|a fost blocată|a fost blocat|nu este disponibil în țara|" +
	"hozzáférés megtagadva|a hozzáférés megtagadva|hozzáférés letiltva|hozzáférés tiltva|nincs jogosultsága|nincs jogosultságod|nincs engedélye|nem jogosult|túl sok kérés|letiltottuk|nem érhető el az ön országában|" +
	"δεν επιτρέπεται η πρόσβαση|απαγορεύεται η πρόσβαση|άρνηση πρόσβασης|η πρόσβαση απορρίφθηκε|δεν έχετε δικαίωμα|δεν έχετε πρόσβαση|δεν έχετε άδεια|πάρα πολλά αιτήματα|έχει αποκλειστεί|δεν είναι διαθέσιμο στη χώρα|" +
	"доступ заборонено|доступ обмежено|доступ заблоковано|у доступі відмовлено|відмовлено в доступі|немає доступу|немає прав|немає дозволу|недостатньо прав|забагато запитів|занадто багато запитів|заблоковано через|недоступний у вашій країні|достъпът е отказан|достъпът е забранен|нямате достъп|нямате права|" +
	"تم رفض الوصول|الوصول مرفوض|الدخول مرفوض|الوصول محظور|تم حظر الوصول|ممنوع الوصول|غير مصرح لك|غير مسموح لك|ليس لديك صلاحية|ليس لديك إذن|لا تملك صلاحية|ليست لديك صلاحية|عدد كبير جدا من الطلبات|طلبات كثيرة|تم حظر|تم حظرك|غير متاح في بلدك|غير متوفر في بلدك|دسترسی غیرمجاز|دسترسی ممنوع|" +
	"הגישה נדחתה|הגישה נחסמה|אין גישה|גישה נדחתה|אין לך הרשאה|אין לך הרשאות|אין הרשאה|יותר מדי בקשות|נחסמה עקב|נחסמת|אינו זמין במדינה|" +
	"पहुँच अस्वीकृत|पहुंच अस्वीकृत|प्रवेश निषेध|पहुँच से इनकार|एक्सेस अस्वीकृत|अनुमति नहीं है|बहुत अधिक अनुरोध|अवरुद्ध कर दिया|ब्लॉक कर दिया|आपके देश में उपलब्ध नहीं|" +
	"truy cập bị từ chối|từ chối truy cập|bị từ chối truy cập|không có quyền|không được phép truy cập|quá nhiều yêu cầu|đã bị chặn|bị cấm truy cập|không khả dụng ở quốc gia|" +
	"akses dilarang|akses diblokir|akses dibatasi|tidak punya akses|tidak diizinkan|tidak berwenang|terlalu banyak permintaan|telah diblokir|tidak tersedia di negara|" +
	"การเข้าถึงถูกปฏิเสธ|ปฏิเสธการเข้าถึง|ไม่มีสิทธิ์|ไม่ได้รับอนุญาต|คำขอมากเกินไป|ถูกบล็อก|ถูกระงับ|ห้ามเข้า|ไม่พร้อมให้บริการในประเทศ"

// An address of the net beside one of barred is a refusal in any sentence.
const (
	addresses = "ip|ip address|ip adresse|ipアドレス|的ip|のip|アドレス|आईपी"
	barred    = "blocked|banned|gesperrt|blockiert|bloquée|bloqué|bloqueada|bloqueado|bloccato|geblokkeerd|zablokowany|zablokowano|заблокирован|заблокирована|engellendi|engellenmiştir|ブロック|封禁|屏蔽|차단|blockerats|blockerad|blokeret|blokkert|estetty|zablokována|blokována|blocată|letiltottuk|letiltva|αποκλειστεί|заблоковано|حظر|محظور|נחסמה|अवरुद्ध|chặn|diblokir|บล็อก"
)

// moreCaptcha asks to prove that a person is there.
const moreCaptcha = "|confirm you are human|confirm that you are human|prove you are human|prove that you are human|verify that you are human|that you are a bot|think you are a bot|you are a real person|letters in the image|characters in the image|text in the image|letters shown|characters shown|code shown in the|numbers in the image|anti robot verification|click to start verification|" +
	"dass sie ein mensch|dass du ein mensch|keine maschine|zeichen aus dem bild|zeichen im bild|drücken und halten|gedrückt halten|" +
	"que vous êtes humain|que vous êtes un humain|appuyez et maintenez|maintenez le bouton|caractères de limage|pas une machine|" +
	"que es una persona|que eres una persona|que es humano|que eres humano|mantén pulsado|mantenga pulsado|mantén presionado|caracteres de la imagen|no eres una máquina|" +
	"essere una persona|di essere umano|che sei umano|tieni premuto|premi e tieni|caratteri dellimmagine|" +
	"que você é uma pessoa|que é humano|que é uma pessoa|pressione e segure|caracteres da imagem|" +
	"dat u een mens|dat je een mens|houd ingedrukt|ingedrukt houden|" +
	"że jesteś człowiekiem|naciśnij i przytrzymaj|znaki z obrazka|przepisz kod z obrazka|" +
	"что вы человек|нажмите и удерживайте|символы с картинки|код с картинки|текст с картинки|" +
	"insan olduğunu|basılı tutun|resimdeki karakterleri|" +
	"人間であること|人であること|長押し|画像の文字|画像に表示|" +
	"图片中的字符|图中的字符|图片中的文字|图形验证码|您是真人|您不是机器人|按住|" +
	"사람인지 확인|사람임을 확인|로봇이 아닙니다|로봇이 아님|자동 입력 방지|보안문자|길게 누르|" +
	"är en människa|du är människa|inte en robot|är ingen robot|" +
	"er et menneske|du er menneske|ikke en robot|" +
	"olet ihminen|et ole robotti|en ole robotti|" +
	"jste člověk|nejste robot|nejsem robot|opište kód z obrázku|ste človek|nie som robot|" +
	"că sunteți om|sunteți om|ești om|ești uman|sunteți o persoană|nu sunt robot|nu ești robot|" +
	"hogy ön ember|hogy ember|nem vagyok robot|nem robot|" +
	"είστε άνθρωπος|δεν είμαι ρομπότ|δεν είστε ρομπότ|" +
	"ви людина|що ви не робот|я не робот|не сте робот|" +
	"أنك إنسان|أنك لست روبوت|أنا لست روبوت|لست برنامج روبوت|أنك بشر|" +
	"שאתה אנושי|שאתה אדם|שאינך רובוט|אני לא רובוט|" +
	"आप मानव|आप इंसान|रोबोट नहीं|" +
	"bạn là con người|không phải là người máy|không phải robot|không phải là robot|" +
	"anda manusia|anda adalah manusia|bukan robot|" +
	"คุณเป็นมนุษย์|ไม่ใช่หุ่นยนต์|ไม่ใช่โปรแกรมอัตโนมัติ"
