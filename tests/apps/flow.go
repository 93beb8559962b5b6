package main

import (
	"context"
	"path/filepath"
	"strconv"
)

// nodered is an editor of flows: a palette, a canvas of SVG, dialogs, menus.
func nodered() application {
	return application{
		name: "node-red",
		start: func(ctx context.Context, p *place) error {
			err := p.write("settings.js", "module.exports={uiHost:'127.0.0.1',uiPort:"+strconv.Itoa(p.port)+
				",flowFile:'flows.json',telemetry:{enabled:false,updateNotification:false},editorTheme:{tours:false,palette:{editable:false}}}")
			if err != nil {
				return err
			}
			if err := p.write("flows.json", `[{"id":"t1","type":"tab","label":"Flow 1"},`+
				`{"id":"n1","type":"comment","z":"t1","name":"first note","info":"","x":200,"y":120,"wires":[]},`+
				`{"id":"n2","type":"comment","z":"t1","name":"spare","info":"","x":200,"y":220,"wires":[]}]`); err != nil {
				return err
			}
			return p.serve(ctx, "/flows", "node", filepath.Join(p.modules, "node_modules", "node-red", "red.js"), "-u", p.dir, "-s", p.file("settings.js"))
		},
		tasks: []task{
			{"rename a node", "/", []step{
				shows("first note"),
				on(click, "generic|img|text", "^first note$"),
				key("Enter"),
				on(fill, "textbox", "(?i)^\\W*name|first note", "second note"),
				on(click, "button", "^Done$"),
				on(click, "button|link", "^Deploy$"),
			}, answers("/flows", `second note`)},
			{"add a node", "/", []step{
				shows("note"),
				drop("generic|button|listitem|text", "^debug$", "generic|text|img", `^\w+ note$`),
				on(click, "button|link", "^Deploy$"),
			}, answers("/flows", `"type":"debug"`)},
			{"import a flow", "/", []step{
				shows("note"),
				key("Control+i"),
				on(insert, "textbox", "(?i)paste|clipboard|import|^$", `[{"id":"t9","type":"tab","label":"imported"}]`),
				on(click, "button", "^Import$"),
				on(click, "button|link", "^Deploy$"),
			}, answers("/flows", `imported`)},
			{"rename a tab", "/", []step{
				shows("note"),
				on(double, "tab|link|listitem|generic", "^Flow 1$"),
				on(fill, "textbox", "(?i)^\\W*name|Flow 1", "Heating"),
				on(click, "button", "^Done$"),
				on(click, "button|link", "^Deploy$"),
			}, answers("/flows", `Heating`)},
			{"delete a node", "/", []step{
				on(click, "generic|img|text", "^spare$"),
				key("Delete"),
				on(click, "button|link", "^Deploy$"),
			}, lacks("/flows", `spare`)},
		},
	}
}
