package crx

import (
	"encoding/xml"
)

// Update is what Chrome reads at an extension's update address.
type Update struct {
	// ID of the extension, see [ID].
	ID string
	// Version that is there now.
	Version string
	// URL of its .crx file.
	URL string
	// Chrome is the oldest version that takes it, "" for any.
	Chrome string
	// Remark is for people, who look at the file with a browser; "" for none.
	Remark string
}

// XML writes the update.xml, with one extension in it.
func (u Update) XML() ([]byte, error) {
	type check struct {
		Codebase string `xml:"codebase,attr"`
		Version  string `xml:"version,attr"`
		Chrome   string `xml:"prodversionmin,attr,omitempty"`
	}
	type app struct {
		ID    string `xml:"appid,attr"`
		Check check  `xml:"updatecheck"`
	}
	text, err := xml.MarshalIndent(struct {
		XMLName  xml.Name `xml:"gupdate"`
		Space    string   `xml:"xmlns,attr"`
		Protocol string   `xml:"protocol,attr"`
		App      app      `xml:"app"`
	}{
		Space: "http://www.google.com/update2/response", Protocol: "2.0",
		App: app{ID: u.ID, Check: check{Codebase: u.URL, Version: u.Version, Chrome: u.Chrome}},
	}, "", "  ")
	head := xml.Header
	if u.Remark != "" {
		head += "<!-- " + u.Remark + " -->\n"
	}
	return append(append([]byte(head), text...), '\n'), err
}
