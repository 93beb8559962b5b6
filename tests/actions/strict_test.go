package actions_test

import (
	"io"
	"net/http"
)

// strict is a page that allows no style and no script but its own, makes
// everything outside its dialog inert, and hides what it does not know.
func strict(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'; script-src 'nonce-a'; style-src 'nonce-a'")
	_, _ = io.WriteString(w, `<!doctype html><title>Strict</title><style nonce="a">div { display: none !important; z-index: -1 }</style>
<p>Behind</p><dialog><p>In front</p></dialog><script nonce="a">document.querySelector("dialog").showModal()</script>`)
}
