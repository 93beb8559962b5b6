package main

import (
	"context"
	"io"
	"net/http"
	"time"
)

// downloads is a page whose clicks save files: those of a server, at once and
// late, and those that a script makes. What the agent then has is judged.
func downloads() application {
	got := func(name string) step { return step{kind: take, text: name} }
	app := widget("downloads",
		task{"take a linked file", "/", []step{on(click, "link", "^Yearly figures$"), got("year.csv")}, stored("got/year.csv", `^year,sum\n2025,42\n$`)},
		task{"take what a script made", "/", []step{on(click, "button", "^Make a list$"), got("list.txt")}, stored("got/list.txt", `^one\ntwo\n$`)},
		task{"take a late export", "/", []step{on(click, "button", "^Export orders$"), got("orders.csv")}, stored("got/orders.csv", `^id\n7\n$`)},
		task{"take the answer to a form", "/", []step{
			on(choose, "combobox", "^Month$", "June"), on(click, "button", "^Get statement$"), got("statement.txt"),
		}, stored("got/statement.txt", `^June\n$`)},
		task{"take from a menu", "/", []step{on(click, "button", "^Save as"), on(click, "menuitem|generic", "^JSON$"), got("data.json")}, stored("got/data.json", `^{"a":1}\s*$`)},
	)
	start := app.start
	app.start = func(ctx context.Context, p *place) error {
		p.more = func(mux *http.ServeMux) {
			file := func(name, text string) http.HandlerFunc {
				return func(w http.ResponseWriter, r *http.Request) {
					w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
					_, _ = io.WriteString(w, text)
				}
			}
			mux.HandleFunc("GET /file/year.csv", file("year.csv", "year,sum\n2025,42\n"))
			mux.HandleFunc("GET /slow/orders.csv", func(w http.ResponseWriter, r *http.Request) {
				time.Sleep(1500 * time.Millisecond)
				_, _ = io.WriteString(w, "id\n7\n")
			})
			mux.HandleFunc("POST /post", func(w http.ResponseWriter, r *http.Request) { file("statement.txt", r.FormValue("month")+"\n")(w, r) })
		}
		return start(ctx, p)
	}
	return app
}
