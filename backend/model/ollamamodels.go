package model

import (
	"strings"
)

func (w *ollama) models(x *exchange) ([]Info, *trouble) {
	out, t := w.c.get(x, "GET", w.c.provider.Base+"/api/tags", nil)
	if t != nil {
		return nil, t
	}
	models := out.at("models")
	if !models.is('[') {
		return nil, troubled(shapeless)
	}
	var list []Info
	for m := range models.each() {
		list = append(list, Info{ID: m.at("name").text()})
	}
	return list, nil
}

// show reads what Ollama says of one model. Its own window is the most that can be
// asked for.
func (w *ollama) show(x *exchange) (Info, *trouble) {
	out, t := w.c.get(x, "POST", w.c.provider.Base+"/api/show", with("model", w.c.model))
	if t.is(noPath) {
		return Info{}, troubled(noModel)
	} else if t != nil {
		return Info{}, t
	}
	info := Info{ID: w.c.model, there: Yes, Tools: No, Vision: No, Window: max(w.c.window, Least)}
	list := out.at("capabilities").texts()
	for _, c := range list {
		switch c {
		case "tools":
			info.Tools = Yes
		case "vision":
			info.Vision = Yes
		case "thinking":
			info.Thinks = Yes
		}
	}
	if len(list) == 0 {
		info.Tools, info.Vision = "", "" // an old one says nothing
	}
	for name, v := range out.at("model_info").members() {
		if most := v.whole(); strings.HasSuffix(name, ".context_length") && most > 0 {
			info.Window = min(info.Window, most)
		}
	}
	return info, nil
}

// loaded is the window with which the model is in memory, 0 where that is not known.
func (w *ollama) loaded(x *exchange) int {
	out, t := w.c.get(x, "GET", w.c.provider.Base+"/api/ps", nil)
	if t != nil {
		return 0
	}
	for m := range out.at("models").each() {
		for _, name := range []string{m.at("name").text(), m.at("model").text()} {
			if name == w.c.model || name == w.c.model+":latest" {
				return m.at("context_length").whole()
			}
		}
	}
	return 0
}
