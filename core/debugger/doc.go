// Package debugger holds the CDP conversation with a tab, one file per action family.
package debugger
