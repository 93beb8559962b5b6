package main

import (
	"context"
	"net"
	"path/filepath"
	"strconv"
)

// roundcube is a webmail, between its own IMAP and SMTP servers.
func roundcube() application {
	var boxes string
	open := on(click, "link|row|cell|gridcell|generic|listitem", "^Picnic")
	send := on(click, "button|link", "^Send$")
	return application{
		name: "roundcube",
		start: func(ctx context.Context, p *place) error {
			in, out, err := mailServers(p,
				letter("Bob <bob@example.test>", "Picnic on Sunday", "Will you come? Bob"), letter("Shop <shop@example.test>", "Your bill", "42 crowns"),
				letter("Spam <spam@example.test>", "Win a car", "Click now"), letter("Cy <cy@example.test>", "Minutes", "Item one"))
			if err != nil {
				return err
			}
			boxes = in
			return roundcubeAt(ctx, p, in, out)
		},
		tasks: []task{
			{"log in and read a mail", "/", []step{
				on(fill, "textbox", "(?i)^username", mailUser), on(fill, "textbox", "(?i)^password", mailWord), on(click, "button", "(?i)^login$"),
				open, shows("Will you come"),
			}, mail(&boxes, `INBOX \[[^]]*\\Seen[^]]*\]\s+From: Bob`)},
			{"reply to a mail", "/", []step{
				open, shows("Will you come"), on(click, "button|link", "^Reply$"), on(fill, "textbox", "(?i)message|body|wrote", "I shall come."), send,
			}, mail(&boxes, `(?s)Delivered \[.*Subject: Re: Picnic.*I shall come`)},
			{"write a mail", "/", []step{
				on(click, "button|link", "(?i)^compose$"), on(fill, "textbox|combobox", "(?i)^to$|recipient", "bob@example.test"),
				on(fill, "textbox", "(?i)^subject$", "Cake"), on(fill, "textbox", "(?i)message|body|editor", "I bring a cake."), send,
			}, mail(&boxes, `(?s)Delivered \[.*Subject: Cake.*I bring a cake`)},
			{"send a file", "/", []step{
				on(click, "button|link", "(?i)^compose$"), on(fill, "textbox|combobox", "(?i)^to$|recipient", "bob@example.test"), on(fill, "textbox", "(?i)^subject$", "Photo"),
				on(fill, "textbox", "(?i)message|body|editor", "That is me."), on(upload, "button|link|generic|file", "(?i)attach", "me.txt"), shows(`me.txt \(8 B\)`), send,
			}, mail(&boxes, `(?s)Delivered \[.*Subject: Photo.*filename="?me.txt`)},
			{"move by dragging", "/", []step{
				drop("link|row|cell|gridcell|generic|listitem", "^Minutes", "link|treeitem|listitem|generic", "^Work"),
			}, mail(&boxes, `(?s)Work \[[^]]*\]\s+From: Cy`)},
			{"flag a mail by its menu", "/", []step{
				on(click, "link|row|cell|gridcell|generic|listitem", "^Your bill"), shows("42 crowns"), on(click, "button|link", "(?i)^mark"), on(click, "button|link|menuitem", "(?i)^(as |mark as )?flagged$"),
			}, mail(&boxes, `INBOX \[[^]]*\\Flagged[^]]*\]\s+From: Shop`)},
			{"search and delete", "/", []step{
				on(fill, "searchbox|textbox", "(?i)search", "car"), key("Enter"), on(click, "link|row|cell|gridcell|generic|listitem", "^Win a car"), shows("Click now"),
				on(click, "button|link", "^Delete$"),
			}, mail(&boxes, `(?s)Trash \[[^]]*\]\s+From: Spam`)},
			{"make a folder", "/?_task=settings&_action=folders", []step{
				on(click, "button|link", "(?i)^create"), on(fill, "textbox", "(?i)folder name|^name", "Garden"), on(click, "button", "^Save$"),
			}, mail(&boxes, `(?m)^Garden:`)},
		},
	}
}

// roundcubeAt serves Debian's files where they lie; what it writes is in the
// place's folder.
func roundcubeAt(ctx context.Context, p *place, in, out string) error {
	files := filepath.Join(p.debian, "usr/share/roundcube")
	host, port, err := net.SplitHostPort(out)
	if err != nil {
		return err
	}
	for name, text := range map[string]string{
		"config/config.inc.php": `<?php $config = ["db_dsnw" => "sqlite:///` + p.file("mail.db") + `?mode=0640", "imap_host" => "` + in + `", "smtp_host" => "` + net.JoinHostPort(host, port) + `",
"smtp_user" => "", "smtp_pass" => "", "des_key" => "not-secret-and-24-bytes!", "plugins" => [], "skin" => "elastic", "enable_spellcheck" => false,
"temp_dir" => "` + p.file("temp") + `", "log_dir" => "` + p.file("logs") + `", "assets_dir" => "", "language" => "en_US", "layout" => "widescreen"];`,
		"first.php":  `<?php define("INSTALL_PATH", "` + files + `/"); define("RCMAIL_CONFIG_DIR", "` + p.file("config") + `");`,
		"temp/.keep": "", "logs/.keep": "",
	} {
		if err := p.write(name, text); err != nil {
			return err
		}
	}
	for _, name := range []string{"defaults.inc.php", "mimetypes.php"} {
		if _, err := p.run(ctx, "cp", filepath.Join(p.debian, "etc/roundcube", name), p.file("config")); err != nil {
			return err
		}
	}
	return p.serve(ctx, "/skins/elastic/meta.json", "php", "-d", "auto_prepend_file="+p.file("first.php"), "-d", "include_path=.:"+filepath.Join(p.debian, "usr/share/php"),
		"-d", "session.save_path="+p.dir, "-t", files, "-S", "127.0.0.1:"+strconv.Itoa(p.port))
}
