package main

import (
	"testing"

	"github.com/matryer/is"
)

func TestPickOf(t *testing.T) {
	for _, row := range []struct {
		name string
		args []string
		want pick
		bad  bool
	}{
		{"nothing is everything", nil, pick{}, false},
		{"without a browser", []string{"-quick"}, pick{quick: true}, false},
		{"with two dashes", []string{"--quick"}, pick{quick: true}, false},
		{"one room", []string{"./core/session"}, pick{rooms: []string{"./core/session"}}, false},
		{"some tests of two rooms", []string{"./core/uid", "-run", "TestX", "./tests/actions"}, pick{rooms: []string{"./core/uid", "./tests/actions"}, run: "TestX"}, false},
		{"names that are missing", []string{"-run"}, pick{}, true},
		{"what it does not know", []string{"-short"}, pick{}, true},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			got, err := pickOf(row.args)
			is.Equal(err != nil, row.bad)
			is.Equal(got, row.want)
			is.Equal(!row.bad && len(row.args) == 0, err == nil && got.all())
		})
	}
}

func TestSortRooms(t *testing.T) {
	lines := []string{
		modulePath + "/core/uid tested strings testing",
		modulePath + "/core/coretest - time",
		modulePath + "/backend/chromium tested os",
		modulePath + "/tests/e2e - " + modulePath + "/backend/chromium",
		modulePath + "/tests/actions tested testing " + modulePath + "/tests/e2e",
		modulePath + "/tests/model tested testing",
		"",
	}
	native := []string{modulePath + "/core/uid", modulePath + "/core/coretest", modulePath + "/backend/chromium"}
	worker := []string{modulePath + "/core/uid"}
	for _, row := range []struct {
		name string
		p    pick
		want rooms
	}{
		{"everything", pick{}, rooms{native: native, worker: worker, across: []string{modulePath + "/tests/actions", modulePath + "/tests/model"}, browser: true, built: true}},
		{"what needs no browser", pick{quick: true}, rooms{native: native, across: []string{modulePath + "/tests/model"}, built: true}},
		{"tests by name run natively alone", pick{run: "TestX"}, rooms{native: native, across: []string{modulePath + "/tests/actions", modulePath + "/tests/model"}, browser: true, built: true}},
	} {
		t.Run(row.name, func(t *testing.T) { is.New(t).Equal(sortRooms(lines, row.p), row.want) })
	}
	t.Run("a room of core needs nothing built", func(t *testing.T) {
		is.New(t).Equal(sortRooms(lines[:2], pick{}), rooms{native: native[:2], worker: worker})
	})
}
