// Package hosts asks a real browser about the hosts that core/session computes.
package hosts
