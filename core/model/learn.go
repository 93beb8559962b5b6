package model

// traits are the quirks that hold now.
func (c *Client) traits() traits {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := traits{}
	for _, from := range []traits{c.base.has, c.learned} {
		for q := range from {
			all[q] = true
		}
	}
	if all[NoMaxTokens] {
		delete(all, CompletionTokens)
	}
	return all
}

// learn takes a quirk from a refusal that names a parameter, and reports whether it
// is new.
func (c *Client) learn(said *refusal) bool {
	q := learnable(said.param)
	if q == "" || !said.is("unsupported_parameter", "unsupported_value", "unknown_parameter", "invalid_request_error") {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.learned[q] || c.base.has[q] {
		return false
	}
	c.learned[q] = true
	return true
}

// keep keeps guesses that were right.
func (c *Client) keep(guesses []Quirk) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, q := range guesses {
		c.learned[q] = true
	}
}
