package runs

// sizeOf reads how large a JPEG is from its first frame header, 0 and 0 where there is none.
func sizeOf(jpeg []byte) (width, height int) {
	at := 2
	if len(jpeg) < 4 || jpeg[0] != 0xff || jpeg[1] != 0xd8 {
		return 0, 0
	}
	for at+9 <= len(jpeg) && jpeg[at] == 0xff {
		kind, size := jpeg[at+1], int(jpeg[at+2])<<8|int(jpeg[at+3])
		switch {
		case kind == 0xff: // filling
			at++
			continue
		case kind >= 0xc0 && kind <= 0xcf && kind != 0xc4 && kind != 0xc8 && kind != 0xcc:
			return int(jpeg[at+7])<<8 | int(jpeg[at+8]), int(jpeg[at+5])<<8 | int(jpeg[at+6])
		}
		at += 2 + size
	}
	return 0, 0
}
