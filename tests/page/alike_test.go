package page_test

import (
	"testing"

	"github.com/matryer/is"
)

// What is read once for elements that are alike must not be told of one whose
// surroundings make it another: a button that says "Following" is pressed to
// end that.
func TestAlike_names(t *testing.T) {
	is := is.New(t)
	a := html(t, `<style>
		.u .on{display:none}.u.f .on{display:inline}.u.f .off{display:none}
		.v .on{visibility:hidden}.v.f .on{visibility:visible}.v.f .off{visibility:hidden}
		.w.f button::after{content:"ing"}
		.y.f button{text-transform:uppercase}
		.r:nth-child(2) .z{display:none}
		.c .all{display:contents}
	</style>
	<div class="u"><button><span class=off>Follow</span><span class=on>Following</span></button></div>
	<div class="u f"><button><span class=off>Follow</span><span class=on>Following</span></button></div>
	<div class="v"><button><span class=off>Like</span><span class=on>Liked</span></button></div>
	<div class="v f"><button><span class=off>Like</span><span class=on>Liked</span></button></div>
	<div class="w"><p><button>Watch</button></p></div>
	<div class="w f"><p><button>Watch</button></p></div>
	<div class="y"><p><button>Mute</button></p></div>
	<div class="y f"><p><button>Mute</button></p></div>
	<div><div class=r><button>Save<span class=z> all</span></button></div><div class=r><button>Save<span class=z> all</span></button></div></div>
	<div class=c><button><span class=all>Read <b>it</b></span></button></div>`).extract(nil)
	var names []string
	for _, e := range a.Elements {
		names = append(names, e.Name)
	}
	is.Equal(names, []string{"Follow", "Following", "Like", "Liked", "Watch", "Watching", "Mute", "MUTE", "Save all", "Save", "Read it"})
}

// A list of which only one takes clicks, which its cursor says.
func TestAlike_cursors(t *testing.T) {
	is := is.New(t)
	a := html(t, `<style>.f span{cursor:pointer}</style>
		<ul class=x><li><span>to read</span></li></ul>
		<ul class="x f"><li id=n1><span>to open</span></li><li id=n2 style="top:9px"><span>to close</span></li></ul>`).extract(nil)
	is.Equal(len(a.Elements), 2)
	is.Equal(a.Elements[0].Name, "to open")
	is.Equal(a.Elements[1].Name, "to close")
}

// A box that takes clicks is told by what a person sees in it.
func TestClickableBox(t *testing.T) {
	const gif = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="
	for _, row := range []struct{ name, box string }{
		{"Open the card", `<div onclick="1"><span style="display:none">secret</span>Open the card</div>`},
		{"Open", `<div onclick="1">Open<span style="visibility:hidden">secret</span></div>`},
		{"×", `<div onclick="1">×</div>`},
		{"是", `<div onclick="1">是</div>`},
		{"Close it", `<div onclick="1"><svg width=10 height=10><title>Close it</title><path d="M0 0h10v10z"/></svg></div>`},
		{"Trash", `<div onclick="1"><img alt="Trash" width=10 height=10 src="` + gif + `"></div>`},
		{"Buy milk", `<div onclick="1"><input type=checkbox aria-label="done"> Buy milk</div>`},
		{"Titled", `<div onclick="1" title="Titled" style="width:9px;height:9px"></div>`},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			a := html(t, row.box).extract(nil)
			is.True(len(a.Elements) > 0)
			is.Equal(a.Elements[0].Role, "generic")
			is.Equal(a.Elements[0].Name, row.name)
		})
	}
}
