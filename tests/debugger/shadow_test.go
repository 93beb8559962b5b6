package debugger_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/protocol"
)

func TestClosedShadowRoots(t *testing.T) {
	b := newBench(t, map[string]http.HandlerFunc{"/": html(`<plain-one></plain-one><closed-one></closed-one><script>
customElements.define("inner-one",class extends HTMLElement{constructor(){super();const r=this.attachShadow({mode:"closed"});r.innerHTML="<button>innermost</button>";
 r.firstChild.onclick=e=>{document.title="pressed "+e.isTrusted}}});
customElements.define("closed-one",class extends HTMLElement{constructor(){super();this.attachShadow({mode:"closed"}).innerHTML="<p>closed text</p><inner-one></inner-one>"}});
</script>`)})
	b.goTo("/")
	x, uids := b.extract()
	b.True(strings.Contains(x.Text, "closed text"))
	b.True(uids["innermost"] != "")
	b.ok(protocol.Click{Target: protocol.Target{UID: uids["innermost"]}})
	b.Equal(b.eval("document.title"), `"pressed true"`)
	b.cdp.takeSent()
	b.extract()
	b.Equal(b.cdp.takeSent(), []string{"Runtime.evaluate"}) // each is looked at once
	b.Equal(b.eval("Object.keys(globalThis).filter(k=>k.includes('bua')).length"), "0")
}
