package protocol

// As returns the first error of type T in err's chain. It does what errors.As
// does without reflection, whose tables the worker would carry for it alone;
// chains that branch are not followed, since nothing here makes one.
func As[T error](err error) (found T, ok bool) {
	for err != nil {
		if found, ok = err.(T); ok {
			return found, true
		}
		wrapped, more := err.(interface{ Unwrap() error })
		if !more {
			break
		}
		err = wrapped.Unwrap()
	}
	return found, false
}
