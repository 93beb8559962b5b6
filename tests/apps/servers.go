package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// django is a framework's admin, with a model of Debian's own package: users
// and groups.
func django() application {
	admin := func(steps ...step) []step {
		return append([]step{
			on(fill, "textbox", "(?i)^username", "root"), on(fill, "textbox", "(?i)^password", "pa55-word"), on(click, "button", "(?i)^log in$"),
		}, steps...)
	}
	dump := func(ctx context.Context, p *place) (string, error) {
		return p.run(ctx, "/usr/bin/python3", "manage.py", "dumpdata", "--natural-foreign", "auth.user", "auth.group")
	}
	users := func(pattern string) judge { return matches(pattern, dump) }
	return application{
		name: "django",
		start: func(ctx context.Context, p *place) error {
			if err := p.write("manage.py", djangoSite); err != nil {
				return err
			}
			for _, argv := range [][]string{{"migrate", "-v0"}, {"shell", "-c", djangoData}} {
				if _, err := p.run(ctx, append([]string{"/usr/bin/python3", "manage.py"}, argv...)...); err != nil {
					return err
				}
			}
			return p.serve(ctx, "/admin/login/", "/usr/bin/python3", "manage.py", "runserver", "--noreload", "127.0.0.1:"+strconv.Itoa(p.port))
		},
		tasks: []task{
			{"log in and add a group", "/admin/", admin(
				on(click, "link", "^Groups$"), on(click, "link", "(?i)^add group"), on(fill, "textbox", "(?i)^name", "Cooks"), on(click, "button", "^Save$"),
			), users(`"name": "Cooks"`)},
			{"name a user", "/admin/auth/user/", []step{
				on(click, "link", "^ada$"), on(fill, "textbox", "(?i)^first name", "Augusta"), on(click, "button", "^Save$"),
			}, users(`"first_name": "Augusta"`)},
			{"take rights away", "/admin/auth/user/", []step{
				on(click, "link", "^ada$"), on(click, "checkbox", "(?i)staff status"), on(click, "button", "^Save$"),
			}, users(`"username": "ada"[^}]*"is_staff": false`)},
			{"give a permission by two lists", "/admin/auth/group/", []step{
				on(click, "link", "^Bakers$"), on(choose, "listbox|combobox", "(?i)available permissions|^$", "auth | user | Can add user"),
				on(click, "link|button", "(?i)^choose( selected)?$"), on(click, "button", "^Save$"),
			}, users(`"name": "Bakers", "permissions": \[\["add_user", "auth", "user"\]\]`)},
			{"delete by an action on rows", "/admin/auth/group/", []step{
				on(click, "checkbox", "(?i)Drivers|select this object"), on(choose, "combobox", "(?i)action", "Delete selected groups"),
				on(click, "button", "^Go$"), on(click, "button", "(?i)^yes"),
			}, without(`"name": "Drivers"`, dump)},
		},
	}
}

const djangoSite = `import os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "manage"
SECRET_KEY, DEBUG, ROOT_URLCONF, ALLOWED_HOSTS = "not secret", True, "urls", ["127.0.0.1"]
USE_TZ, STATIC_URL, DEFAULT_AUTO_FIELD = True, "/static/", "django.db.models.AutoField"
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "db.sqlite3"}}
INSTALLED_APPS = ["django.contrib." + a for a in ["admin", "auth", "contenttypes", "sessions", "messages", "staticfiles"]]
MIDDLEWARE = ["django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.common.CommonMiddleware", "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware", "django.contrib.messages.middleware.MessageMiddleware"]
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True, "OPTIONS": {"context_processors": [
    "django.template.context_processors.request", "django.contrib.auth.context_processors.auth", "django.contrib.messages.context_processors.messages"]}}]
open("urls.py", "w").write("from django.contrib import admin\nfrom django.urls import path\nurlpatterns = [path('admin/', admin.site.urls)]\n")
if __name__ == "__main__":
    from django.core.management import execute_from_command_line
    execute_from_command_line(sys.argv)
`

const djangoData = `from django.contrib.auth.models import User, Group
User.objects.create_superuser("root", "root@example.test", "pa55-word")
User.objects.create_user("ada", password="pa55-word", is_staff=True)
Group.objects.create(name="Bakers"); Group.objects.create(name="Drivers")`

// adminer is a tool for databases, here one of SQLite.
func adminer() application {
	query := func(sql, pattern string) judge {
		return matches(pattern, func(ctx context.Context, p *place) (string, error) {
			return p.run(ctx, "php", "-r", `foreach((new PDO("sqlite:shop.db"))->query($argv[1]) as $r) echo join("|", array_unique($r)), "\n";`, sql)
		})
	}
	at := func(more string) string { return "/?sqlite=&username=&db=shop.db" + more }
	return application{
		name: "adminer",
		start: func(ctx context.Context, p *place) error {
			files, err := filepath.Glob(filepath.Join(p.debian, "usr/share/adminer/adminer*.php"))
			if err != nil || len(files) == 0 {
				return os.ErrNotExist
			}
			if err := p.write("index.php", `<?php
function adminer_object() {
  class Open extends Adminer { function login($user, $password) { return true; } function credentials() { return ["", "", ""]; } }
  return new Open;
}
if (!isset($_GET["sqlite"])) $_POST["auth"] = ["driver" => "sqlite", "server" => "", "username" => "", "password" => "", "db" => "shop.db"];
include "`+files[0]+`";`); err != nil {
				return err
			}
			if _, err := p.run(ctx, "php", "-r", `$d = new PDO("sqlite:shop.db"); $d->exec("create table goods (id integer primary key, name text, price int)");
$d->exec("insert into goods (name, price) values ('tea', 3), ('milk', 1), ('soap', 2)");`); err != nil {
				return err
			}
			if err := p.write("ready", "yes"); err != nil {
				return err
			}
			return p.serve(ctx, "/ready", "php", "-d", "sys_temp_dir="+p.dir, "-S", "127.0.0.1:"+strconv.Itoa(p.port))
		},
		tasks: []task{
			{"log in and rename a column", "/", []step{
				on(click, "link", "^goods$"), on(click, "link", "^Alter table$"), on(fill, "textbox", "^price$", "cost"), on(click, "button", "^Save$"),
			}, query("select sql from sqlite_master", `cost`)},
			{"insert a row", at("&edit=goods"), []step{
				on(fill, "textbox", "(?i)name", "rice"), on(fill, "textbox|spinbutton", "(?i)cost", "7"), on(click, "button", "^Save$"),
			}, query("select name, cost from goods", `rice\|7`)},
			{"edit a row", at("&select=goods"), []step{
				on(click, "link", "^edit$"),
				on(fill, "textbox", "(?i)^name|tea", "green tea"), on(click, "button", "^Save$"),
			}, query("select name from goods", "green tea")},
			{"delete all rows", at("&select=goods"), []step{
				on(click, "checkbox", "(?i)rows|whole"), on(click, "button", "^Delete$"), {kind: answer},
			}, query("select count(*) from goods", "^0")},
			{"create a table", at("&create="), []step{
				on(fill, "textbox", "(?i)table name|^name$|^$", "users"), on(fill, "textbox", "(?i)column name", "mail"), on(click, "button", "^Save$"),
			}, query("select sql from sqlite_master", `users`)},
		},
	}
}

// jupyter is a notebook: cells of code editors, a kernel, menus.
func jupyter() application {
	return application{
		name: "jupyter",
		start: func(ctx context.Context, p *place) error {
			if err := p.write("work/sums.ipynb", `{"cells":[{"cell_type":"code","execution_count":null,"metadata":{},"outputs":[],"source":["2+3"]}],`+
				`"metadata":{"kernelspec":{"display_name":"Python 3","language":"python","name":"python3"}},"nbformat":4,"nbformat_minor":4}`); err != nil {
				return err
			}
			return p.serve(ctx, "/api", "jupyter-notebook", "--allow-root", "--no-browser", "--ip=127.0.0.1", "--port="+strconv.Itoa(p.port),
				"--NotebookApp.token=", "--NotebookApp.password=", "--notebook-dir="+p.file("work"))
		},
		tasks: []task{
			{"run a cell", "/notebooks/sums.ipynb", []step{
				shows(`2\+3`), on(click, "button", "(?i)^(run|run cell.*)$"), shows(`(?m)\b5\b`), key("Control+s"),
			}, stored("work/sums.ipynb", `"text/plain":\s*\[\s*"5"`)},
			{"write a cell", "/notebooks/sums.ipynb", []step{
				on(click, "textbox|generic|presentation|text|document", "2\\+3"), key("Control+End"),
				on(insert, "textbox", "", "+40"), key("Control+s"),
			}, stored("work/sums.ipynb", `2\+3\+40`)},
			{"make a file in the tree", "/tree", []step{
				on(click, "button|link", "^New"), on(click, "menuitem|link", "^Folder$"),
			}, there("work/Untitled Folder")},
			{"rename the notebook", "/notebooks/sums.ipynb", []step{
				on(click, "generic|button|link|text|heading", "^sums$"), on(fill, "textbox", "sums|(?i)name", "totals"), on(click, "button", "^Rename$"),
			}, there("work/totals.ipynb")},
		},
	}
}

// there judges that a file of the application is there.
func there(name string) judge {
	return matches("^there$", func(_ context.Context, p *place) (string, error) {
		_, err := os.Stat(p.file(name))
		return "there", err
	})
}

// missing judges that a file of the application is gone.
func missing(name string) judge {
	return matches("^gone$", func(_ context.Context, p *place) (string, error) {
		if _, err := os.Stat(p.file(name)); errors.Is(err, fs.ErrNotExist) {
			return "gone", nil
		}
		return "there", nil
	})
}
