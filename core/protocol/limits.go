package protocol

// Limits of a message. Both ends enforce them before they look at the content.
const (
	// MaxDepth is how deep arrays and objects may nest.
	MaxDepth = 32
	// MaxHello is the size in bytes of anything sent before the handshake is done.
	MaxHello = 4 << 10
	// MaxToExtension is the size in bytes of a message to the extension.
	MaxToExtension = 1 << 20
	// MaxFromExtension is the size in bytes of a message from the extension.
	MaxFromExtension = 16 << 20

	// MaxFrame is the size in bytes of what one panel message carries.
	MaxFrame = 256 << 10

	// MaxURL is the length in bytes of a URL in an action.
	MaxURL = 2048
	// MaxSelector is the length in bytes of a CSS selector.
	MaxSelector = 4096
	// MaxUID is the length in bytes of an element reference.
	MaxUID = 16
	// MaxText is the length in bytes of the text of a type action.
	MaxText = 256 << 10
	// MaxExpression is the length in bytes of an evaluate expression.
	MaxExpression = 256 << 10
	// MaxKey is the length in bytes of a key name with its modifiers.
	MaxKey = 64
	// MaxScroll is the largest scroll amount in CSS pixels.
	MaxScroll = 100_000
	// MaxWaitMS is the longest wait_for in milliseconds.
	MaxWaitMS = 60_000
	// MaxWaitSeconds is the longest time that wait_for lets pass.
	MaxWaitSeconds = 60
	// MaxSnapshot is the length in bytes of the snapshot id in an extract's since.
	MaxSnapshot = 32
	// MaxQuery is the length in bytes of an extract's query.
	MaxQuery = 256
	// MaxTokens is the largest answer that an extract may ask for.
	MaxTokens = 100_000
	// MaxFrameID is the length in bytes of a frame's id.
	MaxFrameID = 64
	// MaxHelpMS is the longest wait for the person's help in milliseconds.
	MaxHelpMS = 600_000
	// MaxMessage is the length in bytes of a message to the person.
	MaxMessage = 1000
	// MaxPrompt is the length in bytes of the answer to a prompt.
	MaxPrompt = 8 << 10
	// MaxOptions is the number of options that one select_option chooses.
	MaxOptions = 100
	// MaxPart is the length in bytes of a part of a file, as it is sent.
	MaxPart = 960 << 10
	// MaxChunk is the number of bytes of a file that one downloads reads; in
	// base64 they are 1 MiB.
	MaxChunk = 768 << 10
	// MaxFields is the number of fields that one fill_form fills.
	MaxFields = 100
	// MaxInt is the largest integer of the wire, where nothing smaller is
	// said. The worker's int has 32 bits.
	MaxInt = 1<<31 - 1
	// MaxTime is the largest instant in milliseconds: what a double holds exactly.
	MaxTime = 1<<53 - 1
	// MaxVersion is the length in bytes of a client's or server's version.
	MaxVersion = 64
	// MaxPairingToken is the length in bytes of a pairing token.
	MaxPairingToken = 512
	// MaxProof is the length in bytes of a server's proof.
	MaxProof = 128
	// MaxOrigins is the number of origins that a secret may go to.
	MaxOrigins = 32
	// MaxHidden is the number of texts that a screenshot hides.
	MaxHidden = 16 << 10
	// MaxFeatures is the number of features that one side lists.
	MaxFeatures = 64
	// MaxName is the length in bytes of a device's or browser's name.
	MaxName = 128
	// MaxID is the length in bytes of a request id.
	MaxID = 64
)

// Limits of a result.
const (
	// MaxElements is the number of elements that one extract lists.
	MaxElements = 200
	// MaxTools is the number of a page's tools that one extract lists.
	MaxTools = 40
	// MaxMarkdown is the size in bytes of extract's markdown.
	MaxMarkdown = 30 << 10
	// MaxPageText is the size in bytes of extract's text.
	MaxPageText = 50 << 10
	// MaxValue is the size in bytes of a serialised evaluate value; a longer
	// one is answered with a preview.
	MaxValue = 8 << 10
)
