package engine

// Stage keeps a part of a file until it is given.
//
//bua:op stage answers=Files
type Stage struct {
	Target
	Name string `json:"name"`
	MIME string `json:"mime,omitempty"`
	// Text is the content, or Data in base64.
	Text string `json:"text,omitempty"`
	Data string `json:"data,omitempty"`
	// Append adds it to the file before.
	Append bool `json:"append,omitempty"`
}

// Give puts what waits into the field.
//
//bua:op give answers=Files
type Give struct {
	Target
	// Opened says that a chooser was opened, whose field was told by [Objects].
	Opened bool `json:"opened,omitempty"`
}

// Files are those that wait or were given.
type Files struct {
	Located
	Files []File `json:"files,omitempty"`
	// Press says to press the target: a chooser opens.
	Press bool `json:"press,omitempty"`
}

// File is one of them.
type File struct {
	Name   string `json:"name"`
	Size   int    `json:"size"`
	SHA256 string `json:"sha256,omitempty"`
}

// Piece reads a part of a file that the browser has put into a vessel.
//
//bua:op piece answers=FilePart
type Piece struct {
	ID     string `json:"id"`
	Size   int64  `json:"size"`
	Offset int64  `json:"offset"`
	Limit  int    `json:"limit"`
}

// FilePart is that part.
type FilePart struct {
	Located
	// None says that the file is not here.
	None bool   `json:"none,omitempty"`
	Data string `json:"data,omitempty"`
	// EOF says that it is the last part. Then SHA256 is the hash of all.
	EOF    bool   `json:"eof,omitempty"`
	SHA256 string `json:"sha256,omitempty"`
}
