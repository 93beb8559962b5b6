package main

// faults are what goes wrong by itself: a process dies, a network is cut, a
// page hangs, a person intervenes.
func faults() []row {
	return []row{
		shown("R01", "the worker is killed while idle", in("tests/serviceworker", "TestKilled"), in("tests/product", "TestOutlives$/while_nothing")),
		shown("R02", "the worker is killed in an action", in("tests/product", "TestOutlives$/in_an_action"), in("tests/bridge", "worker_is_killed"), in("tests/direct", "TestBrowser"), in("tests/runs", "TestAlone$")),
		shown("R03", "the browser is killed", in("tests/product", "TestOutlives$/the_browser"), in("core/dispatch", "TestRestart_OfTheBrowser")),
		shown("R04", "the backend restarts", in("tests/bridge", "TestBridge_reconnects"), in("tests/agent", "TestServe_Remembers"), in("core/link", "TestStep_spreads_reconnects")).
			but("ten thousand browsers are in the model of the back-off only; a real backend is restarted under one"),
		shown("R05", "half-open, one-way, cut in a frame", in("tests/bridge", "TestSocket_beats|TestChaos_delivers|TestChaos_gives_up|TestChaos_cancels"), in("tests/threats", "TestChromium_outlives")),
		shown("R06", "a browser that does not read", in("tests/bridge", "TestSocket_slow_browser"), in("backend/pool", "TestRequest_closes_a_browser")),
		shown("R07", "late, repeated and stray answers", in("backend/pool", "TestRequest_is_never"), in("tests/bridge", "TestSocket_answers")),
		shown("R08", "the same request twice", in("tests/serviceworker", "TestTwice").with("-duplicates", "1000"), in("core/link", "TestResume"), in("wasm/worker", "TestRequest_Again")).
			but("answers are remembered for 90 s in one life of the worker; after its death, the backend's promise never to send twice has to do"),
		shown("R09", "malformed, deep and huge messages", in("tests/bridge", "TestSocket_closes_with|TestSocket_takes"), in("tests/vectors", "TestVectors").with("-mutants", "100000"), in("tests/serviceworker", "TestTrap")),
		shown("R10", "DevTools is open on the tab", in("tests/safety", "TestDevTools")),
		shown("R11", "Cancel in the debugger's bar", in("tests/actions", "TestLives$/extension/SessionEnds/user_stopped_by_Cancel"), in("core/dispatch", "TestLockout_Stop$")).
			but("the click on the bar is Chrome's event, dispatched by the test: a bar is no part of a page"),
		shown("R12", "a page detaches the debugger", in("core/dispatch", "TestDetached"), in("core/debugger", "TestRun_Detach|TestAttach_Detached"), in("tests/safety", "TestLostTabs")),
		shown("R13", "a tab crashes", in("core/debugger", "TestRun_Crashed|TestRun_EndsFromOutside"), in("tests/safety", "TestLostTabs")),
		shown("R14", "a tab is discarded and comes back as another", in("tests/safety", "TestLostTabs"), in("core/dispatch", "TestEnd_InFlight")),
		shown("R15", "dialogs", in("core/debugger", "TestDialog"), in("tests/actions", "TestLives$/./Dialog_Matrix|TestOwn$/./Dialog")),
		shown("R16", "an evaluate that never ends", in("core/debugger", "TestEvaluate_NoValue"), in("tests/actions", "TestEvaluate_Browser")),
		shown("R17", "references over navigation and reused rows", in("tests/safety", "TestWrongElement")),
		shown("R18", "a page that no window shows", in("tests/safety", "TestFocusStays"), in("tests/actions", "TestAiming$/./Click|TestAdapters$/./Screenshot")),
		shown("R19", "the browser's storage is full", in("core/session", "TestAudit_Quota"), in("core/dispatch", "TestStorage_Failing|TestStart_BrokenStorage")).
			but("the storage that refuses is the test's, not a Chromium's with ten full megabytes"),
		shown("R20", "clocks that differ", in("tests/bridge", "TestBridge_tells_a_wrong_clock"), in("core/link", "TestStep_dialogues")).
			but("the machine's own clock is not turned: the differences are in what the two sides say"),
		shown("R21", "ten thousand connections", in("tests/threats", "TestLoad").with("-conns", "10000", "-rate", "2000", "-for", "10m")),
		shown("R22", "revocation in mid flight", in("backend/ws", "TestHandler_closes_a_device_that_was_revoked"), in("backend/pool", "TestDrop_lets_nothing_out")),
		shown("R23", "two copies of one pairing", in("backend/pool", "TestAttach"), in("tests/bridge", "TestBridge_closes_the_older")),
		shown("R24", "the blocklist is edited during an action", in("core/dispatch", "TestBlocklist_EditDuringAnAction|TestBlocklist_NothingLeaves"), in("tests/safety", "TestGate$/./(edited|before_the_block)"), in("tests/actions", "TestLives$/./SessionEnds/domain_blocked")),
		shown("R25", "Stop all under load", in("core/dispatch", "TestStopAll|TestLockout_StopAll"), in("backend/pool", "TestHandle_global_stop"), in("tests/model", "TestStopAll_OneAnswer"), in("tests/ui", "TestPopup_StopAllUnderLoad")),
		shown("R26", "an update while connected", in("tests/model", "TestUpdate"), in("wasm/worker", "TestUpdate"), in("tests/ui", "TestReload$")).
			but("Chrome's part, up to the news that a version is ready, is in a model: a real Chromium finds no update of an unpacked extension; from that news to the new version's connection with the same key it is real"),
		shown("R27", "the backend is killed, or its disk is full", in("backend/store", "TestAudit_Kill").with("-kills", "200", "-rows", "100000"), in("backend/store", "TestAudit_full_disk"), in("backend/app", "TestRecord_refuses")),
		shown("R28", "the embedded store: no port, one owner, migration", in("backend/store", "TestOpen_refuses|TestStore_listens_nowhere"), in("backend/app", "TestStorage|TestMain_one_backend")),
		shown("R29", "several backends on one NATS cluster", in("tests/threats", "TestCluster$").with("-outages", "3"), in("tests/threats", "TestCluster_without"), in("backend/cluster", "Test"), in("backend/store", "TestParseServers")),
		shown("R30", "a reload leaves the agent's window behind", in("core/dispatch", "TestRestart_OfTheExtension|TestRestart_Death"), in("tests/ui", "TestReload")),
		shown("R31", "the agent leaves a page with unsaved work", in("tests/actions", "TestOwn$/./(Dialog|Unsaved)"), in("core/supervisor", "TestDialogs")),
	}
}

// figures are runs at length and at random.
func figures() []row {
	return []row{
		shown("F01", "faults of all kinds again and again", in("tests/bridge", "TestChaos_storm").with("-storm", "60m"), in("tests/threats", "TestStorm$").with("-storm", "60m")),
		shown("F02", "a soak of the worker", in("tests/serviceworker", "TestSoak")),
		shown("F03", "random input at every door", targets()...),
		shown("F04", "random faults against pool, link and dispatcher", in("tests/model", "TestModel$").with("-seeds", "100000")),
		shown("F05", "the attacks bite where nothing is blocked", in("tests/safety", "TestGate_Teeth|TestWalk_Teeth")),
	}
}
