package main

// applications are all, in the order of the table.
func applications() []application {
	return []application{
		tiddlywiki(), nodered(), django(), adminer(), jupyter(),
		quill(), tinymce(), editorjs(), codemirror(),
		fullcalendar(), sortable(), jstree(), tabulator(), jspreadsheet(), pickers(), jqueryui(), files(),
		antd(), primevue(), mui(),
		roundcube(), elfinder(), downloads(),
	}
}
