package convert

import (
	"github.com/Masterminds/semver/v3"

	"github.com/karplint/karplint/convert/apis"
)

// API is a version of Karpenter's API that objects are converted to.
type API = apis.API

// The versions that callers name. apis.Outputs has all of them.
const (
	V1Beta1 = apis.V1Beta1
	V1      = apis.V1
)

// Version returns the Karpenter version that the output of a file is for.
func (c *Converter) Version(file string) string { return c.forFile(file).Release.String() }

// Serves reports whether Karpenter of an exact version serves the API of the output, and with Keep the alpha API as well; a
// version that is none does not.
func (c *Converter) Serves(version string) bool {
	v, err := semver.NewVersion(version)
	return err == nil && c.IsServedBy(v)
}

// Output names the APIs of Serves: "v1beta1", or with Keep "the alpha API and v1beta1 side by side".
func (c *Converter) Output() string {
	if c.Keep {
		return "the alpha API and " + string(c.To) + " side by side"
	}
	return string(c.To)
}
