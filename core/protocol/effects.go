package protocol

// Caused returns what a result says that its action caused, nil when it says
// nothing of it.
func Caused(r Result) *Effects {
	switch r := r.(type) {
	case OK:
		return r.Effects
	case OpenTabResult:
		return r.Effects
	case ExtractResult:
		return r.Effects
	case EvaluateResult:
		return r.Effects
	case ScreenshotResult:
		return r.Effects
	case DialogResult:
		return r.Effects
	case FieldsResult:
		return r.Effects
	case UploadResult:
		return r.Effects
	case HelpResult:
		return r.Effects
	case PageToolResult:
		return r.Effects
	}
	return nil
}

// WithEffects returns the result with e for its effects; a result that has no
// room for them stays as it is.
func WithEffects(r Result, e *Effects) Result {
	switch r := r.(type) {
	case OK:
		r.Effects = e
		return r
	case OpenTabResult:
		r.Effects = e
		return r
	case ExtractResult:
		r.Effects = e
		return r
	case EvaluateResult:
		r.Effects = e
		return r
	case ScreenshotResult:
		r.Effects = e
		return r
	case DialogResult:
		r.Effects = e
		return r
	case FieldsResult:
		r.Effects = e
		return r
	case UploadResult:
		r.Effects = e
		return r
	case HelpResult:
		r.Effects = e
		return r
	case PageToolResult:
		r.Effects = e
		return r
	}
	return r
}
