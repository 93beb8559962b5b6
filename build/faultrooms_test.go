package main

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/faults"
)

func TestBatchesOf(t *testing.T) {
	tests := []string{"x_test.go"}
	at := func(names ...string) (out []string) {
		for _, name := range names {
			out = append(out, modulePath+"/"+name)
		}
		return out
	}
	list := []room{
		{ImportPath: modulePath + "/core/session", TestGoFiles: tests},
		{ImportPath: modulePath + "/core/dispatch", TestGoFiles: tests, Imports: at("core/session")},
		{ImportPath: modulePath + "/core/link", TestGoFiles: tests},
		{ImportPath: modulePath + "/core/panel", TestGoFiles: tests, XTestImports: at("core/dispatch")},
		{ImportPath: modulePath + "/core/untested", Imports: at("core/session")},
		{ImportPath: modulePath + "/backend/chromium", TestGoFiles: tests},
		{ImportPath: modulePath + "/tests/e2e", Imports: at("core/dispatch", "backend/chromium")},
		{ImportPath: modulePath + "/tests/model", TestGoFiles: tests, TestImports: at("core/dispatch")},
		{ImportPath: modulePath + "/tests/deps", TestGoFiles: tests, TestImports: at("core/session")},
		{ImportPath: modulePath + "/tests/actions", TestGoFiles: tests, TestImports: at("tests/e2e")},
		{ImportPath: modulePath + "/tests/page", TestGoFiles: tests, TestImports: at("tests/e2e")},
		{ImportPath: modulePath + "/tests/hosts", TestGoFiles: tests, TestImports: at("tests/e2e")},
	}
	one := func(browser bool, name string) batch { return batch{rooms: at(name), browser: browser} }
	for _, row := range []struct {
		name string
		f    faults.Fault
		want []batch
	}{
		{"the own room, who imports it, the tests without a browser, the browsers", faults.Fault{File: "core/session/a.go"},
			[]batch{one(false, "core/session"), one(false, "core/dispatch"), one(false, "core/panel"), one(false, "tests/model"),
				one(true, "tests/hosts"), one(true, "tests/page"), one(true, "tests/actions")}},
		{"what it names comes after the own room", faults.Fault{File: "core/dispatch/a.go", In: "tests/actions", Run: "^TestA$"},
			[]batch{one(false, "core/dispatch"), {rooms: at("tests/actions"), run: "^TestA$", browser: true}, one(false, "core/panel"), one(false, "tests/model"),
				one(true, "tests/hosts"), one(true, "tests/page"), one(true, "tests/actions")}},
		{"a room that nobody imports", faults.Fault{File: "core/link/a.go"}, []batch{one(false, "core/link")}},
		{"a script", faults.Fault{File: "page/a.ts"}, []batch{one(true, "tests/page"), one(true, "tests/hosts"), one(true, "tests/actions")}},
	} {
		t.Run(row.name, func(t *testing.T) { is.New(t).Equal(batchesOf(row.f, list), row.want) })
	}
}

func TestFaultPick(t *testing.T) {
	for _, row := range []struct {
		name string
		args []string
		want faultPick
		bad  bool
	}{
		{"all of them", nil, faultPick{}, false},
		{"what the default suite misses too", []string{"-all"}, faultPick{all: true}, false},
		{"some", []string{"-only", "lockout"}, faultPick{only: "lockout"}, false},
		{"without a browser", []string{"-quick"}, faultPick{quick: true}, false},
		{"both ends of it", []string{"-quick", "-all"}, faultPick{}, true},
		{"told, not run", []string{"--list"}, faultPick{list: true}, false},
		{"a pattern that is none", []string{"-only", "("}, faultPick{}, true},
		{"a room", []string{"./core/session"}, faultPick{}, true},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			got, err := faultPickOf(row.args)
			is.Equal(err != nil, row.bad)
			got.match = nil
			is.Equal(got, row.want)
		})
	}
}
