package page_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"
)

func TestExtract_status(t *testing.T) {
	t.Run("is that of the document", func(t *testing.T) {
		is := is.New(t)
		for path, want := range map[string]int{"/sent/200": 200, "/sent/403?a=1#b": 403, "/sent/451": 451, "/sent/503": 503, "about:blank": 0} {
			p := blank(t)
			p.navigate(path)
			if got := p.extract(nil).Status; got != want {
				t.Errorf("%s: the status is %d", path, got)
			}
		}
		is.Equal(open(t, "/blank.html").extract(nil).Status, 200)
	})

	t.Run("is not known once a script has changed the path, and stays when it changed the query", func(t *testing.T) {
		is := is.New(t)
		p := open(t, "/sent/403")
		p.page(`history.replaceState(0, "", "?asked=1#x")`, nil)
		is.Equal(p.extract(nil).Status, 403)
		p.page(`history.pushState(0, "", "/elsewhere")`, nil)
		is.Equal(p.extract(nil).Status, 0)
	})

	t.Run("is that of the page, and a part says nothing of it", func(t *testing.T) {
		is := is.New(t)
		p := open(t, "/sent/403")
		is.Equal(p.extract(args{"query": "nowhere"}).Status, 403)
		is.Equal(p.extract(args{"selector": "p"}).Status, 0)
	})

	t.Run("is not that of the page for a frame in it", func(t *testing.T) {
		is := is.New(t)
		p := open(t, "/sent/403")
		p.isolated(`__bua.enter(document.getElementById("in"))`, nil)
		a := p.extract(args{"within": true})
		is.Equal(a.Markdown, "Inside")
		is.True(a.Status != 403)
	})

	t.Run("comes with the length of all that could be read", func(t *testing.T) {
		is := is.New(t)
		p := html(t, "<h1>Beans</h1><p>"+strings.Repeat("The beans grew over the fence. ", 400))
		whole := p.extract(nil)
		is.True(whole.Size >= len(whole.Markdown))
		cut := p.extract(args{"maxTokens": 50})
		is.True(len(cut.Markdown) < 250)
		is.Equal(cut.Size, whole.Size)
		is.Equal(p.extract(args{"query": "nowhere"}).Size, whole.Size)
		is.Equal(p.extract(args{"since": whole.Snapshot}).Size, whole.Size)
	})
}

// The scripts have a type that is not run: nothing is fetched.
func TestExtract_challenge(t *testing.T) {
	const script = `<script type=text/plain src="`
	for name, c := range map[string]struct {
		html string
		want bool
	}{
		"Cloudflare's challenge":                 {script + `/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1?ray=1"></script>`, true},
		"Cloudflare's form":                      {`<form id=challenge-form action="/a?__cf_chl_f_tk=1"></form>`, true},
		"Cloudflare's script of any page":        {script + `/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>`, false},
		"a Turnstile in a form":                  {`<form id=challenge-form action="/join"><div class=cf-turnstile></div></form>`, false},
		"DataDome's challenge":                   {script + `https://ct.captcha-delivery.com/c.js"></script>`, true},
		"DataDome's script of any page":          {script + `https://js.datadome.co/tags.js"></script>`, false},
		"HUMAN's block page":                     {`<meta name=description content=px-captcha>`, true},
		"Imperva's frame":                        {`<iframe id=main-iframe src="/_Incapsula_Resource?SWUDNSAI=31"></iframe>`, true},
		"Imperva's script of any page":           {script + `/_Incapsula_Resource?SWJIYLWA=1"></script>`, false},
		"Akamai's check":                         {`<div id=sec-if-cpt-container></div>`, true},
		"AWS WAF's challenge":                    {script + `https://x.eu-west-1.token.awswaf.com/x/challenge.js"></script><div id=challenge-container></div>`, true},
		"AWS WAF's captcha":                      {script + `https://x.eu-west-1.captcha.awswaf.com/x/captcha.js"></script><div id=captcha-container></div>`, true},
		"AWS WAF's script of any page":           {script + `https://x.edge.sdk.awswaf.com/x/challenge.js"></script><div id=captcha-container></div>`, false},
		"a container of that name":               {`<div id=captcha-container></div><div id=challenge-container></div>`, false},
		"Fastly's challenge":                     {`<link rel=none href="/_fs-ch-1/assets/styles.css">`, true},
		"DDoS-Guard's challenge":                 {script + `/.well-known/ddos-guard/js-challenge/index.js"></script>`, true},
		"DDoS-Guard's script of any page":        {script + `https://check.ddos-guard.net/check.js"></script>`, false},
		"Qrator's challenge":                     {script + `/__qrator/qauth_utm_v2.js"></script>`, true},
		"Anubis's task":                          {`<script id=anubis_challenge type=application/json>{}</script>`, true},
		"Amazon's letters":                       {`<form action="/errors/validateCaptcha"></form>`, true},
		"a site's own letters":                   {`<img src="/pic" alt=""><input name=captchaCode>`, true},
		"the hidden answer of a service":         {`<input type=hidden name=captcha-token><textarea name=g-recaptcha-response></textarea>`, false},
		"a field of that name that is not shown": {`<input name=captcha style="display:none">`, false},
		"a page that shows such an address":      {`<p>&lt;script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1">`, false},
		"a link to a path that is kept for it":   {`<a href="/errors/validateCaptcha">Letters</a>`, false},
	} {
		t.Run(name, func(t *testing.T) {
			is.New(t).Equal(html(t, "<p>Wait.</p>"+c.html).extract(nil).Challenge, c.want)
		})
	}
}
