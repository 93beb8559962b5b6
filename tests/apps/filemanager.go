package main

import (
	"context"
	"path/filepath"
	"strconv"
)

// elfinder is a file manager in the page, with its own connector in PHP over a
// folder of the disk.
func elfinder() application {
	item := "generic|listitem|link|gridcell|cell|row|text|button|treeitem|textbox"
	// Its buttons are off until something in it was pressed.
	in := func(more ...step) []step { return append([]step{shows("Letters"), on(click, item, "^Home$")}, more...) }
	entry := "generic|link|menuitem|listitem|button"
	return application{
		name: "elfinder",
		start: func(ctx context.Context, p *place) error {
			lib := filepath.Join(p.modules, "node_modules", "elfinder-npm")
			for name, text := range map[string]string{
				"files/notes.txt": "milk", "files/old.txt": "old", "files/spare.txt": "spare", "files/plan.txt": "plan", "files/Letters/a.txt": "a", "files/Photos/b.txt": "b",
				"connector.php": `<?php $lib = "` + lib + `"; require "$lib/php/autoload.php";
(new elFinderConnector(new elFinder(["roots" => [["driver" => "LocalFileSystem", "path" => __DIR__ . "/files", "URL" => "/files/", "alias" => "Home", "tmbPath" => "", "quarantine" => __DIR__ . "/held"]]])))->run();`,
				"router.php": `<?php
$at = strtok($_SERVER["REQUEST_URI"], "?");
if (!str_starts_with($at, "/lib/")) return false;
$file = "` + filepath.Join(p.modules, "node_modules") + `" . substr($at, 4);
$kinds = ["css" => "text/css", "js" => "text/javascript", "svg" => "image/svg+xml", "png" => "image/png", "gif" => "image/gif"];
header("Content-Type: " . ($kinds[pathinfo($file, PATHINFO_EXTENSION)] ?? "application/octet-stream")); readfile($file);`,
				"index.html": `<!doctype html><html lang=en><meta charset=utf-8><title>Files</title>
<link rel=stylesheet href=/lib/jquery-ui-dist/jquery-ui.css><script src=/lib/jquery/dist/jquery.js></script><script src=/lib/jquery-ui-dist/jquery-ui.js></script>
<link rel=stylesheet href=/lib/elfinder-npm/css/elfinder.full.css><link rel=stylesheet href=/lib/elfinder-npm/css/theme.css><script src=/lib/elfinder-npm/js/elfinder.full.js></script>
<div id=files></div><script>$("#files").elfinder({ url: "/connector.php", baseUrl: "/lib/elfinder-npm/", soundPath: "", height: 560, cssAutoLoad: false, rememberLastDir: false, useBrowserHistory: false, sync: 0 })</script>`,
			} {
				if err := p.write(name, text); err != nil {
					return err
				}
			}
			return p.serve(ctx, "/index.html", "php", "-S", "127.0.0.1:"+strconv.Itoa(p.port), p.file("router.php"))
		},
		tasks: []task{
			{"make a folder", "/", in(on(click, "button|generic", "(?i)^new folder"), key("Control+a"), on(insert, "textbox", "(?i)untitled folder|^$", "Bills"), key("Enter")), there("files/Bills")},
			{"rename a file by its menu", "/", in(
				on(right, item, "^plan.txt"), on(click, entry, "^Rename$"), key("Control+a"), on(insert, "textbox", "plan|^$", "dream.txt"), key("Enter"),
			), there("files/dream.txt")},
			{"move by dragging", "/", in(drop(item, "^notes.txt", item, "^Letters")), there("files/Letters/notes.txt")},
			{"cut and paste", "/", in(
				on(click, item, "^spare.txt"), key("Control+x"), on(double, item, "^Photos"), shows("b.txt"), key("Control+v"),
			), there("files/Photos/spare.txt")},
			{"delete by a key and a question", "/", in(
				on(click, item, "^old.txt"), key("Delete"), on(click, "button", "(?i)^(yes|ok|delete|remove)$"),
			), missing("files/old.txt")},
			{"upload a file", "/", in(
				on(click, "button|generic", "(?i)^upload files"), on(upload, "button|file|generic|textbox", "(?i)^select files$|choose file", "me.txt"),
			), stored("files/me.txt", "it is me")},
			{"open a folder in the tree", "/", in(
				on(click, item, "^Photos"), on(double, item, "^Photos"), on(right, item, "^b.txt"), on(click, entry, "^Duplicate$"),
			), there("files/Photos/b copy 1.txt")},
		},
	}
}
