package engine

// Extract reads the page, or the part of it that the selector names.
//
//bua:op extract answers=Extracted with=ExtractResult
type Extract struct {
	// Base is the first number that is free for an element's uid.
	Base int `json:"base"`
	// Cap is how many elements are listed at most.
	Cap int `json:"cap"`
	// Selector names the part to read.
	Selector string `json:"selector,omitempty"`
	// Since is the snapshot with which the reading is compared, "last" the latest.
	Since string `json:"since,omitempty"`
	// Query keeps what has these words.
	Query string `json:"query,omitempty"`
	// After is the uid of the element, the line of the Markdown, or the page of a PDF, behind which the reading goes on.
	After string `json:"after,omitempty"`
	// Seek only looks for what has the words, in all that shows.
	Seek bool `json:"seek,omitempty"`
	// MaxTokens bounds the answer.
	MaxTokens int `json:"maxTokens,omitempty"`
	// Within says that the frame is meant that was entered.
	Within bool `json:"within,omitempty"`
	// Parsed is how long a document is waited for that is still being parsed, in ms.
	Parsed int `json:"parsed,omitempty"`
	// Hosts has the answer count what may have a closed shadow root.
	Hosts bool `json:"hosts,omitempty"`
	// Sizable leaves a frame unread that is too small to hold anything.
	Sizable bool `json:"sizable,omitempty"`
}

// Extracted is what an extract tells beside the result for the agent. The
// members from password to size are for the obstacle classifier.
type Extracted struct {
	Located
	// Next is the number that is free now.
	Next int `json:"next"`
	// Hosts counts the elements that may have a closed shadow root and were not
	// asked about.
	Hosts int `json:"hosts,omitempty"`
	// PDF is 1 where the tab shows one and what reads it is not there, 2 where it was read.
	PDF int `json:"pdf,omitempty"`
	// Small says that the frame was left unread.
	Small bool `json:"small,omitempty"`
	// Announced is what messages said since the last reading.
	Announced string `json:"announced,omitempty"`
	// Unsettled says why the page may not have drawn itself.
	Unsettled string `json:"unsettled,omitempty"`
	// CaptchaFrame says that a frame of a known captcha shows.
	CaptchaFrame bool `json:"captchaFrame,omitempty"`
	// Password says that a field asks for one.
	Password bool `json:"password,omitempty"`
	// Passwords are the uids of fields that hide what is typed.
	Passwords []string `json:"passwords,omitempty"`
	// Peripheral are the uids of elements beside the content.
	Peripheral []string `json:"peripheral,omitempty"`
	// Dialog are the uids of elements in a dialog.
	Dialog []string `json:"dialog,omitempty"`
	// Status is that of the document's HTTP response, 0 where it is not known.
	Status int `json:"status,omitempty"`
	// Challenge says that the document has the mark of a challenge service.
	Challenge bool `json:"challenge,omitempty"`
	// Size is that of the whole content.
	Size int `json:"size,omitempty"`
}

// Shown folds what the document shows.
//
//bua:op shown answers=ShownText
type Shown struct {
	// Bare leaves out what is hidden by now.
	Bare bool `json:"bare,omitempty"`
}

// ShownText is a folded text.
type ShownText struct {
	Located
	Text string `json:"text"`
}

// Mask hides, for a picture, the values of secret fields and the elements that
// show one of these folded texts.
//
//bua:op mask answers=Masked
type Mask struct {
	Hide []string `json:"hide,omitempty"`
}

// Masked says how much is hidden.
type Masked struct {
	Located
	Hidden int `json:"hidden"`
}

// Unmask ends what mask did.
//
//bua:op unmask
type Unmask struct{}

// Viewport measures the window.
//
//bua:op viewport answers=Size
type Viewport struct{}

// Size is in CSS pixels.
type Size struct {
	Located
	Width  int `json:"width"`
	Height int `json:"height"`
}

// Drawn waits until what was scrolled is also where the browser looks for the
// frame that input goes to: two frames, or half a second.
//
//bua:op drawn
type Drawn struct{}

// Here does nothing: the engine is there once it has answered.
//
//bua:op here
type Here struct{}

// Wait waits until the target is there and visible, or for what it names instead.
//
//bua:op wait answers=Waited
type Wait struct {
	Target
	// Text is to show, Gone is a text or a uid that is not to.
	Text string `json:"text,omitempty"`
	Gone string `json:"gone,omitempty"`
	// Quiet is how long nothing must have changed, in ms.
	Quiet int `json:"quiet,omitempty"`
	// MS is how long. After it the error is timeout.
	MS int `json:"ms"`
}

// Waited is what was seen in the end.
type Waited struct {
	Located
	Saw string `json:"saw,omitempty"`
}
