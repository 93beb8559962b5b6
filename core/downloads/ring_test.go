package downloads_test

import (
	"strconv"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/downloads"
	"github.com/zapvol/bua/core/protocol"
)

func begin(r *downloads.Ring, guid string, tab int) *downloads.Item {
	it, _ := r.Begin(&downloads.Item{GUID: guid, Tab: tab, URL: "https://a.example/" + guid, State: protocol.DownloadRunning})
	return it
}

func TestRing(t *testing.T) {
	is := is.New(t)
	var r downloads.Ring
	is.Equal(begin(&r, "a", 1).ID, "f-1")
	is.Equal(begin(&r, "b", 2).ID, "f-2")
	again, was := r.Begin(&downloads.Item{GUID: "a", Tab: 3})
	is.True(was && again.ID == "f-1" && again.Tab == 1) // a frame's session told the same
	is.Equal(len(r.List("", 0)), 2)
	is.Equal(r.List("", 2)[0].ID, "f-2")
	is.Equal(r.List("f-1", 0)[0].GUID, "a")
	is.Equal(len(r.List("f-1", 2)), 0)

	now := *r.List("f-1", 0)[0]
	now.Key, now.State, now.Path, now.URL = "7", protocol.DownloadDone, "/d/a", "elsewhere"
	kept, fresh := r.Replace(&now)
	is.True(fresh)
	is.Equal(kept.URL, "https://a.example/a") // the one that the policy was asked about
	is.Equal(r.Keys("f-2"), []string{"7"})
	is.Equal(len(r.Keys("f-1")), 0)
	later := *kept
	later.State = protocol.DownloadInterrupted
	kept, fresh = r.Replace(&later)
	is.True(!fresh)
	is.Equal(kept.State, protocol.DownloadDone) // how it ended stays
}

func TestRing_blocked_stays_blocked(t *testing.T) {
	is := is.New(t)
	var r downloads.Ring
	it, _ := r.Begin(&downloads.Item{GUID: "a", State: protocol.DownloadBlocked})
	now := *it
	now.State, now.Path = protocol.DownloadDone, "/d/a"
	kept, _ := r.Replace(&now)
	is.Equal(kept.State, protocol.DownloadBlocked)
}

func TestRing_forgets_the_oldest(t *testing.T) {
	is := is.New(t)
	var r downloads.Ring
	for n := range 60 {
		begin(&r, strconv.Itoa(n), 1)
	}
	list := r.List("", 0)
	is.Equal(len(list), 50)
	is.Equal(list[0].ID, "f-11")
	is.Equal(list[49].ID, "f-60")
}

func TestRing_survives_the_worker(t *testing.T) {
	is := is.New(t)
	var r, next downloads.Ring
	begin(&r, "a", 1)
	done := *begin(&r, "b", 2)
	done.Key, done.State, done.Path, done.Told = "9", protocol.DownloadDone, "/d/b", true
	r.Replace(&done)
	r.Begin(&downloads.Item{GUID: "c", State: protocol.DownloadBlocked})
	next.Load(r.Strings())
	list := next.List("", 0)
	is.Equal(len(list), 3)
	is.Equal(*list[0], *r.List("f-1", 0)[0])
	is.Equal(list[1].State, protocol.DownloadRunning) // the browser is asked again where it is
	is.True(list[1].Key == "9" && list[1].Path == "" && list[1].Told)
	is.Equal(list[2].State, protocol.DownloadBlocked)
	is.Equal(begin(&next, "d", 1).ID, "f-4") // no id is given twice

	for _, broken := range [][]string{nil, {"f-1"}, {"x", "", "", "", "", "", "", "", "", "", ""}, {"", "", "", "", "", "", "", "", "", "", ""}} {
		var r downloads.Ring
		r.Load(broken) // storage is not trusted
		is.Equal(len(r.List("", 0)), 0)
	}
}

func TestRing_Changed(t *testing.T) {
	is := is.New(t)
	var r downloads.Ring
	changed := r.Changed()
	select {
	case <-changed:
		t.Fatal("nothing has begun")
	default:
	}
	begin(&r, "a", 1)
	<-changed
	is.True(r.Changed() != changed)
}
