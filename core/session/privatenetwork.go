package session

import (
	"strings"

	"github.com/zapvol/bua/core/scan"
)

// Which addresses are no business of an agent's whatever the blocklist says, and
// which are of a private network. Hosts are canonical, as [Location] has them.

// local names are never those of a public site: reserved, or used inside only.
// A name without a dot is one, too.
func reservedNames() []string {
	return []string{"localhost", "local", "localdomain", "internal", "intranet", "private", "corp", "home", "lan", "home.arpa"}
}

// metadataHosts give a machine in a cloud its credentials.
func metadataHosts() []string {
	return []string{"metadata", "metadata.google.internal", "metadata.goog", "instance-data", "instance-data.ec2.internal",
		"169.254.169.254", "169.254.169.253", "169.254.169.123", "169.254.170.2", "169.254.170.23", "169.254.0.23", // AWS, Azure, Google, Oracle, Tencent
		"100.100.100.200", "192.0.0.192", "168.63.129.16"} // Alibaba, Oracle, Azure
}

// isMetadata reports whether a host is one of them, or leads there.
func isMetadata(domain string) bool {
	domain = plain(domain)
	for _, host := range metadataHosts() {
		if domain == host {
			return true
		}
	}
	p, ok := address6(domain)
	if !ok {
		return false
	}
	if v4, ok := embedded(p); ok {
		return isMetadata(dotted(v4))
	}
	// fd00:ec2::254, and ::23 for pods; fd20:ce::254 is Google's.
	return p[0] == 0xfd00 && p[1] == 0xec2 || p[0] == 0xfd20 && p[1] == 0xce && p[7] == 0x254
}

// isInternal reports whether a host is of this machine or of a private network by
// what it is called: nobody is asked where a name leads.
func isInternal(domain string) bool {
	domain = plain(domain)
	if p, ok := address6(domain); ok {
		if v4, ok := embedded(p); ok {
			return inside4(v4)
		}
		// Global addresses are 2000::/3; of those two parts are for examples.
		return p[0]>>13 != 1 || p[0] == 0x2001 && p[1] == 0xdb8 || p[0] == 0x3fff && p[1]>>12 == 0
	}
	if ip, ok := address4(domain); ok {
		return inside4(ip)
	}
	if domain == Blank {
		return false
	}
	if strings.IndexByte(domain, '.') < 0 {
		return true
	}
	for _, name := range reservedNames() {
		if domain == name || strings.HasSuffix(domain, "."+name) {
			return true
		}
	}
	return false
}

// isLoopback reports whether a host is this machine: its loopback, by any spelling,
// or the address that stands for all of its own.
func isLoopback(domain string) bool {
	domain = plain(domain)
	if p, ok := address6(domain); ok {
		v4, is := embedded(p)
		return is && (v4>>24 == 127 || v4>>24 == 0)
	}
	if ip, ok := address4(domain); ok {
		return ip>>24 == 127 || ip>>24 == 0
	}
	return domain == "localhost" || strings.HasSuffix(domain, ".localhost")
}

// inside4 is of everything that is not routed in public: this machine and net,
// RFC 1918, carriers' NAT, link-local, examples, tests, multicast, reserved.
func inside4(ip uint64) bool {
	in := func(net uint64, bits int) bool { return ip>>(32-bits) == net>>(32-bits) }
	a, b, c := ip>>24, ip>>16, ip>>8
	return a == 0 || a == 10 || a == 127 || a >= 224 ||
		in(100<<24|64<<16, 10) || in(172<<24|16<<16, 12) || in(198<<24|18<<16, 15) ||
		b == 169<<8|254 || b == 192<<8|168 ||
		c == 192<<16 || c == 192<<16|2 || c == 198<<16|51<<8|100 || c == 203<<16|113
}

// address4 reads a canonical IPv4 address.
func address4(domain string) (ip uint64, ok bool) {
	parts := strings.Split(domain, ".")
	if len(parts) != 4 {
		return 0, false
	}
	for _, part := range parts {
		n, ok := scan.Small(part)
		if !ok || n < 0 || n > 255 {
			return 0, false
		}
		ip = ip<<8 | uint64(n)
	}
	return ip, true
}

// address6 reads an IPv6 address in brackets.
func address6(domain string) (p [8]uint16, ok bool) {
	if !strings.HasPrefix(domain, "[") {
		return p, false
	}
	return pieces(strings.Trim(domain, "[]"))
}

// translated is the IPv4 address of which an IPv6 address is another spelling:
// mapped (::ffff:), or for a gateway (::ffff:0:, and NAT64's 64:ff9b::).
func translated(p [8]uint16) (ip uint64, ok bool) {
	head := [6]uint16(p[:6])
	ok = head == [6]uint16{5: 0xffff} || head == [6]uint16{4: 0xffff} || head == [6]uint16{0: 0x64, 1: 0xff9b}
	return uint64(p[6])<<16 | uint64(p[7]), ok
}

// embedded is the IPv4 address that an IPv6 address leads to: written into it
// (::, which is IPv4's own, and ::1 with it), or by way of NAT64, 6to4, Teredo.
func embedded(p [8]uint16) (ip uint64, ok bool) {
	at := func(i int) uint64 { return uint64(p[i])<<16 | uint64(p[i+1]) }
	zeros := 0
	for zeros < 8 && p[zeros] == 0 {
		zeros++
	}
	if ip, ok := translated(p); ok {
		return ip, true
	}
	switch {
	case p == [8]uint16{7: 1}:
		return 127<<24 | 1, true
	case zeros >= 6: // ::
		return at(6), true
	case p[0] == 0x2002:
		return at(1), true
	case p[0] == 0x2001 && p[1] == 0:
		return at(6) ^ 0xffffffff, true
	}
	return 0, false
}
