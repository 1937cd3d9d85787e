package apis

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/facts"
)

// Needles are strings; every file that a conversion from the alpha API changes or reports contains at
// least one. The kinds alone are for targets of patches, templated API versions, and policies.
var Needles = [][]byte{
	[]byte("karpenter.sh/v1alpha"),
	[]byte("karpenter.k8s.aws/v1alpha"),
	[]byte("karpenter.sh/provisioner-name"),
	[]byte("karpenter.sh/do-not-evict"),
	[]byte("karpenter.sh/do-not-consolidate"),
	[]byte("karpenter.k8s.aws/instance-pods"),
	[]byte("karpenter.sh~1"), // in JSON pointers
	[]byte("karpenter.sh_Provisioner"),
	[]byte("Provisioner"),
	[]byte("AWSNodeTemplate"),
	[]byte("awsnodetemplates"),
	[]byte("provisioners"),
}

// AlphaNames are the Needles of which a converted manifest contains at least one.
var AlphaNames = Needles[:6]

// OldTaint is the taint of Karpenter 0.x, which conversions to v1 look for.
var OldTaint = [][]byte{[]byte("karpenter.sh/disruption")}

// kubectl precedes the names of resources in commands; these may be in the singular.
var kubectl, commandNeedles = [][]byte{[]byte("kubectl")}, [][]byte{[]byte("provisioner"), []byte("awsnodetemplate")}

// oldValue is in every command that sets one of the values of the chart that 0.33 moved or removed.
var oldValue = [][]byte{[]byte("settings.aws.")}

// UsesCommands reports whether a text may run kubectl on resources of the alpha API, or set old values of the chart.
func UsesCommands(data []byte) bool {
	return ContainsAny(data, oldValue) || ContainsAny(data, kubectl) && ContainsAny(data, commandNeedles)
}

// ContainsAny reports whether data contains one of the needles. Any backslashes in it do not count: keys of --set and JSON paths have one in
// front of a dot, strings of Terraform and JSON two, and some writers of JSON one in front of a slash.
func ContainsAny(data []byte, needles [][]byte) bool {
	if bytes.IndexByte(data, '\\') >= 0 {
		data = bytes.ReplaceAll(data, []byte{'\\'}, nil)
	}
	return slices.ContainsFunc(needles, func(needle []byte) bool { return bytes.Contains(data, needle) })
}

// IsAlphaText reports whether a text names an alpha API. karpenter.sh/v1alpha1 is that of NodeOverlays.
func IsAlphaText(text string) bool { return alphaName().MatchString(text) }

var alphaName = pattern.New(`\bkarpenter\.(sh/v1alpha[2-5]|k8s\.aws/v1alpha[0-9])\b`)

// OlderAPIs are the versions between the alpha API and that of the output, as texts name them.
type OlderAPIs struct {
	Needles [][]byte // the API versions, and other names that only conversions from them change
	name    *regexp.Regexp
}

func namesOf(apis []facts.Generation, newTaint bool) OlderAPIs {
	var older OlderAPIs
	var forms []string
	for _, g := range apis {
		for _, kind := range []facts.APIKind{g.Pool, g.Class} {
			older.Needles = append(older.Needles, []byte(kind.APIVersion))
			forms = append(forms, regexp.QuoteMeta(kind.APIVersion))
		}
	}
	if newTaint {
		older.Needles = append(older.Needles, OldTaint...)
	}
	if len(forms) > 0 {
		older.name = regexp.MustCompile(`\b(` + strings.Join(forms, "|") + `)\b`)
	}
	return older
}

// NamedIn returns the version that a text names, such as v1beta1, or "".
func (a OlderAPIs) NamedIn(text string) string {
	if a.name == nil || !a.name.MatchString(text) {
		return ""
	}
	return path.Base(a.name.FindString(text))
}
