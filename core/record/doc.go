// Package record writes Go values as JSON and reads them back, by one description
// of their members. It decides nothing about what they mean.
//
// Most objects are described by build/gen, from the declaration of a type that is marked
// //bua:record and of what it is made of. An [Object] names its members to a [Pass], which writes or reads them. So what
// is written and what is read cannot disagree. A member that is zero is not
// written, and one that is absent reads as zero: a later version may add some.
//
// It imports: core/scan.
package record
