// Package forced shows the extension as an organisation installs it: by a real
// policy in a real Chromium, from our own update.xml on loopback. It is signed
// with a key that each run makes.
package forced
