package session

import (
	"github.com/zapvol/bua/core/scan"
	"strconv"
	"strings"
)

// endsInNumber reports whether a browser would read the name as an IPv4
// address: its last label is a number, in decimal or in hexadecimal.
func endsInNumber(name string) bool {
	name = strings.TrimSuffix(name, ".")
	last := name[strings.LastIndexByte(name, '.')+1:]
	if last == "" {
		return false
	}
	decimal := true
	for i := 0; i < len(last); i++ {
		decimal = decimal && digit(last[i])
	}
	if decimal {
		return true
	}
	_, ok := number(last)
	return ok
}

// Numeric reports whether a canonical host is an address and no name.
func Numeric(host string) bool { return host == "" || isAddress(host) }

// canonicalIPv4 reads one to four numbers, decimal, octal (0…) or hexadecimal
// (0x…), the last of which fills what is left.
func canonicalIPv4(name string) (string, error) {
	bad := refuse("the URL's host ends in a number but is not an IPv4 address")
	parts := strings.Split(strings.TrimSuffix(name, "."), ".")
	if len(parts) > 4 {
		return "", bad
	}
	var ip uint64
	for i, part := range parts {
		n, ok := number(part)
		limit := uint64(256)
		if i == len(parts)-1 {
			limit = 1 << (8 * (5 - len(parts)))
		}
		if !ok || n >= limit {
			return "", bad
		}
		if i == len(parts)-1 {
			ip |= n
		} else {
			ip |= n << (8 * (3 - i))
		}
	}
	return dotted(ip), nil
}

func dotted(ip uint64) string {
	s := ""
	for shift := 24; shift >= 0; shift -= 8 {
		s += strconv.Itoa(int(ip>>shift&255)) + "."
	}
	return s[:len(s)-1]
}

func number(s string) (uint64, bool) {
	base := 10
	switch {
	case s == "":
		return 0, false
	case strings.HasPrefix(s, "0x"):
		if s = s[2:]; s == "" {
			return 0, true
		}
		base = 16
	case len(s) > 1 && s[0] == '0':
		base, s = 8, s[1:]
	}
	var n uint64
	for i := 0; i < len(s); i++ {
		d, ok := hexDigit(s[i])
		if !ok || d >= base {
			return 0, false
		}
		if n = n*uint64(base) + uint64(d); n > 1<<40 {
			n = 1 << 40 // too large for any place; keep reading the digits
		}
	}
	return n, true
}

// canonicalIPv6 compresses an address as the URL standard does: the first
// longest run of zero pieces becomes ::, and no IPv4 form is written.
func canonicalIPv6(s string) (string, error) {
	p, ok := pieces(s)
	if !ok {
		return "", refuse("the URL's IPv6 address is not valid")
	}
	start, length := -1, 1
	for i := 0; i < 8; i++ {
		j := i
		for j < 8 && p[j] == 0 {
			j++
		}
		if j-i > length {
			start, length = i, j-i
		}
	}
	out := "["
	for i := 0; i < 8; i++ {
		if i == start {
			out += "::"
			i += length - 1
			continue
		}
		if i > 0 && i != start+length {
			out += ":"
		}
		out += strconv.FormatUint(uint64(p[i]), 16)
	}
	return out + "]", nil
}

func pieces(s string) (p [8]uint16, ok bool) {
	head, tail, compressed := strings.Cut(s, "::")
	a, ok1 := run(head)
	b, ok2 := run(tail)
	if !ok1 || !ok2 || strings.Contains(tail, "::") {
		return p, false
	}
	if !compressed && len(a) != 8 || compressed && len(a)+len(b) > 7 {
		return p, false
	}
	// Only the end of an address may be written as IPv4.
	if compressed && strings.IndexByte(head, '.') >= 0 {
		return p, false
	}
	copy(p[:], a)
	copy(p[8-len(b):], b)
	return p, true
}

// run reads pieces joined by single colons.
func run(s string) ([]uint16, bool) {
	if s == "" {
		return nil, true
	}
	parts := strings.Split(s, ":")
	var out []uint16
	for i, part := range parts {
		if i == len(parts)-1 && strings.IndexByte(part, '.') >= 0 {
			hi, lo, ok := quad(part)
			return append(out, hi, lo), ok
		}
		if part == "" || len(part) > 4 {
			return nil, false
		}
		n := 0
		for j := 0; j < len(part); j++ {
			d, ok := hexDigit(part[j])
			if !ok {
				return nil, false
			}
			n = n<<4 | d
		}
		out = append(out, uint16(n))
	}
	return out, true
}

// quad reads a strict dotted IPv4 address: four decimals without leading zeros.
func quad(s string) (hi, lo uint16, ok bool) {
	parts := strings.Split(s, ".")
	if len(parts) != 4 {
		return 0, 0, false
	}
	var ip uint32
	for _, part := range parts {
		n, ok := scan.Small(part)
		if !ok || n > 255 || strconv.Itoa(n) != part {
			return 0, 0, false
		}
		ip = ip<<8 | uint32(n)
	}
	return uint16(ip >> 16), uint16(ip), true
}
