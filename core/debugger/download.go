package debugger

import (
	"slices"

	"github.com/zapvol/bua/core/internal/engine"
	"github.com/zapvol/bua/core/internal/tabstate"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// DownloadStart is a download that begins in a tab.
type DownloadStart struct {
	// GUID is CDP's name for it, URL where it comes from after redirects.
	GUID, URL, Name string
	// Page and Frame are the addresses of the tab's page and of the frame that
	// began it.
	Page, Frame string
	// Untold says that nobody can tell whose document began it.
	Untold bool
}

// newDownloads are those that began during an action. Guarded by Debugger.mu.
type newDownloads struct {
	downloads []string // their names
	taken     []string // their ids
}

// take adds one. The session of a frame's process may tell the same again.
func (n *newDownloads) take(id, name string) {
	if id != "" && slices.Contains(n.taken, id) {
		return
	}
	n.downloads = append(n.downloads, name)
	if id != "" {
		n.taken = append(n.taken, id)
	}
}

// downloadBegins acts on a download that has begun.
func (d *Debugger) downloadBegins(t *tab, n *tabstate.News, params []byte) {
	m := scan.Members(params, "guid", "url", "suggestedFilename")
	b := &DownloadStart{GUID: scan.String(m[0]), URL: scan.String(m[1]), Name: scan.Clip(scan.String(m[2]), tabstate.MaxText), Page: n.URL}
	for i, url := range n.From {
		b.Untold = b.Untold || url == ""
		if i == 0 || d.listener.Refuses(url) || d.listener.Unasked(url) && !d.listener.Refuses(b.Frame) { // the one that decides
			b.Frame = url
		}
	}
	id, name := d.listener.DownloadBegan(t.id, b)
	d.update(t.id, func(_ *tab, r *run) {
		if r != nil {
			r.take(id, name)
		}
	})
}

// DownloadRead is the action downloads as far as it happens in a tab: a part of a
// file that is on the browser's disk.
type DownloadRead struct {
	protocol.Downloads
	// Path is the file's, Size its length when it was complete.
	Path string
	Size int64
	// Sources are the addresses that the file came from and was begun by.
	Sources []string
}

// defaultChunk is how many bytes a part has when the agent does not say.
const defaultChunk = 256 << 10

// readFile answers a part of a file. The browser puts the file into a field that
// the engine has made, which is in no document, and the engine reads it there:
// the page's own scripts never see it, and no other program has to read files.
func readFile(r *run, a *DownloadRead) (protocol.Result, error) {
	limit := a.Limit
	if limit == 0 {
		limit = defaultChunk
	}
	piece := &engine.Piece{ID: a.DownloadID, Size: a.Size, Offset: a.Offset, Limit: limit}
	if err := r.allowed(); err != nil {
		return nil, err
	}
	out, err := r.call(engine.Do(piece))
	if err == nil && piece.Answer(out).None {
		if err = fetch(r, a); err == nil {
			out, err = r.call(engine.Do(piece))
		}
	}
	if err != nil {
		return nil, err
	}
	part := piece.Answer(out)
	return protocol.DownloadsResult{Data: part.Data, Offset: a.Offset, Size: a.Size, EOF: part.EOF, SHA256: part.SHA256}, nil
}

// fetch has the browser put the file into the engine's field.
func fetch(r *run, a *DownloadRead) error {
	vessel, err := r.object(engine.AskVessel(a.DownloadID))
	if err != nil {
		return err
	}
	_, err = r.sendTo(r.at, "DOM.setFileInputFiles", new(scan.Object).Raw("files", `[`+string(scan.AppendQuote(nil, a.Path))+`]`).Str("objectId", vessel).JSON())
	if refusedAs(err, MeansNoFiles) {
		return protocol.NewError(protocol.CodeInvalidAction, "Chrome lets the extension read no files: ask the person to open chrome://extensions, the details of bua, and to switch on Allow access to file URLs; if you run on the same machine, read the file at the path that list tells")
	}
	return err
}
