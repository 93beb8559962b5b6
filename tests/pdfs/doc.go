// Package pdfs holds PDFs to read: a writer of small ones, and the set that a
// reading of page/pdf is compared with pdftotext on. It decides what is in the
// set: documents that Chromium prints from pages written here, ones that the
// writer makes for what a printer does not (turned pages, pictures, passwords),
// and those that Debian packages ship.
//
// It imports: no other room.
package pdfs
