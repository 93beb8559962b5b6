package obstacle

import "strings"

// refuses reports whether a line of text says that access, a permission or an
// address of the net is denied: it has words of both sides of a language's row.
func refuses(text string) bool {
	for text != "" {
		line, rest, _ := strings.Cut(text, "\n")
		text, line = rest, fold(line)
		net := has(line, "ip")
		for rows := refusals; rows != ""; {
			var row string
			row, rows, _ = strings.Cut(rows, "\n")
			what, how, _ := strings.Cut(row, "=")
			if (net || has(line, what)) && has(line, how) {
				return true
			}
		}
	}
	return false
}

// refusals are words for access and permission, and words that deny them, a row for
// a language or for several; what ends in * begins a word.
const refusals = `достъп|достъпа|достъпът|доступ|доступу|доступі|приступ|пристапот|право|права|прав|дозвол*=нямате|няма|немате|отказан|забра*|забор*|одби*|немає|недост*|відмов*|обмеж*
pristup*|dozvol*|dopust*|prava|dostop|dovoljen*|opravn*=nemate|nimate|nemas|odbijen|zabran*|zavrn*|odmiet*|odepr*|zamit*|zakaz*
juurdepaas*|oigus*|luba=pole|ei|keelatud
piekluv*|atlauj*|prieiga|teises=nav|lieg*|neturite|uzdraust*
qasja|leje=nuk|refuz*
akses|izin|kebenaran=ditolak|tidak|dilarang|diblokir|dibatasi
access|pahintulot=tinanggihan|wala*
رسائی|اجازت=نہیں|انکار|ممنوع
دسترسی|اجازه=ندارید|غیرمجاز|ممنوع
अनुम*|अऩुम*|प्रवे*|परवान*|पहुंच|इजाज*|अणु*|अधिक*=नहीं|नाही|नथी|नेइ|छैन|इल्ल|इल्लै|लेदु|अनुमतियिल्ल|निषे*|निरा*|नका*|नाका*|इनक*|मऱु*|अस्वी*
წვდომა|უფლება=არ|უარყ*|აკრძ*
մուտքն|իրավունք=արգել*|չունեք
giris|icaz*|kirish|ruxsat*|кіруге|рұқсат|кирүүгө|уруксат*=qadag*|yoxdur|taqiq*|yoʻq|yoq|тыйым|тыюу|жоқ|жок
adgang*|heimild|tilgang|tilladelse|tillatelse|rettigheder=ekki|hafnad|nagtet|nektet|avsla*|forbudt|ikke|ingen|mangler
rochtain|cead=diult*|nil
mynediad|ganiatad=gwrthod*|nid
sarbide*|baimen*=ukatu*|ez
acces|acceso|permis|permiso=denegad*|denegat|no teniu|non ten
toegang|toestemming=geweier|nie
ufikiaji|ruhusa=umekat*|huna
доступ|дазволу=няма
መዳረሻ|ፈቃድ=ተከልክ*|የለ*
접근|액세스|권한=거부|차단|없습|없어|없는|제한|허용되지
atkomst*|tilltrade|behorig*=neka*|forb*|inte|saknar
paasy|kaytto|kayttooikeu*|oikeu*=estetty|kielletty|evatty|ei
acces|accesul|permisi*|dreptul=interzis|refuzat|restric*|nu ai|nu av*
hozzaf*|jogosult*|engedelye=megtag*|letil*|tiltva|nincs|nem
πρόσβασ*|δικαίωμα|άδεια=δεν|απαγορ*|άρνηση|απορρ*
גישה|הגישה|הרשא*=נדחתה|נחסמה|אין
truy cập|quyền=từ chối|khong co|khong dược|cấm|chặn
การเข้าถึง|สิทธิ์=ปฏิเสธ|ไม่มี`
