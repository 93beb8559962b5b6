package pdfs

import (
	"bytes"
	"compress/zlib"
	"crypto/md5"
	"crypto/rc4"
	"encoding/binary"
	"fmt"
	"strings"
)

// Text is a line of text; Y grows upwards.
type Text struct {
	X, Y, Size float64
	S          string
}

// Page is one of 595 by 842 points.
type Page struct {
	Text []Text
	// Fields are a form's, with what they hold.
	Fields []Text
	// Rotate turns it by so many degrees.
	Rotate int
	// Picture fills it with one.
	Picture bool
}

// Document is what is written.
type Document struct {
	Title string
	Pages []Page
	// Locked asks for this password. Sealed has none to read, as what must not be changed.
	Locked string
	Sealed bool
}

// Of is a document whose pages hold these lines from the top down.
func Of(pages ...string) Document {
	var d Document
	for _, text := range pages {
		var p Page
		for i, line := range strings.Split(text, "\n") {
			p.Text = append(p.Text, Text{60, 780 - 16*float64(i), 12, line})
		}
		d.Pages = append(d.Pages, p)
	}
	return d
}

// Bytes is the document as a file.
func (d Document) Bytes() []byte {
	w := &writer{}
	if d.Locked != "" || d.Sealed {
		w.lock(d.Locked)
	}
	kids := make([]string, len(d.Pages))
	for i := range d.Pages {
		kids[i] = fmt.Sprintf("%d 0 R", 6+2*i)
	}
	w.object("<</Type/Catalog/Pages 2 0 R>>")
	w.object(fmt.Sprintf("<</Type/Pages/Kids[%s]/Count %d>>", strings.Join(kids, " "), len(kids)))
	w.object("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>")
	w.object("<</Title" + w.text(d.Title) + ">>")
	w.stream("/Type/XObject/Subtype/Image/Width 2/Height 2/ColorSpace/DeviceGray/BitsPerComponent 8", []byte{0, 255, 255, 0})
	for _, p := range d.Pages {
		var fields strings.Builder
		for i, f := range p.Fields {
			fmt.Fprintf(&fields, "<</Type/Annot/Subtype/Widget/FT/Tx/T(f%d)/V(%s)/F 4/DA(/F 10 Tf)/Rect[%g %g %g %g]>>", i, f.S, f.X, f.Y, f.X+200, f.Y+f.Size*1.4)
		}
		w.object(fmt.Sprintf("<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Rotate %d/Annots[%s]/Contents %d 0 R/Resources<</Font<</F 3 0 R>>/XObject<</I 5 0 R>>>>>>", p.Rotate, fields.String(), len(w.at)+2))
		var b strings.Builder
		if p.Picture {
			b.WriteString("q 595 0 0 842 0 0 cm /I Do Q\n")
		}
		for _, t := range p.Text {
			s := strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`).Replace(t.S)
			fmt.Fprintf(&b, "BT /F %g Tf %g %g Td (%s) Tj ET\n", t.Size, t.X, t.Y, s)
		}
		w.stream("", []byte(b.String()))
	}
	return w.end()
}

// writer writes one object after the other.
type writer struct {
	bytes.Buffer
	at     []int // where the objects begin
	key    []byte
	locked string // the dictionary of the encryption
}

func (w *writer) object(body string) {
	if len(w.at) == 0 {
		w.WriteString("%PDF-1.5\n")
	}
	w.at = append(w.at, w.Len())
	fmt.Fprintf(w, "%d 0 obj\n%s\nendobj\n", len(w.at), body)
}

func (w *writer) stream(dictionary string, data []byte) {
	var z bytes.Buffer
	c := zlib.NewWriter(&z)
	_, _ = c.Write(data)
	_ = c.Close()
	w.object(fmt.Sprintf("<<%s/Filter/FlateDecode/Length %d>>\nstream\n%s\nendstream", dictionary, z.Len(), w.crypt(z.Bytes())))
}

// text is a string of the next object.
func (w *writer) text(s string) string { return fmt.Sprintf("<%x>", w.crypt([]byte(s))) }

// end writes the table of objects.
func (w *writer) end() []byte {
	table := w.Len()
	fmt.Fprintf(w, "xref\n0 %d\n0000000000 65535 f \n", len(w.at)+1)
	for _, at := range w.at {
		fmt.Fprintf(w, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(w, "trailer<</Size %d/Root 1 0 R/Info 4 0 R%s>>\nstartxref\n%d\n%%%%EOF\n", len(w.at)+1, w.locked, table)
	return w.Bytes()
}

const padding = "\x28\xBF\x4E\x5E\x4E\x75\x8A\x41\x64\x00\x4E\x56\xFF\xFA\x01\x08\x2E\x2E\x00\xB6\xD0\x68\x3E\x80\x2F\x0C\xA9\xFE\x64\x53\x69\x7A"

// lock encrypts what follows in the oldest of PDF's ways, with a key of 40 bits.
func (w *writer) lock(password string) {
	padded := []byte((password + padding)[:32])
	owner := md5.Sum([]byte(("owner" + padding)[:32]))
	o := cipher(owner[:5], padded)
	key := md5.Sum(append(append(append([]byte{}, padded...), o...), 0xFC, 0xFF, 0xFF, 0xFF, 'i', 'd'))
	w.key = key[:5]
	w.locked = fmt.Sprintf("/ID[<6964><6964>]/Encrypt<</Filter/Standard/V 1/R 2/O<%x>/U<%x>/P -4>>", o, cipher(w.key, []byte(padding)))
}

// crypt encrypts what is in the next object.
func (w *writer) crypt(data []byte) []byte {
	if w.key == nil {
		return data
	}
	n := binary.LittleEndian.AppendUint32(nil, uint32(len(w.at)+1))
	key := md5.Sum(append(append(append([]byte{}, w.key...), n[:3]...), 0, 0))
	return cipher(key[:10], data)
}

func cipher(key, data []byte) []byte {
	c, err := rc4.NewCipher(key)
	if err != nil {
		panic(err)
	}
	out := make([]byte, len(data))
	c.XORKeyStream(out, data)
	return out
}
