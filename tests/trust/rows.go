package main

import "strconv"

// row is one line of the table: a threat (S), a fault (R) or a figure (F) of the
// research, and the tests that show how it stands.
type row struct {
	id, says string
	// tests are run one after the other; all have to pass.
	tests []proof
	// not is what of the row cannot be had here, and why; a row with no tests has
	// nothing but this.
	not string
}

// proof is one go test. Arguments for the long form stand in long.
type proof struct {
	pkg, run    string
	short, long []string
}

func in(pkg, run string) proof { return proof{pkg: pkg, run: run} }

func (p proof) with(long ...string) proof { p.long = long; return p }

// first is the arguments of the short form.
func (p proof) first(short ...string) proof { p.short = short; return p }

// fuzz runs a target on inputs made up by Go's fuzzer, 20,000 in the short form.
// One core does it; none of the time goes into making failing inputs smaller.
func fuzz(pkg, target string, long int) proof {
	args := func(n int) []string {
		return []string{"-fuzz", "^" + target + "$", "-fuzztime", strconv.Itoa(n) + "x", "-fuzzminimizetime", "1x", "-parallel", "1"}
	}
	return proof{pkg: pkg, run: "^" + target + "$", short: args(20_000), long: args(long)}
}

// targets are all fuzz targets of the tree; the codec's first.
func targets() []proof {
	list := []proof{fuzz("core/protocol", "FuzzDecode", 20_000_000)}
	for _, t := range [][2]string{
		{"core/protocol", "FuzzDecodeAction"}, {"core/protocol", "FuzzDecodeResult"}, {"core/protocol", "FuzzValidate"}, {"core/protocol", "FuzzRequestID"},
		{"core/scan", "FuzzCheck"}, {"core/session", "FuzzLocate"}, {"core/session", "FuzzBook"}, {"core/dispatch", "FuzzRehydrate"},
		{"core/link", "FuzzStep"}, {"core/link", "FuzzHelloInput"}, {"core/debugger", "FuzzEngine"}, {"core/debugger", "FuzzMembers"}, {"core/uid", "FuzzParse"},
		{"backend/pairing", "FuzzVerify"}, {"backend/pool", "FuzzPool"}, {"backend/mcp", "FuzzUntrusted"},
	} {
		list = append(list, fuzz(t[0], t[1], 2_000_000))
	}
	return list
}

const noHeadful = "needs the person's own screen, policies or a second operating system"

// rows is the table, in the order of the research.
func rows() []row {
	return []row{
		{"S01", "a web page opens the socket", []proof{in("tests/bridge", "TestUpgrade_lets_in_our_origin_only"), in("tests/agent", "TestRoutes")}, ""},
		{"S02", "DNS rebinding against socket, MCP and HTTP", []proof{in("tests/bridge", "TestUpgrade_lets_in_our_hosts_only"), in("tests/agent", "TestRoutes")}, ""},
		{"S03", "forged requests to MCP and the API; MCP conformance", []proof{in("tests/agent", "TestMCP_Guards"), in("tests/agent", "TestConformance_Product"), in("tests/agent", "TestConformance_Guards")}, ""},
		{"S04", "a squatter on the port waits for hello", []proof{in("tests/bridge", "TestTrust_a_squatter|TestTrust_a_hello|TestTrust_a_reject")}, ""},
		{"S05", "files that others could read or replace", []proof{in("backend/store", "TestOpen_refuses"), in("backend/pairing", "TestReadFile_refuses"), in("backend/cmd/bua/program", "TestHome_Token")}, "another program of the same user can read the keys: that is not defended"},
		{"S06", "another user of the machine", []proof{in("tests/bridge", "TestHandshake_refuses")}, "the peer is a process without a key, not one under another uid: the backend sees no difference on loopback"},
		{"S07", "a stolen key is revoked under load", []proof{in("tests/trust", "TestRevocation").with("-trials", "1000")}, ""},
		{"S08", "guessing pairing codes", []proof{in("backend/pairing", "TestRedeem_judges_five|TestRedeem_takes_ten|TestRedeem_bounds")}, ""},
		{"S09", "strangers that use up resources", []proof{in("tests/bridge", "TestHandshake_holds_sixteen|TestHandshake_idle"), in("backend/httpapi", "TestCrowd|TestLimit")}, "sixteen handshakes an address are all that a flood from this machine leaves: a paired browser may have to try again"},
		{"S10", "a backend that sends anything", []proof{in("tests/seam", "TestStrangeText|TestBinary|TestDeepest"), in("core/protocol", "Test|Fuzz")}, ""},
		{"S11", "evaluate as a way around the blocklist", []proof{in("tests/trials", "TestBlocklistRaces")}, ""},
		{"S12", "URL tricks against the blocklist", []proof{in("core/session", "TestLocate|TestRule|TestParseRule"), in("tests/hosts", "TestHosts")}, ""},
		{"S13", "races, redirects and frames against the blocklist", []proof{in("tests/trials", "TestBlocklistRaces"), in("tests/debugger", "TestFrames_Refused")}, ""},
		{"S14", "prompt injection by page text", []proof{in("backend/mcp", "TestUntrusted|TestCompact_BreakOut|TestSuspicions|TestAnswer_flags"), in("tests/trials", "TestHostilePages")}, "a script that the agent runs on a site with a grant can send to any other, as that page can: the person can switch scripts off"},
		{"S15", "exfiltration by navigation", []proof{in("core/dispatch", "TestConsent"), in("core/debugger", "TestGuard"), in("tests/ui", "TestConsent")}, "only where the person chose to be asked; otherwise the audit is what shows it"},
		{"S16", "other extensions", []proof{in("tests/seam", "TestPerson")}, ""},
		{"S17", "page-made strings in popup and options", []proof{in("tests/deps", "TestUI")}, "only the rooms' imports are checked here; the pages' own tests are in tests/ui"},
		{"S18", "a locked or idle screen", []proof{in("core/dispatch", "TestPresence"), in("tests/actions", "TestSessionEnds")}, ""},
		{"S19", "a careless administrator", []proof{in("core/session", "TestPolicy")}, "managed policies of a real Chromium are not installed on this machine"},
		{"S20", "supply chain", []proof{in("tests/deps", "TestLicences|TestText_NoRegistries"), in("tests/deps", "TestVulnerabilities").first("-vulnerabilities", "https://vuln.go.dev").with("-vulnerabilities", "https://vuln.go.dev")}, "what runs here: the licence of every module in the binary, and no registry in the tree; packing and signing are not built yet"},
		{"S21", "two devices of one account", []proof{in("tests/bridge", "TestBridge_keeps_devices_apart"), in("backend/pool", "TestRequest_finds_the_device")}, ""},
		{"S22", "answers to what another was asked", []proof{in("backend/pool", "TestRequest_is_never_answered_for_another"), in("tests/bridge", "TestSocket_answers_that_nobody")}, ""},
		{"S23", "secrets in logs, figures, audit and store", []proof{in("tests/agent", "TestCanary"), in("tests/actions", "TestSecret"), in("backend/secrets", "Test"), in("core/debugger", "TestType_Secret|TestGoes")}, ""},
		{"S24", "misuse of a server's tokens", []proof{in("tests/agent", "TestUsers|TestRoutes"), in("backend/mcp", "TestServer")}, "users have bearer tokens, there is no OAuth"},
		{"S25", "file and internal pages", []proof{in("core/dispatch", "TestURL_Schemes"), in("core/dispatch", "TestInTab_Refuses|TestOpenTab")}, ""},

		{"R01", "the worker is killed while idle", []proof{in("tests/seam", "TestKilled"), in("tests/spec", "TestWorkerKilledAtIdle")}, ""},
		{"R02", "the worker is killed in an action", []proof{in("tests/spec", "TestWorkerKilledInAction"), in("tests/bridge", "worker_is_killed"), in("tests/trials", "TestKills")}, ""},
		{"R03", "the browser is killed", []proof{in("tests/spec", "TestLaunch_BrowserDies"), in("core/dispatch", "TestRestart_OfTheBrowser")}, ""},
		{"R04", "the backend restarts", []proof{in("tests/bridge", "TestBridge_reconnects"), in("tests/agent", "TestServe_Remembers"), in("core/link", "TestStep_spreads_reconnects")}, ""},
		{"R05", "half-open, one-way, cut in a frame", []proof{in("tests/bridge", "TestSocket_beats"), in("tests/bridge", "TestChaos_delivers|TestChaos_gives_up|TestChaos_cancels"), in("tests/trust", "TestChromium_outlives")}, ""},
		{"R06", "a browser that does not read", []proof{in("tests/bridge", "TestSocket_slow_browser"), in("backend/pool", "TestRequest_closes_a_browser")}, ""},
		{"R07", "late, repeated and stray answers", []proof{in("backend/pool", "TestRequest_is_never"), in("tests/bridge", "TestSocket_answers")}, ""},
		{"R08", "the same request twice", []proof{in("tests/seam", "TestTwice").with("-duplicates", "1000"), in("core/link", "TestResume"), in("wasm/worker", "TestRequest_Again")}, "answers are remembered for 90 s in one life of the worker; after its death, the backend's promise never to send twice has to do"},
		{"R09", "malformed, deep and huge messages", []proof{in("tests/bridge", "TestSocket_closes_with|TestSocket_takes"), in("tests/vectors", "TestVectors").with("-mutants", "100000"), in("tests/seam", "TestTrap")}, ""},
		{"R10", "DevTools is open on the tab", nil, noHeadful},
		{"R11", "Cancel in the debugger's bar", []proof{in("tests/actions", "TestSessionEnds")}, ""},
		{"R12", "a page detaches the debugger", []proof{in("tests/debugger", "TestPageMadeDetach"), in("core/dispatch", "TestDetached"), in("core/debugger", "TestRun_Detach"), in("tests/trials", "TestLostTabs")}, ""},
		{"R13", "a tab crashes", []proof{in("tests/debugger", "TestCrash"), in("tests/trials", "TestLostTabs")}, ""},
		{"R14", "a tab is discarded and comes back as another", []proof{in("tests/trials", "TestLostTabs"), in("core/dispatch", "TestEnd_InFlight")}, ""},
		{"R15", "dialogs", []proof{in("tests/debugger", "TestDialog|TestEvaluate_Dialogs")}, ""},
		{"R16", "an evaluate that never ends", []proof{in("tests/debugger", "TestEvaluate_Endless")}, ""},
		{"R17", "references over navigation and reused rows", []proof{in("tests/trials", "TestWrongElement")}, ""},
		{"R18", "a page that no window shows", []proof{in("tests/trials", "TestFocusStays"), in("tests/actions", "TestClick|TestScreenshot")}, "the latency of hidden tabs is in docs/figures.md, not a test"},
		{"R19", "the browser's storage is full", []proof{in("core/session", "TestAudit_Quota"), in("core/dispatch", "TestStorage_Failing")}, ""},
		{"R20", "clocks that differ", []proof{in("tests/bridge", "TestBridge_tells_a_wrong_clock"), in("core/link", "TestStep_dialogues")}, ""},
		{"R21", "ten thousand connections", []proof{in("tests/trust", "TestLoad").with("-conns", "10000", "-rate", "2000", "-for", "10m"), in("tests/trust", "TestSlow").with("-conns", "10000", "-rate", "1000", "-windows", "60", "-window", "2s")}, ""},
		{"R22", "revocation in mid flight", []proof{in("backend/ws", "TestHandler_closes_a_device_that_was_revoked"), in("backend/pool", "TestDrop_lets_nothing_out")}, ""},
		{"R23", "two copies of one pairing", []proof{in("backend/pool", "TestAttach"), in("tests/bridge", "TestBridge_closes_the_older")}, ""},
		{"R24", "the blocklist is edited during an action", []proof{in("core/dispatch", "TestBlocklist_EditDuringAnAction"), in("tests/trials", "TestBlocklistRaces")}, ""},
		{"R25", "Stop all under load", []proof{in("core/dispatch", "TestStopAll"), in("backend/pool", "TestHandle_global_stop")}, ""},
		{"R26", "an update while connected", []proof{in("tests/model", "TestUpdate"), in("wasm/worker", "TestUpdate"), in("tests/ui", "TestUpdate")}, "Chrome's part, up to the news that a version is ready, is in a model: a real Chromium finds no update of an unpacked extension; from that news to the new version's connection with the same key it is real"},
		{"R27", "the backend is killed, or its disk is full", []proof{in("backend/store", "TestAudit_Kill").with("-kills", "200", "-rows", "100000"), in("tests/trust", "TestAudit_Backend").with("-kills", "100"), in("backend/store", "TestAudit_full_disk"), in("backend/cmd/bua/program", "TestRecord_refuses")}, ""},
		{"R28", "the embedded store: no port, one owner, migration", []proof{in("backend/store", "TestOpen_refuses|TestStore_listens_nowhere"), in("backend/cmd/bua/program", "TestStorage|TestMain_one_backend")}, ""},
		{"R29", "several backends on one NATS cluster", []proof{in("tests/trust", "TestCluster$").with("-outages", "3"), in("tests/trust", "TestCluster_without"), in("backend/cluster", "Test"), in("backend/store", "TestParseServers")}, ""},

		{"F01", "faults of all kinds again and again", []proof{in("tests/bridge", "TestChaos_storm").with("-storm", "60m"), in("tests/trust", "TestStorm$").with("-storm", "60m")}, ""},
		{"F02", "a soak of the worker", []proof{in("tests/seam", "TestSoak")}, ""},
		{"F03", "random input at every door", targets(), ""},
		{"F04", "random faults against pool, link and dispatcher", []proof{in("tests/model", "TestModel$").with("-seeds", "100000")}, ""},
	}
}
