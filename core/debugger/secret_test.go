package debugger

import "testing"

func TestGoes(t *testing.T) {
	origins := []string{"https://github.com", "http://127.0.0.1:8080"}
	for url, want := range map[string]bool{
		"https://github.com": true, "https://github.com/": true, "https://github.com/login?x=1": true, "https://github.com?x": true, "https://github.com#x": true,
		"http://127.0.0.1:8080/x": true, "http://127.0.0.1:80801/x": false, "http://github.com/": false, "https://github.com:8443/": false, "https://www.github.com/": false,
		"https://github.com.evil.test/": false, "https://github.com@evil.test/": false, "https://evil.test/https://github.com/": false, "https://user@github.com/": false,
		"": false, "about:blank": false, "about:srcdoc": false, "blob:https://github.com/x": false, "data:text/html,https://github.com/": false,
	} {
		if goes(origins, url) != want {
			t.Errorf("%q: not %v", url, want)
		}
	}
}
