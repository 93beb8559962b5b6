package session

// The storage keys of this room. A line //bua:stored says in which areas a key
// is and what is under it; pages, that the extension's pages write it, too.
const (
	// KeySessions is the active sessions.
	//
	//bua:stored session []sessionRow
	KeySessions = "activeSessions"
	// KeyHistory is the audit log, oldest first; see [auditLog].
	//
	//bua:stored local []auditRow
	KeyHistory = "sessionHistory"
	// KeyBlocklist is the blocklist; see [ParseRule].
	//
	//bua:stored local,managed []string pages
	KeyBlocklist = "blocklist"
	// KeyDenied is the capabilities that the person or the organisation has
	// switched off: script, upload, download, tools. Unreadable means all that can be.
	//
	//bua:stored local,managed []protocol.Capability pages
	KeyDenied = "deniedCapabilities"
	// KeyPrivateNetwork is whether private networks are refused: when either
	// says so.
	//
	//bua:stored local,managed refuse|allow pages
	KeyPrivateNetwork = "privateNetwork"
	// KeyConsentMode is whether the person is asked; the organisation's holds
	// where there is one.
	//
	//bua:stored local,managed Mode
	KeyConsentMode = "consentMode"
	// KeyConsentSites is the domains that the person allows for good.
	//
	//bua:stored local []string
	KeyConsentSites = "consentSites"
	// KeyProfile is the profile; the organisation's holds where there is one.
	//
	//bua:stored local,managed Profile
	KeyProfile = "profile"
	// KeyGrants is what is granted in the strict profile, one origin each: rows
	// "ORIGIN cap cap", see [ParseGrant].
	//
	//bua:stored local,managed []string
	KeyGrants = "grants"
	// KeyCategories is the kinds of sites that are blocked, by the person and the
	// organisation together.
	//
	//bua:stored local,managed []string pages
	KeyCategories = "blockedCategories"
	// KeyConsentAsked is what waits for the person's answer.
	//
	//bua:stored session []questionRow
	KeyConsentAsked = "consentAsked"
	// KeyConsentAnswers is what they allowed once or denied.
	//
	//bua:stored session []questionRow
	KeyConsentAnswers = "consentAnswers"
	// KeyHolds is where the person has stopped the agent. It outlives a reload of the
	// extension.
	//
	//bua:stored local []holdRow
	KeyHolds = "stopped"
	// KeyHolding is false where a stop shall not keep the agent out.
	//
	//bua:stored local bool pages
	KeyHolding = "holdAfterStop"
	// KeyHelp is the requests for the person's help.
	//
	//bua:stored session []helpRow
	KeyHelp = "helpAsked"
	// KeyDialogPolicy is what happens to dialogs of pages where the agent has set
	// no policy.
	//
	//bua:stored local,managed protocol.DialogPolicy pages
	KeyDialogPolicy = "dialogPolicy"
	// KeyDialogTimeout is after how many seconds a dialog is dismissed that nobody
	// answers.
	//
	//bua:stored local,managed int pages
	KeyDialogTimeout = "dialogTimeout"
	// KeyManagedFaults is the keys of which the organisation's value is not
	// understood; what was in force before holds on.
	//
	//bua:stored local []string
	KeyManagedFaults = "managedFaults"
	// KeyManagedSchema is set by every policy, so that a value that Chrome dropped
	// for a typing mistake is told from no policy at all.
	//
	//bua:stored managed int
	KeyManagedSchema = "schemaVersion"
)

// What is under [KeyPrivateNetwork].
const (
	PrivateRefuse = "refuse"
	PrivateAllow  = "allow" // the default
)
