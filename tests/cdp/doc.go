// Package cdp is the tests' own small CDP client: the witness beside the
// product, and the direct path that benchmarks compare with.
package cdp
