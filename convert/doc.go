// Package convert rewrites Karpenter's objects from the alpha API to v1beta1 and from there to v1, and the labels and annotations in
// any object with them. New makes a Converter, and Converter.Files converts the files of a run together.
//
// docs/architecture.md describes each file. Differences between versions of Karpenter (defaults, limits, names) are in
// the package facts and not here.
package convert
