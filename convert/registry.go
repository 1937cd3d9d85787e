package convert

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// API is a version of Karpenter's API that objects are converted to: the name of one of facts.ServedAPIs' generations.
type API string

// The versions that code is about. Which others there are, facts.Served says.
const (
	alphaAPI API = "alpha"
	V1Beta1  API = "v1beta1"
	V1       API = "v1"
)

// APIs returns the versions that objects can be converted to, oldest first.
func APIs() []string { return karpenterAPIs().names() }

// DefaultVersion returns the Karpenter version that objects are converted to an API for where none is known to be installed.
func DefaultVersion(to API) string { return karpenterAPIs().generation(to).Release }

// IsClass says whether a kind is that of a class, in any version.
func IsClass(kind string) bool {
	return isKind(kind, func(g facts.Generation) facts.APIKind { return g.Class })
}

// IsNode says whether a kind is that of the controller's record of a node, in any version.
func IsNode(kind string) bool {
	return isKind(kind, func(g facts.Generation) facts.APIKind { return g.Node })
}

func isKind(kind string, role func(facts.Generation) facts.APIKind) bool {
	return slices.Contains(kindsOf(facts.Served().Generations, role), kind)
}

// registry is all that the conversion knows of versions of Karpenter's API: which there are, and how objects of each kind
// become those of the next.
type registry struct {
	apis       *facts.ServedAPIs
	kinds      map[facts.APIKind]kindStep
	behaviours map[API]behaviour
}

// kindStep converts objects of one kind to the next version of the API.
type kindStep struct {
	fields table
	absent table // what is written out for fields that are not there

	// plan plans the whole step; nil: what the rows of fields say.
	plan func(o *object)

	// alone says whether an object without apiVersion is of this version; nil: that cannot be told.
	alone func(v *model.Value) bool
}

func (t kindStep) convert(o *object) {
	if t.plan == nil {
		t.fields.run(o)
		return
	}
	t.plan(o)
}

// behaviour is what Karpenter does for one version of its API, beside the fields of the objects.
type behaviour struct {
	kubeletInClass     bool     // the settings of the kubelet are those of the class, and not of the pool
	newTaint           bool     // nodes that are disrupted have another taint
	tagsCluster        bool     // it gives what it makes the tag eks:eks-cluster-name
	webhookAnnotations []string // annotations that its own conversion of objects writes
	restrictedTags     []facts.RestrictedTag
	underutilized      string // the policy that consolidates nodes
}

// behaviour returns what Karpenter does for the last of some versions: what is said of it, or else of the one before.
func (r *registry) behaviour(apis []facts.Generation) behaviour {
	for _, g := range slices.Backward(apis) {
		if b, said := r.behaviours[API(g.Name)]; said {
			return b
		}
	}
	return behaviour{}
}

// karpenterAPIs returns what there is of Karpenter.
func karpenterAPIs() *registry {
	beta, v1 := facts.AlphaToV1beta1(), facts.V1beta1ToV1()
	r := &registry{apis: facts.Served(), kinds: map[facts.APIKind]kindStep{}, behaviours: map[API]behaviour{
		V1Beta1: {restrictedTags: beta.RestrictedTags.Rules, underutilized: v1.Consolidation.Default},
		V1: {
			kubeletInClass: true, newTaint: true, tagsCluster: true, webhookAnnotations: v1.CompatibilityAnnotations.Keys,
			restrictedTags: v1.RestrictedTags.Rules, underutilized: v1.Consolidation.Policies[v1.Consolidation.Default],
		},
	}}
	alpha, v1beta1 := r.generation(alphaAPI), r.generation(V1Beta1)
	r.kinds[alpha.Pool] = kindStep{provisioner, absentInProvisioner, convertProvisioner, nil}
	r.kinds[alpha.Class] = kindStep{awsNodeTemplate, absentInTemplate, convertTemplate, nil}
	r.kinds[v1beta1.Pool] = kindStep{nodePool, absentInNodePool, convertNodePool, poolOfBeta}
	r.kinds[v1beta1.Class] = kindStep{ec2NodeClass, absentInNodeClass, convertNodeClass, classOfBeta}
	return r
}

// names returns the names of the versions that objects can be converted to.
func (r *registry) names() (names []string) {
	for _, g := range r.apis.Generations[1:] {
		names = append(names, g.Name)
	}
	return names
}

// generation returns the version of a name; the zero one if there is none.
func (r *registry) generation(name API) facts.Generation {
	if all := r.apis.Until(string(name)); len(all) > 0 {
		return all[len(all)-1]
	}
	return facts.Generation{}
}

func (r *registry) releasesOf(kind facts.APIKind) []facts.Releases {
	return r.apis.Of(kind.APIVersion, kind.Kind)
}

// output returns the version that objects are converted to.
func (c *Converter) output() facts.Generation { return c.apis[len(c.apis)-1] }

// alphaKind says whether a kind is a pool or a class of the alpha API.
func (c *Converter) alphaKind(kind string) bool {
	return kind == c.apis[0].Pool.Kind || kind == c.apis[0].Class.Kind
}

// poolKinds returns the kinds of pools in versions of the API, oldest first.
func poolKinds(apis []facts.Generation) []string {
	return kindsOf(apis, func(g facts.Generation) facts.APIKind { return g.Pool })
}

// classKinds returns the kinds of classes in versions of the API, oldest first.
func classKinds(apis []facts.Generation) []string {
	return kindsOf(apis, func(g facts.Generation) facts.APIKind { return g.Class })
}

func kindsOf(apis []facts.Generation, role func(facts.Generation) facts.APIKind) (kinds []string) {
	for _, g := range apis {
		if kind := role(g).Kind; !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

// classRefs returns where pools of versions of the API name their classes, oldest first.
func classRefs(apis []facts.Generation) (paths [][]any) {
	for i, g := range apis {
		if i == 0 || g.PoolRef != apis[i-1].PoolRef {
			paths = append(paths, model.Keys(g.PoolRef))
		}
	}
	return paths
}

// olderAPIs are the versions between the alpha API and that of the output, as texts name them.
type olderAPIs struct {
	needles [][]byte // the API versions, and other names that only conversions from them change
	name    *regexp.Regexp
}

func namesOf(apis []facts.Generation, newTaint bool) olderAPIs {
	var all olderAPIs
	var forms []string
	for _, g := range apis {
		for _, kind := range []facts.APIKind{g.Pool, g.Class} {
			all.needles = append(all.needles, []byte(kind.APIVersion))
			forms = append(forms, regexp.QuoteMeta(kind.APIVersion))
		}
	}
	if newTaint {
		all.needles = append(all.needles, oldTaint...)
	}
	if len(forms) > 0 {
		all.name = regexp.MustCompile(`\b(` + strings.Join(forms, "|") + `)\b`)
	}
	return all
}

// named returns the version that a text names, such as v1beta1, or "".
func (a olderAPIs) named(text string) string {
	if a.name == nil || !a.name.MatchString(text) {
		return ""
	}
	return path.Base(a.name.FindString(text))
}
