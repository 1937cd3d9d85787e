package conformance

// release is a version of Karpenter whose CRDs are judges.
type release struct{ version string }

// The releases, the oldest first. 0.32 is the only one with the alpha kinds; 1.0 has v1beta1 and v1, and is the one whose code converts.
var (
	v0_32 = &release{"0.32.10"}
	v0_35 = &release{"0.35.0"}
	v1_0  = &release{"1.0.8"}
	v1_14 = &release{"1.14.1"}

	releases = []*release{v0_32, v0_35, v1_0, v1_14}
)

// GoString is what a failed test prints.
func (r *release) GoString() string { return "Karpenter " + r.version }
