package bill

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// signs are words by which a licence's text is known; the first that fits counts.
var signs = []struct{ licence, words string }{
	{"GPL", "GNU GENERAL PUBLIC LICENSE"}, {"GPL", "GNU LESSER GENERAL PUBLIC"}, {"GPL", "GNU AFFERO"}, {"MPL", "Mozilla Public License"},
	{"Apache-2.0", "Apache License"},
	{"ISC", "Permission to use, copy, modify, and distribute this software for any purpose with or without fee"},
	{"ISC", "Permission to use, copy, modify, and/or distribute this software for any"},
	{"MIT", "Permission is hereby granted, free of charge"},
	{"BSD-3-Clause", "Redistribution and use in source and binary forms"},
}

// LicenceOf reads the licence of a module's folder: an SPDX name, or "" when no
// file says one that is known.
func LicenceOf(dir string) string {
	files, _ := filepath.Glob(filepath.Join(dir, "*"))
	slices.Sort(files)
	for _, f := range files {
		if !licenceName(f) {
			continue
		}
		data, err := os.ReadFile(f)
		if err != nil {
			continue // a folder of that name
		}
		text := strings.ToLower(strings.Join(strings.Fields(string(data)), " "))
		for _, s := range signs {
			if strings.Contains(text, strings.ToLower(s.words)) {
				if s.licence == "BSD-3-Clause" && !strings.Contains(text, "neither the name") {
					return "BSD-2-Clause"
				}
				return s.licence
			}
		}
	}
	return ""
}

func licenceName(path string) bool {
	name := strings.ToUpper(filepath.Base(path))
	return strings.HasPrefix(name, "LICENSE") || strings.HasPrefix(name, "LICENCE") || strings.HasPrefix(name, "COPYING")
}

// textsOf are the texts that must go with a part: its licences and its notices.
func (p Part) textsOf() ([]string, error) {
	if p.text != nil {
		return p.text, nil
	}
	files, err := filepath.Glob(filepath.Join(p.dir, "*"))
	if err != nil {
		return nil, err
	}
	slices.Sort(files)
	var list []string
	for _, f := range files {
		name := strings.ToUpper(filepath.Base(f))
		if !licenceName(f) && !strings.HasPrefix(name, "NOTICE") && name != "PATENTS" {
			continue
		}
		if info, err := os.Stat(f); err != nil || !info.Mode().IsRegular() {
			continue
		}
		data, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		list = append(list, string(data))
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s has no file with its licence in %s: look for it, and add it to build/bill/texts", p.Name, p.dir)
	}
	return list, nil
}

const line = "\n--------------------------------------------------------------------------------\n"

// Licences is one text with all that must go with bua: our licence, then each
// part with its own. A text that several parts have word by word is there once.
func Licences(ours string, parts []Part) ([]byte, error) {
	var out strings.Builder
	fmt.Fprintf(&out, "bua is under the Apache License 2.0, which is at the end of this part. It has in it what others made,\neach under its own licence, which follow.\n\n%s\n", ours)
	var order []string
	users := map[string][]string{}
	for _, p := range parts {
		list, err := p.textsOf()
		if err != nil {
			return nil, err
		}
		for _, text := range list {
			text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
			if users[text] == nil {
				order = append(order, text)
			}
			users[text] = append(users[text], fmt.Sprintf("%s %s (in the %s)", p.Name, p.Version, map[string]string{"bua": "program", "extension": "extension"}[p.In]))
		}
	}
	for _, text := range order {
		fmt.Fprintf(&out, "%s%s\n\n%s\n", line, strings.Join(users[text], "\n"), text)
	}
	return []byte(out.String()), nil
}
