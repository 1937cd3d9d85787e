// Package conformance holds karplint's conversions to what Karpenter itself says: its CRDs, judged by the API server's own code, and the
// conversion of its webhook. It has tests only. Its module is one of its own because what they need is large.
package conformance
