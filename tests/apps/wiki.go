package main

import (
	"context"
	"path/filepath"
	"strconv"
)

// tiddlywiki is a wiki of one page, with a server that keeps each tiddler.
func tiddlywiki() application {
	at := func(title string) string { return "/recipes/default/tiddlers/" + title }
	return application{
		name: "tiddlywiki",
		start: func(ctx context.Context, p *place) error {
			program := filepath.Join(p.modules, "node_modules", "tiddlywiki", "tiddlywiki.js")
			if _, err := p.run(ctx, "node", program, "wiki", "--init", "server"); err != nil {
				return err
			}
			for _, title := range []string{"Old", "Bare", "Spare"} {
				if err := p.write("wiki/tiddlers/"+title+".tid", "title: "+title+"\n\nold text\n"); err != nil {
					return err
				}
			}
			return p.serve(ctx, "/status", "node", program, "wiki", "--listen", "host=127.0.0.1", "port="+strconv.Itoa(p.port))
		},
		tasks: []task{
			{"write an entry", "/", []step{
				on(click, "button", "(?i)create a new tiddler|new tiddler|^add$"),
				on(fill, "textbox", "(?i)^New Tiddler|title", "Plan"),
				on(fill, "textbox", "(?i)Type the text", "plant trees"),
				on(click, "button", "(?i)confirm changes|^ok$|^done$"),
			}, answers(at("Plan"), `plant trees`)},
			{"edit an entry", "/#Old", []step{
				on(click, "button", "(?i)edit this tiddler|^edit$"),
				on(fill, "textbox", "(?i)Type the text|old text", "new text"),
				on(click, "button", "(?i)confirm changes|^ok$|^done$"),
			}, answers(at("Old"), `new text`)},
			{"tag an entry", "/#Bare", []step{
				on(click, "button", "(?i)edit this tiddler|^edit$"),
				on(fill, "textbox|combobox", "(?i)tag name", "future"),
				on(click, "button", "(?i)^add( tag)?$"),
				on(click, "button", "(?i)confirm changes|^ok$|^done$"),
			}, answers(at("Bare"), `future`)},
			{"name the wiki", "/", []step{
				on(click, "button", "(?i)control panel"),
				on(fill, "textbox", "(?i)title of this|My TiddlyWiki", "House"),
			}, answers(at("%24%3A%2FSiteTitle"), `House`)},
			{"delete an entry", "/#Spare", []step{
				on(click, "button", "(?i)edit this tiddler|^edit$"),
				on(click, "button", "(?i)delete this tiddler|^delete$"),
				{kind: answer},
			}, absent(at("Spare"))},
		},
	}
}

// absent judges that the application answers no more at a path.
func absent(path string) judge {
	return matches("^gone$", func(ctx context.Context, p *place) (string, error) {
		if _, err := p.get(ctx, path); err != nil {
			return "gone", nil
		}
		return "there", nil
	})
}
