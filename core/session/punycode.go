package session

// punycode encodes a label as RFC 3492 does, without the xn-- prefix.
func punycode(label []rune) string {
	const base, tmin, tmax, skew, damp, bias0 = 36, 1, 26, 38, 700, 72
	out := make([]byte, 0, len(label)*2)
	for _, r := range label {
		if r < 0x80 {
			out = append(out, byte(r))
		}
	}
	basic := len(out)
	if basic > 0 {
		out = append(out, '-')
	}
	n, delta, bias := rune(0x80), 0, bias0
	for done := basic; done < len(label); {
		next := rune(0x10FFFF)
		for _, r := range label {
			if r >= n && r < next {
				next = r
			}
		}
		delta += int(next-n) * (done + 1)
		n = next
		for _, r := range label {
			if r < n {
				delta++
			}
			if r != n {
				continue
			}
			q := delta
			for k := base; ; k += base {
				t := min(max(k-bias, tmin), tmax)
				if q < t {
					break
				}
				out = append(out, puny(t+(q-t)%(base-t)))
				q = (q - t) / (base - t)
			}
			out = append(out, puny(q))
			// Adapt the bias to the size of this delta.
			if done == basic {
				delta /= damp
			} else {
				delta /= 2
			}
			done++
			delta += delta / done
			k := 0
			for ; delta > (base-tmin)*tmax/2; k += base {
				delta /= base - tmin
			}
			bias = k + (base-tmin+1)*delta/(delta+skew)
			delta = 0
		}
		delta++
		n++
	}
	return string(out)
}

func puny(d int) byte {
	if d < 26 {
		return 'a' + byte(d)
	}
	return '0' + byte(d-26)
}
