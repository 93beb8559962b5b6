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
	// KeyManagedCopy (area Local): the organisation's last readable list.
	KeyManagedCopy = "managedBlocklist"
	// KeyManagedSchema (area Managed): set by every policy, so that a list
	// that Chrome dropped for a typing mistake is told from no policy at all.
	KeyManagedSchema = "schemaVersion"
)
