package model

import "strings"

// show reads what Ollama says of one model. Its own window is the most that can be
// asked for.
func (c *Client) show(x *exchange) (Info, *trouble) {
	out, t := c.get(x, "POST", c.provider.Base+"/api/show", form(`{"model":$}`, c.model))
	if t.is(noPath) {
		return Info{}, troubled(noModel)
	} else if t != nil {
		return Info{}, t
	}
	info := Info{ID: c.model, there: Yes, Tools: No, Vision: No, Window: max(c.window, Least)}
	list := out.at("capabilities").texts()
	for _, can := range list {
		switch can {
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
	for l := out.at("model_info").members(); l.next(); {
		if most := l.is.whole(); strings.HasSuffix(string(l.name), ".context_length") && most > 0 {
			info.Window = min(info.Window, most)
		}
	}
	return info, nil
}

// loaded is the window with which the model is in memory, 0 where that is not known.
func (c *Client) loaded(x *exchange) int {
	out, t := c.get(x, "GET", c.provider.Base+"/api/ps", nil)
	if t != nil {
		return 0
	}
	for l := out.at("models").each(); l.next(); {
		m := l.is
		for _, name := range []string{m.str("name"), m.str("model")} {
			if name == c.model || name == c.model+":latest" {
				return m.num("context_length")
			}
		}
	}
	return 0
}
