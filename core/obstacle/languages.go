package obstacle

// The words of auth_words.go, denied.go and captcha.go in further languages:
// Korean, Swedish, Danish, Norwegian, Finnish, Czech, Slovak, Romanian,
// Hungarian, Greek, Ukrainian, Bulgarian, Arabic, Persian, Hebrew, Hindi,
// Vietnamese, Indonesian, Thai; and ways to say it that the first lists lack.
const (
	morePassword = "|비밀번호|암호|losenord|losenordet|adgangskode|kodeord|passord|passordet|salasana|heslo|parola|jelszo|jelszava|κωδικός πρόσβασης|κωδικός|συνθηματικό|парола|كلمة المرور|كلمة السر|رمز عبور|گذرواژه|סיסמה|ססמה|पासवर्ड|कूटशब्द|mật khẩu|kata sandi|sandi|รหัสผ่าน|lozinka|geslo|slaptazodis|parole|parool"
	moreUser     = "|customer number|customer id|client number|client id|member id|membership number|card number or username|kundennummer|numero client|numero de client|numero de cliente|codice cliente|klantnummer|numer klienta|" +
		"이메일|아이디|전화번호|휴대폰|사용자 이름|e post|e postadress|anvandarnamn|personnummer|e mailadresse|brugernavn|e postadresse|brukernavn|sahkoposti|sahkopostiosoite|kayttajatunnus|kayttajanimi|e mailova adresa|uzivatelske jmeno|prihlasovaci jmeno|pouzivatelske meno|nume de utilizator|adresa de email|adresa de e mail|e mail cim|felhasznalonev|όνομα χρήστη|ηλεκτρονικό ταχυδρομείο|διεύθυνση email|електронна пошта|електронної пошти|имейл|потребителско име|البريد الإلكتروني|بريد إلكتروني|اسم المستخدم|رقم الهاتف|رقم الجوال|نام کاربری|ایمیل|דוא ל|אימייל|שם משתמש|ईमेल|उपयोगकर्ता नाम|मोबाइल नंबर|ten dang nhập|ten người dung|số diện thoại|alamat email|surel|nama pengguna|nomor telepon|nomor hp|อีเมล|ชื่อผู้ใช้|หมายเลขโทรศัพท์|เบอร์โทรศัพท์"
	moreSignIn = "|로그인|logga in|inloggning|log ind|logg inn|logg pa|innlogging|kirjaudu|kirjaudu sisaan|kirjautuminen|prihlasit se|prihlasit|prihlaseni|prihlasit sa|prihlasenie|autentificare|autentifica te|conectare|conecteaza te|intra in cont|bejelentkezes|belepes|σύνδεση|είσοδος|συνδεθείτε|увійти|вхід|авторизуватися|влез|تسجيل الدخول|دخول|تسجيل دخول|ورود|התחברות|כניסה|התחבר|התחברו|लॉग इन|लॉग इन करें|लॉगिन|लॉगिन करें|साइन इन|साइन इन करें|dang nhập|masuk|log masuk|เข้าสู่ระบบ|ลงชื่อเข้าใช้|ล็อกอิน|prijava|prisijungti"
	moreStep   = "|email me a link|email me a code|계속|다음|fortsatt|nasta|fortsat|naste|fortsett|neste|jatka|seuraava|pokracovat|dalsi|continua|urmatorul|mai departe|tovabb|folytatas|kovetkezo|συνέχεια|επόμενο|продовжити|далі|продължи|متابعة|التالي|استمرار|المتابعة|ادامه|המשך|הבא|जारी रखें|आगे|अगला|आगे बढ़ें|tiếp tục|tiếp theo|lanjutkan|lanjut|berikutnya|selanjutnya|ดำเนินการต่อ|ถัดไป|ต่อไป"
	moreSignUp = "|konto erstellen|konto anlegen|neues konto|crear una cuenta|creer mon compte|criar uma conta|crie sua conta|crea un account|crea il tuo account|utworz konto|создать аккаунт|создать учетную запись|создать учётную запись|アカウントを作成|アカウントの作成|创建账户|创建账号|建立帳號|nieuw account|" +
		"회원가입|계정 만들기|가입하기|skapa konto|registrera dig|registrera|opret konto|opret bruger|tilmeld|opprett konto|registrer deg|luo tili|rekisteroidy|vytvorit ucet|zaregistrovat se|registrace|registrovat|creeaza cont|creeaza un cont|cont nou|inregistrare|fiok letrehozasa|regisztracio|δημιουργία λογαριασμού|εγγραφή|створити обліковий запис|створити акаунт|зареєструватися|реєстрація|регистрирай се|إنشاء حساب|تسجيل جديد|حساب جديد|ثبت نام|יצירת חשבון|הרשמה|הירשם|खाता बनाएं|खाता बनाएँ|साइन अप|साइन अप करें|tạo tai khoản|dang ky|buat akun|daftar|สร้างบัญชี|ลงทะเบียน|สมัครสมาชิก"
	moreForgot = "|비밀번호를 잊|비밀번호 찾기|glomt|glemt|unohditko|unohtunut|zapomneli|zapomenute|zabudli|ai uitat|ați uitat|am uitat|elfelejtette|elfelejtett|ξεχάσατε|ξέχασα|забули|забравена|هل نسيت|نسيت|فراموشی|שכחת|שכחתי|שכחתם|भूल गए|quen mật khẩu|quen|lupa|ลืมรหัสผ่าน"
	moreSave   = "|add|add new|create|update|apply|insert|hinzufugen|anlegen|erstellen|ajouter|creer|anadir|crear|adicionar|criar|aggiungi|crea|toevoegen|aanmaken|dodaj|utworz|добавить|создать|ekle|olustur|追加|作成|添加|创建|新增|추가|생성|저장|spara|gem|lagre|tallenna|ulozit|salveaza|mentes|mentese|αποθήκευση|зберегти|запази|حفظ|إضافة|ذخیره|שמירה|שמירת|שמור|הוסף|सहेजें|जोड़ें|lưu|them|simpan|tambah|บันทึก|เพิ่ม"
	morePrompt = "|로그인이 필요|로그인해 주세요|로그인하세요|maste logga in|logga in for att|skal logge ind|log ind for at|ma logge inn|logg inn for a|kirjaudu sisaan jatkaaksesi|sinun taytyy kirjautua|prihlaste se|musite se prihlasit|musite byt prihlaseni|trebuie sa va autentificați|trebuie sa fii autentificat|conecteaza te pentru|be kell jelentkeznie|jelentkezzen be|συνδεθείτε για|πρέπει να συνδεθείτε|увійдіть щоб|необхідно увійти|يجب تسجيل الدخول|يرجى تسجيل الدخول|سجل الدخول|יש להתחבר|עליך להתחבר|कृपया लॉग इन करें|vui long dang nhập|bạn cần dang nhập|silakan masuk|anda harus masuk|harus login|กรุณาเข้าสู่ระบบ|โปรดเข้าสู่ระบบ"

	// logoutWords are offered to who is logged in.
	logoutWords = "log out|logout|sign out|signout|log off|abmelden|ausloggen|deconnexion|se deconnecter|cerrar sesion|esci|disconnetti|sair|terminar sessao|uitloggen|afmelden|wyloguj|wyloguj sie|выйти|выход|cikis|cikis yap|oturumu kapat|ログアウト|サインアウト|退出登录|登出|注销|로그아웃|logga ut|log ud|logg ut|kirjaudu ulos|odhlasit|odhlasit se|deconectare|kijelentkezes|αποσύνδεση|вийти|تسجيل الخروج|התנתק|התנתקות|लॉग आउट|लॉग आउट करें|dang xuất|keluar|ออกจากระบบ"

	// codePrompts ask for a login's second step.
	codePrompts = "two factor authentication|2 step verification|two step verification|enter the code|enter code|6 digit code|enter the 6 digit|one time code|one time password|authenticator app|authentication code|verification code|we sent you a code|code we sent" +
		"|code ein|bestatigungscode|sicherheitscode|code que nous|code de verif*|code a 6 chiff*|codigo que te|codigo de verif*|codigo que envia*|codice che ti|codice di verif*|code in die|verificatiecode|kod ktory|kod weryf*|код котор*|код подтв*|kodu girin|dogrulama kodu|コードを入力|確認コード|認証コード|输入我们发送|输入验证码|코드를 입력|인증 코드|인증번호|ange koden|indtast koden|skriv inn koden|antamaasi koodi|anna lahet*|vahvistuskoodi|zadejte kod|overovaci kod|introdu codul|introduceți codul|adja meg a kodot|εισαγάγετε τον κωδικό|введіть код|أدخل الرمز|رمز التحقق|הזן את הקוד|קוד אימות|कोड दर्ज|उसे दर्ज करें|nhập ma|ma xac minh|masukkan kode|kode verif*|ป้อนรหัส|กรอกรหัส"
)

// moreDenied are refusals: no access, no permission, too often, not from here.
const moreDenied = "|not allowed to view|not allowed to see|not allowed to use|not permitted to access|not permitted to view|permission to view this|permission to access|temporarily blocked|been banned|you are banned|has banned you|have been rate limited|sent too many requests|making too many requests|limited by the site owner|to this site has been limited|access to this service has been limited|not available in your area|is not available from your location|access from your country" +
	"|zu viele anfra*|anzahl der anfra*|nicht die erforderlichen rechte|nicht die notigen rechte|fehlende berec*|sie sind nicht befugt|keine zugri*|zugriff wurde verwe*|nicht gesta*|zugriff einge*|in ihrer region nicht verfu*" +
	"|trop de deman*|vous netes pas autor*|pas les droits|droits insuf*|pas disponible dans votre region|acces vous est refuse" +
	"|no tiene autor*|no tienes autor*|se ha denegado el acceso|permisos insuf*|no esta disponible en tu region|no esta disponible en su region|demasiadas petic*" +
	"|non si dispone delle autor*|non disponi delle autor*|non si dispone dei perme*|non hai lauto*|troppe richi*|permessi insuf*|non e disponibile nel tuo paese|accesso e stato negato|non autorizzato ad acced*" +
	"|nao esta autor*|sem autor*|permissoes insuf*|demasiados pedid*|pedidos em exces*|nao esta disponivel no seu pais|nao esta disponivel na sua regiao|o acesso foi negado" +
	"|te veel verzo*|te veel aanvr*|niet gemac*|niet bevoe*|geen bevoe*|niet beschikbaar in uw land|niet beschikbaar in jouw land|is geblo*|toegang is gewei*" +
	"|zbyt wiele zadan|zbyt wiele zapyt*|zbyt wiele prob|nie jest dostepna w twoim kraju|dostep zostal zablo*|dostep jest zabro*|brak wymaganych upraw*|nie posiadasz upraw*" +
	"|слишком много запро*|недоступна в вашем регио*|не имеете прав|нет разре*|не разре*|вы забло*|доступ к этой странице запре*|вам запре*" +
	"|cok fazla istek|cok fazla talep|erisim yasak|erisiminiz engel*|izne sahip degil*|yetkiye sahip degil*|yetkiniz bulun*|ulkenizde kulla*" +
	"|リクエストが多すぎ|アクセスが集中|アクセスは禁止|アクセスは許可されて|アクセスが禁止|権限がないため|利用できない地域|お住まいの国では|ブロックされました" +
	"|请求过多|请求太多|访问太频繁|操作过于频繁|操作频繁|请求频率|已被封禁|已被屏蔽|访问权限|無法訪問|拒絕存取|禁止存取|請求過多|您所在地区" +
	"|접속이 차단|차단되었|요청이 너무 많|너무 많은 요청|해당 국가에서는|이용이 제한" +
	"|for manga forfr*|for manga forsok|har block*|tillgangligt i ditt land" +
	"|for mange anmod*|for mange fores*|blevet blok*|tilgangelig i dit land" +
	"|er blokk*|blitt blokk*|tilgjengelig i ditt land" +
	"|monta pyynt*|liikaa pyynt*|on estetty|maassasi" +
	"|mnoho pozad*|byla zablo*|byl zablo*|neni ve vasi zemi|prilis vela" +
	"|prea multe cereri|prea multe solic*|a fost bloca*|disponibil in țara" +
	"|tul sok keres|letiltottuk|az on orsza*" +
	"|πάρα πολλά αιτ*|έχει αποκλ*|διαθέσιμο στη χώρα" +
	"|забагато запит*|занадто багато запит*|заблоковано через|у вашій країні" +
	"|تم رفض الوصول|الوصول مرفوض|الدخول مرفوض|الوصول محظور|ممنوع الوصول|غير مصرح لك|غير مسموح لك|ليس لديك صلاحية|ليس لديك إذن|لا تملك صلاحية|ليست لديك صلاحية|كبير جدا من الطلبات|طلبات كثيرة|تم حظر|تم حظرك|في بلدك" +
	"|יותר מדי בקשות|נחסמה עקב|נחסמת|אינו זמין במדינה" +
	"|बहुत अधिक अनुरोध|अवरुद्ध कर दिया|ब्लॉक कर दिया|आपके देश में उपलब्ध नहीं" +
	"|qua nhiều yeu cầu|da bị chặn|khả dụng ở quốc gia" +
	"|tidak berwenang|terlalu banyak permi*|telah diblo*|tersedia di negara" +
	"|ไม่ได้รับอนุญาต|คำขอมากเกินไป|ถูกบล็อก|ถูกระงับ|ห้ามเข้า|ไม่พร้อมให้บริการในประเทศ"

// An address of the net beside one of barred is a refusal in any sentence.
const (
	addresses = "ip|ip address|ip adresse|ipアドレス|的ip|のip|アドレス|आईपी"
	barred    = "blocked|banned|gesperrt|blockiert|bloquee|bloque|bloqueada|bloqueado|bloccato|geblokkeerd|zablokowany|zablokowano|заблокирован|заблокирована|engellendi|engellenmistir|ブロック|封禁|屏蔽|차단|blockerats|blockerad|blokeret|blokkert|estetty|zablokovana|blokovana|blocata|letiltottuk|letiltva|αποκλειστεί|заблоковано|حظر|محظور|נחסמה|अवरुद्ध|chặn|diblokir|บล็อก"
)

// moreCaptcha asks to prove that a person is there.
const moreCaptcha = "|confirm you are human|confirm that you are human|prove you are human|prove that you are human|verify that you are human|that you are a bot|think you are a bot|you are a real person|letters in the image|characters in the image|text in the image|letters shown|characters shown|code shown in the|numbers in the image|anti robot verification|click to start verification" +
	"|dass sie ein mensch|dass du ein mensch|keine masch*|zeichen aus dem bild|zeichen im bild|drucken und halten|gedruckt halten" +
	"|que vous etes humain|que vous etes un humain|appuyez et maint*|maintenez le bouton|caracteres de limage|pas une machi*" +
	"|que es una perso*|que eres una perso*|que es humano|que eres humano|manten pulsa*|mantenga pulsa*|manten presi*|caracteres de la imagen|no eres una maqui*" +
	"|essere una perso*|di essere umano|che sei umano|tieni premu*|premi e tieni|caratteri delli*" +
	"|que voce e uma pessoa|que e humano|que e uma pessoa|pressione e segure|caracteres da imagem" +
	"|dat u een mens|dat je een mens|houd inged*|ingedrukt houden" +
	"|ze jestes czlow*|nacisnij i przyt*|znaki z obraz*|przepisz kod z obraz*" +
	"|что вы челов*|нажмите и удерж*|символы с карти*|код с карти*|текст с карти*" +
	"|insan oldug*|basili tutun|resimdeki karak*" +
	"|人間であること|人であること|長押し|画像の文字|画像に表示" +
	"|图片中的字符|图中的字符|图片中的文字|图形验证码|您是真人|您不是机器人|按住" +
	"|사람인지 확인|사람임을 확인|로봇이 아닙니다|로봇이 아님|자동 입력 방지|보안문자|길게 누르" +
	"|ar en manni*|du ar manni*|inte en robot|ar ingen robot" +
	"|er et menne*|du er menne*|ikke en robot" +
	"|olet ihmin*|et ole robot*|en ole robot*" +
	"|jste clovek|nejste robot|nejsem robot|opiste kod z obraz*|ste clovek|nie som robot" +
	"|sunteți om|ești om|ești uman|sunteți o perso*|nu sunt robot|nu ești robot" +
	"|hogy on ember|hogy ember|nem vagyok robot|nem robot" +
	"|είστε άνθρω*|δεν είμαι ρομπότ|δεν είστε ρομπότ" +
	"|ви людина|що ви не робот|я не робот|не сте робот" +
	"|أنك إنسان|أنك لست روبوت|أنا لست روبوت|لست برنامج روبوت|أنك بشر" +
	"|שאתה אנושי|שאתה אדם|שאינך רובוט|אני לא רובוט" +
	"|आप मानव|आप इंसान|रोबोट नहीं" +
	"|bạn la con người|khong phải la người may|khong phải robot|khong phải la robot" +
	"|anda manus*|anda adalah manus*|bukan robot" +
	"|คุณเป็นมนุษย์|ไม่ใช่หุ่นยนต์|ไม่ใช่โปรแกรมอัตโนมัติ"
