package main

import "slices"

// Editors of rich text, blocks and code, each on a page that keeps what it holds.

func quill() application {
	return widget("quill",
		task{"append a line", "/", []step{
			on(click, "textbox|generic|paragraph|document|text", "Dear all"), key("Control+End"), key("Enter"),
			on(insert, "textbox|generic|paragraph|document|text", "Dear all", "see you soon"),
			on(click, "button", "^Save$"),
		}, kept("letter", `see you soon`)},
		task{"make it bold", "/", []step{
			on(click, "textbox|generic|paragraph|document|text", "Dear all"), key("Control+a"),
			on(click, "button", "(?i)^bold$"), on(click, "button", "^Save$"),
		}, kept("letter", `"bold":true`)},
		task{"make it a heading", "/", []step{
			on(click, "textbox|generic|paragraph|document|text", "Dear all"), key("Control+a"),
			on(click, "button|generic|combobox", "^Normal$"), on(click, "button|option|generic", "^Heading 1$"),
			on(click, "button", "^Save$"),
		}, kept("letter", `"header":1`)},
		task{"make it a list", "/", []step{
			on(click, "textbox|generic|paragraph|document|text", "Dear all"),
			on(click, "button", "(?i)list: bullet|bullet"), on(click, "button", "^Save$"),
		}, kept("letter", `"list":"bullet"`)},
		task{"a link by its bubble", "/", []step{
			on(click, "textbox|generic|paragraph|document|text", "Dear all"), key("Control+a"),
			on(click, "button", "(?i)^link$"), on(fill, "textbox", "(?i)quilljs|link", "http://127.0.0.1/x"),
			on(click, "link|button|generic", "^Save$"), on(click, "button", "^Save$"),
		}, kept("letter", `"link":"http://127.0.0.1/x"`)},
	)
}

func tinymce() application {
	return widget("tinymce",
		task{"write in the frame", "/", []step{
			on(fill, "textbox", "^Title$", "Spring"),
			on(click, "textbox|generic|paragraph|document|text", "Draft"), key("Control+End"),
			on(insert, "textbox|generic|paragraph|document|text", "Draft|Rich Text", " More text"),
			on(click, "button", "^Publish$"),
		}, kept("article", `"Spring".*More text`)},
		task{"italic by the toolbar", "/", []step{
			on(click, "textbox|generic|paragraph|document|text", "Draft"), key("Control+a"),
			on(click, "button", "^Italic$"), on(click, "button", "^Publish$"),
		}, kept("article", `<em>Draft`)},
		task{"a link by its dialog", "/", []step{
			on(click, "textbox|generic|paragraph|document|text", "Draft"), key("Control+a"), key("Control+k"),
			on(fill, "textbox|combobox", "^URL$", "http://127.0.0.1/x"), on(click, "button", "^Save$"),
			on(click, "button", "^Publish$"),
		}, kept("article", `href=.*127.0.0.1/x`)},
		task{"a heading by the menu", "/", []step{
			on(click, "textbox|generic|paragraph|document|text", "Draft"),
			on(click, "menuitem", "^Format$"), on(hover, "menuitem", "^Formats$"), on(hover, "menuitem", "^Headings$"),
			on(click, "menuitem|menuitemcheckbox", "^Heading 2$"), on(click, "button", "^Publish$"),
		}, kept("article", `<h2>Draft`)},
		task{"a table by its grid", "/", []step{
			on(click, "textbox|generic|paragraph|document|text", "Draft"), key("Control+End"),
			on(click, "menuitem", "^Table$"), key("ArrowRight"),
			on(click, "button|gridcell|cell|generic", "(?i)^2 ?\\D+2( rows)?$"), on(click, "button", "^Publish$"),
		}, kept("article", `(?s)<table.*<td.*<td.*<td.*<td`)},
	)
}

func editorjs() application {
	return widget("editorjs",
		task{"add a block", "/", []step{
			on(click, "textbox|generic|paragraph|text", "First block"), key("End"), key("Enter"),
			key("H"), key("i"), on(click, "button", "^Save post$"),
		}, kept("post", `First block.*"text":"Hi"`)},
		task{"change a block", "/", []step{
			on(click, "textbox|generic|paragraph|text", "First block"), key("End"),
			on(insert, "textbox|generic|paragraph|text", "First block", " changed"),
			on(click, "button", "^Save post$"),
		}, kept("post", `changed`)},
		task{"make it bold by its key", "/", []step{
			on(click, "textbox|generic|paragraph|text", "First block"), key("Control+a"), key("Control+b"),
			on(click, "button", "^Save post$"),
		}, kept("post", `<b>First`)},
		task{"delete a block by its menu", "/", []step{
			on(click, "textbox|generic|paragraph|text", "First block"),
			on(click, "button|generic|img", "(?i)click to tune|settings|tune"),
			on(click, "menuitem|button|generic", "^Delete$"), on(click, "menuitem|button|generic", "(?i)delete"),
			on(click, "button", "^Save post$"),
		}, kept("post", `"blocks":\[\]`)},
	)
}

func codemirror() application {
	return widget("codemirror",
		task{"add a line of code", "/", []step{
			on(click, "textbox|generic|presentation|text", "total"), key("Control+End"),
			on(insert, "textbox", "", "total += 2"), on(click, "button", "^Save file$"),
		}, kept("file", `let total = 1\ntotal \+= 2`)},
		task{"delete a line", "/", []step{
			on(click, "textbox|generic|presentation|text", "total"), key("Control+d"), on(click, "button", "^Save file$"),
		}, kept("file", `^\n?$`)},
		task{"complete a word", "/", []step{
			on(click, "textbox|generic|presentation|text", "total"), key("Control+End"), key("d"), key("e"), key("Control+Space"),
			on(click, "option|listitem|generic", "^default$"), on(click, "button", "^Save file$"),
		}, kept("file", `\ndefault$`)},
		task{"replace all", "/", slices.Concat([]step{
			on(click, "textbox|generic|presentation|text", "total"), key("Shift+Control+r"), shows("(?i)replace all"),
		}, keys("total"), []step{shows("(?i)with:")}, keys("sum"), []step{on(click, "button", "^Save file$")}), kept("file", `let sum = 1`)},
	)
}
