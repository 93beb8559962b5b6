package main

// threats are what somebody tries: a page, another program, another user, the
// agent itself.
func threats() []row {
	return []row{
		shown("S01", "a web page opens the socket", in("tests/bridge", "TestUpgrade_lets_in_our_origin_only"), in("tests/agent", "TestRoutes")),
		shown("S02", "DNS rebinding against socket, MCP and HTTP", in("tests/bridge", "TestUpgrade_lets_in_our_hosts_only"), in("tests/agent", "TestRoutes|TestMCP_Guards"), in("core/link", "TestHostAllowed|TestLocalhostIsDialledByNumber")),
		shown("S03", "forged requests to MCP and the API; MCP conformance", in("tests/agent", "TestMCP_Guards|TestConformance_Product|TestConformance_Guards")),
		shown("S04", "a squatter on the port waits for hello", in("tests/bridge", "TestTrust_a_squatter|TestTrust_a_hello|TestTrust_a_reject")),
		shown("S05", "files that others could read or replace", in("backend/internal/private", "TestRead|TestClosed"), in("backend/cmd/bua", "TestPrivateFiles"), in("backend/store", "TestOpen_refuses"), in("backend/app", "TestHome_Token")).
			except("another program of the same user can read the keys"),
		shown("S06", "another user of the machine, who has no key", in("tests/bridge", "TestHandshake_refuses|TestTrust_a_squatter"), in("backend/internal/private", "TestRead$/somebody_else|TestClosed"), in("tests/agent", "TestRoutes|TestScopes$")).
			but("the stranger is a process without a key under the same uid: on loopback the backend sees no difference"),
		shown("S07", "a stolen key is revoked under load", in("tests/bridge", "TestBridge_revokes"), in("backend/pool", "TestDrop_lets_nothing_out"), in("tests/threats", "TestCluster$/revocation")),
		shown("S08", "guessing pairing codes", in("backend/pairing", "TestRedeem_judges_five|TestRedeem_takes_ten|TestRedeem_bounds")),
		shown("S09", "strangers that use up resources", in("tests/bridge", "TestHandshake_holds_sixteen|TestHandshake_idle"), in("backend/httpapi", "TestCrowd|TestLimit|TestBody"), in("tests/agent", "TestTrickle")).
			except("sixteen handshakes an address are all that a flood from this machine leaves: a paired browser may have to try again"),
		shown("S10", "a backend that sends anything", in("tests/serviceworker", "TestMalice|TestPerson"), in("core/protocol", "Test|Fuzz"), in("build/budget", "TestMethods|TestCompare")),
		shown("S11", "evaluate as a way around the blocklist", in("tests/safety", "TestGate$/./evaluate"), in("tests/ui", "TestActions"), in("core/session", "TestPolicy_May"), in("core/dispatch", "TestMay|TestStrict_Scripts|TestResult_OfABlockedDocument")),
		shown("S12", "URL tricks against the blocklist", in("core/session", "TestLocate|TestToASCII|TestRule|TestParseRule"), in("tests/hosts", "TestHosts|TestScripts|TestCharacters"), in("tests/safety", "TestOtherScripts")),
		shown("S13", "races, redirects and frames against the blocklist", in("tests/safety", "TestGate$|TestGate_Works|TestRedirectThrough|TestRedirectOutcome|TestWalk$"), in("core/debugger", "TestPressKey_WithARefusedFrame|TestPointer_NotInto")),
		shown("S14", "prompt injection by page text", in("core/tell", "TestUntrusted|TestCompact_BreakOut|TestSuspicions"), in("backend/internal/mcp", "TestAnswer_flags"), in("tests/safety", "TestHostilePages_Agent")).
			except("a script that the agent runs on a site with a grant can send to any other, as that page can: the person can switch scripts off"),
		shown("S15", "exfiltration by navigation, where the person is asked", in("core/dispatch", "TestConsent"), in("core/debugger", "TestGuard"), in("tests/ui", "TestAsked$/consent"), in("tests/safety", "TestGate_Unasked"), in("tests/actions", "TestStrict$")).
			except("where the person is not asked, which is the default, the audit is what shows it"),
		shown("S16", "other extensions", in("tests/serviceworker", "TestPerson|TestStrangers"), in("tests/deps", "TestManifest")),
		shown("S17", "page-made strings in popup and options", in("tests/ui", "TestStories_Hostile|TestPopup$"), in("tests/deps", "TestUI|TestManifest")),
		shown("S18", "a locked or idle screen", in("core/dispatch", "TestPresence"), in("tests/actions", "TestLives$/extension/SessionEnds/(system_idle|screen_locked)")).
			but("the lock is Chrome's event, dispatched by the test: no screen is locked here"),
		shown("S19", "a careless administrator", in("core/session", "TestPolicy|TestProfileIn"), in("core/dispatch", "TestConsent_ModeMistyped|TestBlocklist_Managed|TestBlocklist_Corrupt"), in("tests/ui", "TestPolicy")),
		shown("S20", "supply chain", in("tests/deps", "TestLicences|TestText_NoRegistries|TestManifest|TestFresh|TestKeys"), in("build/bundle", "TestBuild"), in("build/crx", "TestOpen_EachByteCounts"), in("build/store", "TestLint|TestListing"), in("build/release", "TestMake"),
			in("tests/deps", "TestVulnerabilities").first("-vulnerabilities", "https://vuln.go.dev").with("-vulnerabilities", "https://vuln.go.dev")).
			except("the provenance of a release is not signed: who can replace a release can replace it too"),
		shown("S21", "two devices of one account", in("tests/bridge", "TestBridge_keeps_devices_apart"), in("backend/pool", "TestRequest_finds_the_device")),
		shown("S22", "answers to what another was asked", in("backend/pool", "TestRequest_is_never_answered_for_another"), in("tests/bridge", "TestSocket_answers_that_nobody")),
		shown("S23", "secrets in logs, figures, audit and store", in("tests/agent", "TestCanary"), in("backend/secrets", "Test"), in("backend/app", "TestFiller|TestRecord_says_where"), in("backend/direct", "TestCanary|TestEndpoint_Sends")),
		shown("S24", "misuse of a server's tokens", in("tests/agent", "TestUsers|TestRoutes|TestScopes|TestOAuth"), in("backend/httpapi", "TestNew_Scopes|TestAgents_Expired|TestHealth_Proves"), in("backend/internal/mcp", "TestServer")),
		shown("S25", "file and internal pages", in("tests/safety", "TestSchemes"), in("core/dispatch", "TestURL_Schemes|TestInTab_Refuses|TestOpenTab")),
		shown("S26", "a page has a stored secret typed elsewhere", in("tests/actions", "TestSecret$/./(Filled_in|Fields)"), in("core/debugger", "TestType_Secret|TestGoes")),
		shown("S27", "a stored secret comes back in another form", in("tests/actions", "TestSecretLeaks"), in("backend/pipeline", "TestDo_fills_a_secret_in")).
			except("the site itself, and what a script disguises by other means"),
		shown("S28", "a picture shows a stored secret", in("tests/actions", "TestSecret$/./Picture")).except("what is drawn: canvas, images, video"),
		shown("S29", "keys and text come to a frame that is blocked", in("tests/actions", "TestFraming$/./Keys_Focus"), in("tests/safety", "TestGate$/./(keys|stolen)")),
		shown("S30", "a page gets what the person copied", in("tests/actions", "TestOwn$/./Clipboard")),
		shown("S31", "the agent reaches what drives it", in("tests/safety", "TestControlEndpoints"), in("core/session", "TestPolicy_ControlEndpoints|TestPolicy_Metadata|TestNetwork")),
		shown("S32", "a server is a way into its network", in("tests/safety", "TestPrivateNetwork"), in("core/session", "TestPolicy_PrivateNetwork|TestNetwork")).
			except("a name that is bound anew between the look and the request; its answer is not read"),
		shown("S33", "a misled agent pays, sends, deletes or uploads", in("tests/actions", "TestStrict$"), in("tests/ui", "TestOptions$/strict"), in("core/dispatch", "TestStrict"), in("core/internal/sink", "Test"), in("core/category", "Test"), in("core/session", "TestConsent_|TestOrigin|TestParseGrant|TestPolicy_Categories")).
			except("only in the strict profile; a page that means to deceive words its buttons otherwise"),
		shown("S34", "a pairing code goes to a stranger's server", in("core/link", "TestPair_"), in("tests/ui", "TestPair")),
		shown("S35", "the audit is cut, put back or rolled away", in("backend/store", "TestAudit_a_|TestAudit_what|TestAudit_guard|TestShares|TestVerifier")).
			except("who can write the whole folder has the key too: keep the last hash on another machine"),
		shown("S36", "a browser without its sandbox, in silence", in("backend/chromium", "TestUnsandboxed|TestLaunch_RequireSandbox|TestLaunch_SaysWhat"), in("backend/app", "TestLaunch_Sandbox|TestLaunch_Strict")),
	}
}
