package session_test

import (
	"context"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

func policy(t *testing.T, put func(*coretest.Store)) *session.Policy {
	t.Helper()
	store := coretest.NewStore()
	if put != nil {
		put(store)
	}
	p := session.NewPolicy(session.NewWriter(store), coretest.Names{})
	if err := p.Load(context.Background()); err != nil {
		t.Fatal(err)
	}
	return p
}

func judge(t *testing.T, p *session.Policy, allowed bool, urls string) {
	t.Helper()
	for _, url := range strings.Fields(urls) {
		want := protocol.CodeDomainBlocked
		if allowed {
			want = ""
		}
		if _, err := p.Check(url); protocol.CodeOf(err) != want {
			t.Errorf("%s: %v, want %q", url, err, want)
		}
	}
}

// TestPolicy_ControlEndpoints: what the agent is driven from is refused by every name that
// it has, what is beside it is not.
func TestPolicy_ControlEndpoints(t *testing.T) {
	p := policy(t, nil)
	p.SetControlEndpoints("http://127.0.0.1:9222", "ws://localhost:48123/ws/browser", "wss://bua.example.com/ws/browser", "", "pipe://x")
	judge(t, p, false, `http://127.0.0.1:9222/json/version http://localhost:9222/ http://LOCALHOST.:9222/ http://a.localhost:9222/ http://127.1:9222/
		http://0x7f000001:9222/ http://127.8.8.8:9222/ http://0.0.0.0:9222/ http://[::1]:9222/ http://[::]:9222/ http://[::ffff:127.0.0.1]:9222/ https://[::ffff:7f00:1]:9222/
		http://u:p@127.0.0.1:09222/ http://127.0.0.1:48123/mcp http://[::1]:48123/ https://bua.example.com/ https://BUA.example.com.:443/ http://bua.example.com:443/`)
	judge(t, p, true, `http://127.0.0.1:9223/ http://localhost/ http://10.0.0.1:9222/ http://example.com:9222/ http://bua.example.com/ https://example.com/ about:blank`)
	p.SetControlEndpoints("http://127.0.0.1:1")
	judge(t, p, true, `http://127.0.0.1:9222/`)
}

func TestPolicy_Metadata(t *testing.T) {
	judge(t, policy(t, nil), false, `http://169.254.169.254/latest/meta-data/ http://169.254.169.254:8080/ http://[fd00:ec2::254]/ http://100.100.100.200/ https://metadata.google.internal/`)
}

// A name counts as what it leads to, whether or not private networks are refused.
func TestPolicy_MetadataByName(t *testing.T) {
	p := policy(t, nil)
	for i, to := range strings.Fields("169.254.169.254 ::ffff:169.254.169.254 fd00:ec2::254 64:ff9b::a9fe:a9fe 100.100.100.200 168.63.129.16") {
		name := "m" + string(rune('a'+i)) + ".example"
		judge(t, p, true, "http://"+name+"/")
		if err := p.Resolved(name, to); protocol.CodeOf(err) != protocol.CodeDomainBlocked || !strings.Contains(err.Error(), "metadata") {
			t.Errorf("%s leads to %s: %v", name, to, err)
		}
		judge(t, p, false, "http://"+name+"/ https://"+name+":8443/")
	}
	for _, to := range strings.Fields("127.0.0.1 10.0.0.1 169.254.1.1 8.8.8.8 nonsense") {
		if err := p.Resolved("inner.example", to); err != nil {
			t.Errorf("inner.example leads to %s: %v", to, err)
		}
	}
	judge(t, p, true, "http://inner.example/")
	if got := strings.Join(p.RequestFilter().Patterns, " "); !strings.Contains(got, `ma\.example`) || strings.Contains(got, `inner`) {
		t.Errorf("the browser's rules do not follow: %s", got)
	}
}

// TestPolicy_PrivateNetwork: storage, the organisation or the other end of the
// bridge may refuse; none of them can take back what another refuses.
func TestPolicy_PrivateNetwork(t *testing.T) {
	const private, open = `http://localhost:3000/ http://10.0.0.1/ http://[fe80::1]/ http://router.lan/`, `https://example.com/ http://8.8.8.8/ about:blank`
	for _, row := range []struct {
		name, local, managed string
		ordered, refused     bool
	}{
		{name: "by default it is allowed"},
		{name: "the person refuses", local: `"refuse"`, refused: true},
		{name: "the organisation refuses", managed: `"refuse"`, refused: true},
		{name: "the organisation's allowance does not lift the person's", local: `"refuse"`, managed: `"allow"`, refused: true},
		{name: "nor the person's the organisation's", local: `"allow"`, managed: `"refuse"`, refused: true},
		{name: "both allow", local: `"allow"`, managed: `"allow"`},
		{name: "the backend refuses", local: `"allow"`, ordered: true, refused: true},
		{name: "what is not understood refuses", local: `"alow"`, refused: true},
		{name: "null is nothing", local: `null`},
	} {
		t.Run(row.name, func(t *testing.T) {
			p := policy(t, func(s *coretest.Store) {
				for area, v := range map[session.Area]string{session.Local: row.local, session.Managed: row.managed} {
					if v != "" {
						s.Put(area, session.KeyPrivateNetwork, v)
					}
				}
			})
			p.RefusePrivate(row.ordered)
			judge(t, p, !row.refused, private)
			judge(t, p, true, open)
			// A name counts as what it was resolved to.
			for _, to := range strings.Fields("10.1.2.3 127.0.0.1 ::1 fd00::1 ::ffff:192.168.0.1 [fe80::1]") {
				name := "a" + strings.NewReplacer(":", "x", ".", "y", "[", "", "]", "").Replace(to) + ".example"
				if err := p.Resolved(name, to); protocol.CodeOf(err) == protocol.CodeDomainBlocked != row.refused {
					t.Errorf("%s leads to %s: %v", name, to, err)
				}
				judge(t, p, !row.refused, "https://"+name+"/")
			}
			for _, to := range strings.Fields("8.8.8.8 2606:4700::1111 nonsense") {
				if err := p.Resolved("b.example", to); err != nil {
					t.Errorf("b.example leads to %s: %v", to, err)
				}
			}
			judge(t, p, true, "https://b.example/")
		})
	}
}
