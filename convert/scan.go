package convert

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/filetype"
)

// needles are the strings of which one stands in every file that a conversion changes or
// reports. A kind stands for targets of patches, for templated API versions, and for policies.
var needles = [][]byte{
	[]byte("karpenter.sh/v1alpha"),
	[]byte("karpenter.k8s.aws/v1alpha"),
	[]byte("karpenter.sh/provisioner-name"),
	[]byte("karpenter.sh/do-not-evict"),
	[]byte("karpenter.sh/do-not-consolidate"),
	[]byte("karpenter.k8s.aws/instance-pods"),
	[]byte("karpenter.sh~1"),    // in JSON pointers
	[]byte(`karpenter\.sh/pro`), // in JSON paths and --set
	[]byte(`karpenter\.sh/do-`),
	[]byte("karpenter.sh_Provisioner"),
	[]byte("Provisioner"),
	[]byte("AWSNodeTemplate"),
	[]byte("awsnodetemplates"),
	[]byte("provisioners"),
}

// alphaNames are those of them that stand in a manifest that is converted.
var alphaNames = needles[:6]

// oldTaint is the taint of Karpenter 0.x, which conversions to v1 look for.
var oldTaint = [][]byte{[]byte("karpenter.sh/disruption")}

// patchers stand in objects that patch what is built elsewhere, together with one of patchWords.
var (
	patchers   = [][]byte{[]byte("kustomize.toolkit.fluxcd.io/"), []byte("helm.toolkit.fluxcd.io/"), []byte("argoproj.io/")}
	patchWords = [][]byte{[]byte("patches")}
)

// machines are resources of other projects too.
var machines, group = [][]byte{[]byte("machines")}, [][]byte{[]byte("karpenter.sh")}

// kubectl stands in front of the names of resources, also in the singular.
var kubectl, commandNeedles = [][]byte{[]byte("kubectl")}, [][]byte{[]byte("provisioner"), []byte("awsnodetemplate")}

// successors stand in files that say which objects exist already, and what is allowed.
var successors = [][]byte{[]byte("NodePool"), []byte("EC2NodeClass"), []byte(newTag)}

// Selects says whether Files could change the file or learn something from it: a byte scan for the alpha
// APIs and the old labels, for the new kinds (a pool that exists already), for patches in objects of Flux and Argo CD, and the name
// kustomization.yaml (which says what the files beside it are). Files that it refuses
// need not be given to Files. path uses "/".
func Selects(path string, data []byte) bool {
	switch {
	case isState(path):
		return false
	case filetype.IsKustomization(path):
		return true
	case filetype.IsTerraform(path) && takesTexts(data):
		return true
	case IsScript(path) && !isTemplate(path):
		return containsAny(data, needles) || usesKubectl(data)
	}
	return selects(data) || containsAny(data, oldTaint) || containsAny(data, patchers) && containsAny(data, patchWords)
}

// selects is Selects for a file of any name, but for what only conversions to v1 look for.
func selects(data []byte) bool {
	return containsAny(data, needles) || containsAny(data, successors) || usesKubectl(data) || containsAny(data, machines) && containsAny(data, group)
}

// isState says whether Terraform wrote the file: it says what was, and a new one will say what is.
func isState(file string) bool {
	name := path.Base(file)
	return strings.Contains(name, ".tfstate") || strings.HasSuffix(name, ".lock.hcl")
}

func usesKubectl(data []byte) bool {
	return containsAny(data, kubectl) && containsAny(data, commandNeedles)
}

func containsAny(data []byte, needles [][]byte) bool {
	return slices.ContainsFunc(needles, func(needle []byte) bool { return bytes.Contains(data, needle) })
}

// karpenterName stands in every file with an object of Karpenter's.
var karpenterName = [][]byte{[]byte("karpenter")}

// Matters says whether it may matter for the conversion of a file which Karpenter is installed: whether the file may hold anything that
// is converted.
func (c *Converter) Matters(path string, data []byte) bool {
	return (!IsScript(path) || isTemplate(path)) && containsAny(data, karpenterName) && (containsAny(data, needles) || containsAny(data, c.older.needles))
}
