package protocol

// Feature names one addition to bare version 4.
type Feature string

// The features of this build.
const (
	// FeatureBeat: text heartbeats in both directions.
	FeatureBeat Feature = "beat"
	// FeatureCancel: the cancel message.
	FeatureCancel Feature = "cancel"
	// FeatureEffects: results may carry effects.
	FeatureEffects Feature = "effects"
	// FeatureSecrets: type may name a secret; an older extension would overlook
	// where it may go.
	FeatureSecrets Feature = "secrets"
	// FeatureFillSecrets: the fields of fill_form may, for the same reason.
	FeatureFillSecrets Feature = "fill_secrets"
	// FeatureSecretRules: a secret goes into the fields of a login only, unless
	// the backend says that any will do, and a screenshot hides what it is told.
	// An older extension would overlook both, so it gets no secret at all.
	FeatureSecretRules Feature = "secret_rules"
	// FeatureClicks: click may name a count, a button and a modifier; an older
	// extension would click once with the left one.
	FeatureClicks Feature = "clicks"
	// FeatureAfter: extract may go on behind an element; an older extension
	// would list the first ones again.
	FeatureAfter Feature = "after"
	// FeatureKeys: type may send keys; an older extension would insert the text.
	FeatureKeys Feature = "keys"
	// FeaturePublic, in an ack only: the agent is to be kept out of private
	// networks.
	FeaturePublic Feature = "public_only"
	// FeatureResume: this end keeps answers over a lost connection.
	FeatureResume Feature = "resume"
	// FeatureResumed, in a hello only: this is the same life of the worker as
	// the last connection, so requests that were under way still are. A worker
	// that was killed does not list it, and the backend gives those requests up.
	FeatureResumed Feature = "resumed"
	// FeatureMay: a request may say what it may do.
	FeatureMay Feature = "may"
	// FeaturePanel: the panel message.
	FeaturePanel Feature = "panel"
	// FeatureRepeat: a request that comes again is not carried out again, so that
	// after a lost connection the backend may send those that it has no answer to.
	FeatureRepeat Feature = "repeat"
	// FeatureManaged, in a hello only: an organisation's policy is in force in this
	// browser.
	FeatureManaged Feature = "managed"
	// FeatureManagedFaults, in a hello only: something in that policy is not
	// understood, and what was in force before holds.
	FeatureManagedFaults Feature = "managed_faults"
)

// Features returns what this build offers beyond bare version 4: the further
// messages, and each further action under its own name.
func Features() []Feature {
	out := []Feature{FeatureBeat, FeatureCancel, FeatureEffects, FeatureSecrets, FeatureFillSecrets, FeatureSecretRules, FeatureClicks, FeatureAfter, FeatureKeys, FeatureMay, FeaturePanel}
	for _, k := range Kinds()[firstActions:] {
		out = append(out, Feature(k))
	}
	return out
}

// firstActions is the number of actions that every peer of version 4 knows.
const firstActions = 13

// Needs returns the feature that a peer must have for an action, "" for none.
// A frame that an older peer would overlook is such a need too: it would act
// in the main one.
func Needs(a Action) Feature {
	if s, ok := a.(Screenshot); len(SecretNames(a)) > 0 || ok && len(s.Hide) > 0 {
		return FeatureSecretRules
	}
	if c, ok := a.(Click); ok && (c.Count == 2 || c.Button == ButtonRight || c.Modifier != "") {
		return FeatureClicks
	}
	if e, ok := a.(Extract); ok && e.After != "" {
		return FeatureAfter
	}
	if t, ok := a.(Type); ok && t.Keys {
		return FeatureKeys
	}
	if FrameOf(a) != "" {
		return Feature(KindFrames)
	}
	switch a.(type) {
	case Navigate, Click, Type, Hover, PressKey, Scroll, Screenshot, Extract, Evaluate, WaitFor, GetTabs, OpenTab, CloseTab:
		return "" // the first actions: every peer of version 4 knows them
	}
	return Feature(a.Kind())
}
