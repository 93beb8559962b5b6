package redact_test

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent/redact"
)

// a is a run of letters and digits as keys have them, made here so that no scanner
// takes this file for one that has real ones.
func a(n int) string { return strings.Repeat("aB3dE5fG7h", 12)[:n] }

func upper(n int) string { return strings.Repeat("ABCD2345EFGH67IJ", 4)[:n] }

func TestText_TakesOut(t *testing.T) {
	for _, row := range []struct {
		sentence, text, want string
	}{
		{"OpenAI", "use sk-" + a(48) + " for it", "use [key] for it"},
		{"OpenAI, a project's", "sk-proj-" + a(20) + "-" + a(30) + "_x", "[key]"},
		{"Anthropic", "key: sk-ant-api03-" + a(40) + "-" + a(20) + ".", "key: [key]."},
		{"OpenRouter", "sk-or-v1-" + a(64), "[key]"},
		{"in an assignment", "OPENAI_API_KEY=sk-" + a(40), "OPENAI_API_KEY=[key]"},
		{"GitHub", "(ghp_" + a(36) + ")", "([key])"},
		{"GitHub, fine-grained", "github_pat_" + a(22) + "_" + a(59), "[key]"},
		{"GitLab", "glpat-" + a(20), "[key]"},
		{"Slack", "xoxb-123456789012-" + a(24), "[key]"},
		{"AWS", "AKIA" + upper(16), "[key]"},
		{"Google", "AIza" + a(35), "[key]"},
		{"Google, access", "ya29." + a(60), "[key]"},
		{"Groq", "gsk_" + a(52), "[key]"},
		{"Hugging Face", "hf_" + a(34), "[key]"},
		{"Stripe", "sk_live_" + a(24), "[key]"},
		{"SendGrid", "SG." + a(22) + "." + a(43), "[key]"},
		{"npm", "npm_" + a(36), "[key]"},
		{"Shopify", "shpat_" + a(32), "[key]"},
		{"a Telegram bot", "123456789:" + a(35), "[key]"},
		{"a JSON web token", "eyJ" + a(30) + ".eyJ" + a(60) + "." + a(43), "[token]"},
		{"behind Bearer", "Authorization: Bearer " + a(32), "Authorization: Bearer [token]"},
		{"behind Basic", "authorization: basic " + a(28) + "==", "authorization: basic [token]=="},
		{"a private key", "x -----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY----- y", "x [key] y"},
		{"a private key that is cut", "x -----BEGIN PRIVATE KEY-----\nabc", "x [key]"},
		{"in JSON", `{"key":"sk-` + a(40) + `"}`, `{"key":"[key]"}`},
		{"two in a line", "sk-" + a(30) + " ghp_" + a(36), "[key] [key]"},

		{"a Visa card", "paid with 4111 1111 1111 1111.", "paid with [card]."},
		{"in one run", "4111111111111111", "[card]"},
		{"with dashes", "5555-5555-5555-4444", "[card]"},
		{"American Express", "3782 822463 10005", "[card]"},
		{"Discover", "6011111111111117", "[card]"},
		{"JCB", "3530111333300000", "[card]"},
		{"UnionPay", "6200000000000005", "[card]"},
		{"Diners", "30569309025904", "[card]"},
		{"the new range of Mastercard", "2223003122003222", "[card]"},
		{"and its number on the back", "CVC: 123, PIN: 4711", "CVC: [password], PIN: [password]"},

		{"a password behind its word", "logged in with password: Hunter2!", "logged in with password: [password]"},
		{"in German", "Das Passwort ist geheim-77.", "Das Passwort ist [password]."},
		{"in French", "mot de passe : Soleil99", "mot de passe : [password]"},
		{"in Spanish", "contraseña: Playa2024", "contraseña: [password]"},
		{"in Chinese", "密码：abc12345", "密码：[password]"},
		{"in Japanese", "パスワード: abc12345", "パスワード: [password]"},
		{"in a setting", "db_password=hunter", "db_password=[password]"},
		{"in quotes", `password: "x7!kkk" and so on`, `password: "[password]" and so on`},
		{"in bold", "**Password:** `x7kkkk`", "**Password:** `[password]`"},

		{"a token in an address", "https://a.test/x?token=" + a(16) + "&y=1", "https://a.test/x?token=[token]&y=1"},
		{"in its fragment", "https://a.test/x#access_token=" + a(40) + "&state=" + a(24), "https://a.test/x#access_token=[token]&state=[token]"},
		{"a signature", "https://s3.test/f.pdf?X-Amz-Signature=" + strings.Repeat("ab12", 16), "https://s3.test/f.pdf?X-Amz-Signature=[token]"},
		{"a code", "(https://a.test/cb?code=" + a(30) + ")", "(https://a.test/cb?code=[token])"},
		{"a password in an address", "https://ann:hunter2@a.test/x", "https://ann:[password]@a.test/x"},
		{"a link to reset", "https://a.test/password/reset/" + a(40) + "?email=ann", "https://a.test/password/reset/[token]?email=ann"},
		{"a web hook", "https://hooks.slack.com/services/T00000000/B00000000/" + a(24), "https://hooks.slack.com/services/T00000000/B00000000/[token]"},
		{"a session in a path", "https://a.test/x;jsessionid=" + a(24), "https://a.test/x;jsessionid=" + a(24)}, // see the known limits
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			got := redact.Text(row.text)
			is.Equal(got, row.want)
			is.Equal(redact.Text(got), got)
		})
	}
}

func TestText_Known(t *testing.T) {
	is := is.New(t)
	is.Equal(redact.Text("it is swordfish, Swordfish", "swordfish"), "it is [secret], Swordfish")
	is.Equal(redact.Text("https://a.test/?p=a%20b%26c&q=a+b%26c&r=a%20b%26C", "a b&c"), "https://a.test/?p=[secret]&q=[secret]&r=a%20b%26C")
	is.Equal(redact.Text("https://a.test/?p=stra%c3%9fe", "straße"), "https://a.test/?p=[secret]")
	is.Equal(redact.Text("a no abc", "no", ""), "a no abc")        // too short to look for
	is.Equal(redact.Text("one two", "one", "one two"), "[secret]") // and not half of it
}

// Ordinary text stays as it is, to the byte.
func TestText_NoFalseAlarm(t *testing.T) {
	for _, text := range []string{
		"",
		"Found 3 invoices; the cheapest is no. 2024-00817 over 129,90 €.",
		"Order 4111 was shipped on 2026-11-23 at 13:45:07.",
		"Order number 9876543210987654, tracking 1Z999AA10123456784.",
		"ISBN 978-3-16-148410-0, EAN 4006381333931.",
		"IBAN DE89 3704 0044 0532 0130 00, BIC COBADEFFXXX",
		"Phone +49 30 901820, +1 (415) 555-2671, 0044 20 7946 0958.",
		"IMEI 490154203237518",
		"Time 1700000000000 ms, 1732368000, 20261123134507",
		"commit 3f786850e387550fdab836ed7e6dc881de23001b in zapvol/bua",
		"sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		"id 550e8400-e29b-41d4-a716-446655440000",
		"sk-learn and the sk-SK locale; ask-me-anything; task-2024-11-planning",
		"the sk-something-rather-long-but-only-words-in-it file",
		"key-value store, key-performance-indicator-2024, secret_santa_list, ghp_ is a prefix",
		"npm_config_registry, npm_lifecycle_event, hf_hub_download, gsk_value, SG.1",
		"AKIA is a prefix of AWS; ASIAN markets fell; EAAA; AIza",
		"eyJ is how such tokens begin.",
		"Bearer tokens are sent in a header. The bearer of this letter. Basic information follows here.",
		"Password: required", "password: must have 8 characters", "Passwort: vergessen?", "Password:", "password is wrong", "The password is stored.", "Your password is required.",
		"Enter a password of at least 12 characters; password: ********", "Password: ••••••••", "password: see the safe",
		"Pin: the board is pinned. PIN: 12", "shipping: 1234", "spin: 4711", "Opinion: 123",
		"cvc is on the back", "API key: create one in the settings",
		"https://a.test/search?q=password+reset&page=2&sort=price_asc",
		"https://a.test/item?id=9f8e7d6c5b4a39281706&ref=homepage_banner_2024",
		"https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s",
		"https://docs.google.com/document/d/1A2b3C4d5E6f7G8h9I0jKlMnOpQrStUvWxYz/edit#heading=h.abc",
		"https://a.test/?country_code=US&code=DE&key=name&state=Bavaria&session=morning&token=",
		"https://a.test/reset/password https://a.test/invite/friends https://a.test/verify/ https://a.test/confirm/order",
		"mailto:ann@example.com, http://a.test:8080/x",
		"Version 4.111.1111-rc.1111, 4.111111111111111, 1,4111111111111111",
		"{\"total\":4111111111,\"items\":[4000000000000,5555555555554]}",
		"Die Prüfung ergab 16 Treffer; 密码不能为空; パスワードを忘れた方",
		"1111 2222 3333 4444 is no card.",
		"Parts 4111-11-1111-11-1111-11 and 41 11 11 11 11 11 11 11.",
		"0000000000000000 and 4444444444444444",
		"İstanbul'da password: gerekli",
	} {
		if got := redact.Text(text); got != text {
			t.Errorf("%q\nbecame %q", text, got)
		}
	}
}

func FuzzText(f *testing.F) {
	f.Add("password: x7!k https://a:b@c.test/?token=12345678 4111 1111 1111 1111 sk-"+a(30), "a b&c")
	f.Add("-----BEGIN PRIVATE KEY-----", "[key]")
	f.Add("pwd=pwd=abc://:@?pin==:", "İ")
	f.Fuzz(func(t *testing.T, text, known string) {
		once := redact.Text(text, known)
		if again := redact.Text(once, known); again != once {
			t.Fatalf("%q with %q is %q and then %q", text, known, once, again)
		}
		if len(known) >= 4 && !strings.Contains("[secret][key][card][password][token]", known) && strings.Contains(once, known) {
			if strings.Contains(strings.ReplaceAll(text, known, "[secret]"), known) {
				return // what stood around it makes it anew
			}
			t.Fatalf("%q still has %q: %q", text, known, once)
		}
	})
}

// A page may be made to take long: nothing here takes longer than its length.
func TestText_TakesNoLongerThanItsLength(t *testing.T) {
	size := 100_000
	if runtime.Compiler == "tinygo" { // not optimised
		size = 20_000
	}
	at := time.Now()
	for _, p := range []string{"pin=1234 ", "sk-=", "eyJ.", "eyJ", "4111 1111 ", "-----BEGIN PRIVATE KEY-----", "-----BEGIN ", "://a:", "://a?t=", "password", "password: ", "a", "1", "1-", "1 ", " ", "http://a@b:c", "pwd= pwd", "xoxb-1=", "İ password: x7x7"} {
		redact.Text(strings.Repeat(p, size/len(p)), "abcd", "a b c")
	}
	if d := time.Since(at); d > 20*time.Second { // it is a second, and was minutes
		t.Fatal(d)
	}
}
