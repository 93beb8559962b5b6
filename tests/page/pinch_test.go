package page_test

import (
	"testing"

	"github.com/matryer/is"
)

// TestPoint_pinched: where the person has zoomed in with two fingers a point counts from
// what they see of the page, and what they do not see is brought there first.
func TestPoint_pinched(t *testing.T) {
	is := is.New(t)
	const at = `style="position:absolute;width:40px;height:20px;left:`
	p := html(t, `<button `+at+`900px;top:500px" onclick="n++">Far</button><button `+at+`100px;top:100px" onclick="m++">Near</button><script>n=m=0</script>`)
	p.clean = false
	p.send("Input.synthesizePinchGesture", map[string]any{"x": 900, "y": 500, "scaleFactor": 2}, nil)
	var left float64
	p.page("visualViewport.offsetLeft", &left)
	is.True(left > 100) // Near is out of sight
	a := p.extract(nil)
	for _, name := range []string{"Far", "Near"} {
		pt := p.do("point", args{"uid": a.named(t, name).UID, "intent": "click"})
		p.press(pt.X, pt.Y)
	}
	var n int
	p.page("n*10+m", &n)
	is.Equal(n, 11)
}

// TestLanded_body: a press on the page behind what has moved away is not the element's.
func TestLanded_body(t *testing.T) {
	is := is.New(t)
	p := html(t, `<button id=b style="position:absolute;left:50px;top:50px">Go</button><script>document.body.style.height="600px"</script>`)
	at := p.do("point", args{"selector": "#b", "intent": "click"})
	p.do("watch", nil)
	p.page(`b.style.left="300px"`, nil)
	p.press(at.X, at.Y)
	is.True(p.do("settled", nil).Missed)
}
