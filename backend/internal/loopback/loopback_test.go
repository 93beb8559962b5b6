package loopback

import "testing"

func TestHost(t *testing.T) {
	for host, want := range map[string]bool{
		"localhost": true, "127.0.0.1": true, "127.8.8.8": true, "::1": true,
		"": false, "localhost.example.com": false, "10.0.0.1": false, "127.0.0.1:80": false, "0.0.0.0": false, "bua.local": false,
	} {
		if Host(host) != want {
			t.Errorf("Host(%q) = %v", host, !want)
		}
	}
}
