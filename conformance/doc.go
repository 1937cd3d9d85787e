// Package conformance compares karplint's conversions with Karpenter itself: with its CRDs, evaluated by the API server's own code, and the
// conversion of its webhook. It contains only tests. It is a separate module because their dependencies are large.
package conformance
