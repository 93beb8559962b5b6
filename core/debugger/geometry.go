package debugger

import (
	"github.com/zapvol/bua/core/internal/engine"
	"github.com/zapvol/bua/core/scan"
	"slices"
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/internal/tabstate"
	"github.com/zapvol/bua/core/protocol"
)

// chain lists the current child and the children around it, innermost first.
func (r *run) chain() ([]tabstate.Child, error) {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	var out []tabstate.Child
	for at := r.at; at != ""; {
		i := slices.IndexFunc(r.t.Children, func(c *tabstate.Child) bool { return c.Session == at })
		if i < 0 || len(out) > len(r.t.Children) {
			return nil, errFrameGone()
		}
		out = append(out, *r.t.Children[i])
		at = r.t.Children[i].Parent
	}
	return out, nil
}

// show scrolls the current child into view, in all frames around it.
func (r *run) show() error {
	chain, err := r.chain()
	if err != nil {
		return err
	}
	slices.Reverse(chain)
	for i := range chain {
		if _, err := r.owner(&chain[i], "DOM.scrollIntoViewIfNeeded"); err != nil {
			return err
		}
	}
	_, err = r.in("").call(engine.Do(&engine.Drawn{}))
	return err
}

// outward turns a point of the current child's viewport into one of the tab's.
func (r *run) outward(x, y string) (string, string, error) {
	chain, err := r.chain()
	if err != nil {
		return "", "", err
	}
	px, py := milli(x), milli(y)
	for i := range chain {
		c := &chain[i]
		out, err := r.owner(c, "DOM.getBoxModel")
		if err != nil {
			return "", "", err
		}
		box := contentBox(out)
		viewport := &engine.Viewport{}
		out, err = r.in(c.Session).call(engine.Do(viewport))
		if err != nil {
			return "", "", err
		}
		size := viewport.Answer(out)
		px, py = box.at(px, py, int64(max(size.Width, 1)), int64(max(size.Height, 1)))
	}
	return decimal(px), decimal(py), nil
}

// owner runs a command on the element that holds a child.
func (r *run) owner(c *tabstate.Child, method string) ([]byte, error) {
	out, err := r.sendTo(c.Parent, "DOM.getFrameOwner", new(scan.Object).Str("frameId", c.Frame).JSON())
	if err != nil {
		return nil, errFrameGone()
	}
	out, err = r.sendTo(c.Parent, method, new(scan.Object).Num("backendNodeId", scan.WholeAt(out, "backendNodeId")).JSON())
	if err != nil {
		return nil, protocol.NewError(protocol.CodeElementNotFound, "the frame that holds the element is not visible; extract again")
	}
	return out, nil
}

// quad are the four corners of a box, clockwise, in thousandths of a pixel.
type quad [8]int64

// contentBox is the one in an answer to DOM.getBoxModel.
func contentBox(out []byte) (box quad) {
	content := scan.Path(out, "model", "content")
	for i := range box {
		box[i] = milli(string(scan.Nth(content, i)))
	}
	return box
}

// at maps a point of the box's inner width and height to where it lies.
func (q quad) at(x, y, width, height int64) (int64, int64) {
	along := func(i int) int64 {
		return q[i] + (q[2+i]-q[i])*x/(width*1000) + (q[6+i]-q[i])*y/(height*1000)
	}
	return along(0), along(1)
}

// milli reads a JSON number as thousandths.
func milli(s string) int64 {
	head, tail, _ := strings.Cut(s, ".")
	for len(tail) < 3 {
		tail += "0"
	}
	n, _ := scan.Int(strings.TrimPrefix(head, "-") + tail[:3])
	if strings.HasPrefix(head, "-") {
		return -n
	}
	return n
}

// decimal writes thousandths as a JSON number.
func decimal(n int64) string {
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	tail := strconv.FormatInt(1000+n%1000, 10)
	return sign + strconv.FormatInt(n/1000, 10) + "." + tail[1:]
}
