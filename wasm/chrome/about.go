package chrome

import "context"

// AskAbout asks what the browser and the extension are.
func AskAbout(ctx context.Context, h Host) (About, error) {
	a, err := aboutCall{}.ask(ctx, h)
	if err != nil {
		return a, other("say what it is", err)
	}
	return a, nil
}

// AskBootstrap returns bootstrap.json, nil when there is none.
func AskBootstrap(ctx context.Context, h Host) ([]byte, error) { return bootstrapCall{}.ask(ctx, h) }

// Pair posts a pairing request and returns the status and the JSON body;
// status 0 means that nobody answered.
func Pair(ctx context.Context, h Host, url string, body []byte) (status int, answer []byte, err error) {
	a, err := pairCall{URL: url, Body: body}.ask(ctx, h)
	return a.Status, a.Body, err
}
