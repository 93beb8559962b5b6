package session

import (
	"strings"
	"testing"
)

// TestNetwork says of each address what it is: public, inside a private network,
// this machine, or a cloud's metadata.
func TestNetwork(t *testing.T) {
	const public, private, this, meta = "public", "inside", "here", "metadata"
	for _, row := range []struct{ want, urls string }{
		{public, "example.com www.example.com. 8.8.8.8 1.1.1.1 100.63.255.255 100.128.0.1 172.15.0.1 172.32.0.1 192.167.1.1 192.169.1.1 198.17.0.1 198.20.0.1 11.0.0.1 9.255.255.255 223.255.255.255 169.253.1.1 0x08080808 134744072"},
		{public, "[2606:4700::1111] [2001:4860:4860::8888] [::ffff:8.8.8.8] [64:ff9b::8.8.8.8] [2002:808:808::1] localhost.example internal.example.com localhost.com 10.example.com"},
		{this, "localhost LOCALHOST. a.localhost 127.0.0.1 127.1 127.255.255.254 2130706433 0x7f000001 0177.1 127.0.0.1. 0 0.0.0.0 0.1 [::1] [::] [0:0:0:0:0:0:0:1] [::127.0.0.1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:0:127.0.0.1] [64:ff9b::127.0.0.1] [2002:7f00:1::]"},
		{private, "10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1 100.64.0.1 100.127.255.255 169.254.1.1 198.18.0.1 198.19.255.255 192.0.0.1 192.0.2.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 0xa000001 012.0.0.1 167772161"},
		{private, "[fc00::1] [fd12:3456::1] [fe80::1] [febf::1] [fec0::1] [ff02::1] [2001:db8::1] [3fff::1] [100::1] [64:ff9b:1::1] [::ffff:10.0.0.1] [::ffff:a00:1] [::10.0.0.1] [64:ff9b::10.0.0.1] [2002:a00:1::1] [2001:0:1::f5ff:fffe] [4000::1]"},
		{private, "wiki router.local printer.lan db.internal a.home.arpa x.corp nas.home y.intranet z.localdomain"},
		{meta, "169.254.169.254 0xa9fea9fe 2852039166 [::ffff:169.254.169.254] [::ffff:a9fe:a9fe] [64:ff9b::a9fe:a9fe] [2002:a9fe:a9fe::1] [fd00:ec2::254] [fd00:0ec2:0::254] [fd20:ce::254] 100.100.100.200 metadata.google.internal METADATA.google.internal. metadata 169.254.170.2 168.63.129.16 192.0.0.192"},
	} {
		for _, host := range strings.Fields(row.urls) {
			loc, err := Locate("http://" + host + "/")
			if err != nil {
				t.Errorf("%s: %v", host, err)
				continue
			}
			got := public
			switch d := loc.Domain(); {
			case isMetadata(d):
				got = meta
			case isLoopback(d):
				got = this
			case isInternal(d):
				got = private
			}
			if got != row.want {
				t.Errorf("%s is %s, want %s", host, got, row.want)
			}
			if d := loc.Domain(); got == this && !isInternal(d) {
				t.Errorf("%s is not inside", host)
			}
		}
	}
}
