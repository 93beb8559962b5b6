// Package uid decides which uid means which element, and when it no longer does.
package uid
