package session

// The storage keys of this room.
const (
	// KeySessions (area Run): array of the active sessions.
	KeySessions = "activeSessions"
	// KeyHistory (area Local): array of audit rows, oldest first; see [Row].
	KeyHistory = "sessionHistory"
	// KeyBlocklist (areas Local and Managed): array of strings; see [ParseRule].
	KeyBlocklist = "blocklist"
	// KeyDenied (area Local): array of the capabilities that the person has
	// switched off: script, upload, download.
	KeyDenied = "deniedCapabilities"
	// KeyPrivateNetwork (areas Local and Managed): [PrivateRefuse] or
	// [PrivateAllow]; refused when either says so.
	KeyPrivateNetwork = "privateNetwork"
	// KeyConsentMode (areas Local and Managed): a [Mode]; the organisation's
	// holds where there is one.
	KeyConsentMode = "consentMode"
	// KeyConsentSites (area Local): array of the domains that the person allows
	// for good.
	KeyConsentSites = "consentSites"
	// KeyProfile (areas Local and Managed): a [Profile]; the organisation's
	// holds where there is one.
	KeyProfile = "profile"
	// KeyGrants (areas Local and Managed): array of what is granted in the
	// strict profile, one origin each; see [ParseGrant].
	KeyGrants = "grants"
	// KeyCategories (areas Local and Managed): array of the [category] names
	// that are blocked, together.
	KeyCategories = "blockedCategories"
	// KeyConsentAsked (area Run): array of what waits for the person's answer.
	KeyConsentAsked = "consentAsked"
	// KeyConsentAnswers (area Run): array of what they allowed once or denied.
	KeyConsentAnswers = "consentAnswers"
	// KeyHolds (area Run): array of where the person has stopped the agent; see
	// [Hold].
	KeyHolds = "stopped"
	// KeyHolding (area Local): false where a stop shall not keep the agent out.
	KeyHolding = "holdAfterStop"
	// KeyHelp (area Run): array of the requests for the person's help; see [Plea].
	KeyHelp = "helpAsked"
	// KeyDialogPolicy (areas Local and Managed): what happens to dialogs of pages
	// where the agent has set no policy, a [protocol.DialogPolicy].
	KeyDialogPolicy = "dialogPolicy"
	// KeyDialogTimeout (areas Local and Managed): after how many seconds a dialog
	// is dismissed that nobody answers.
	KeyDialogTimeout = "dialogTimeout"
	// KeyManagedCopy (area Local): [CopyOf] the organisation's last good list.
	KeyManagedCopy = "managedBlocklist"
	// KeyManagedFaults (area Local): array of the keys of which the organisation's
	// value is not understood; what was in force before holds on.
	KeyManagedFaults = "managedFaults"
	// KeyManagedSchema (area Managed): set by every policy, so that a value
	// that Chrome dropped for a typing mistake is told from no policy at all.
	KeyManagedSchema = "schemaVersion"
)

// What is under [KeyPrivateNetwork].
const (
	PrivateRefuse = "refuse"
	PrivateAllow  = "allow" // the default
)
