package conformance

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	crdv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structural "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	metavalidation "k8s.io/apimachinery/pkg/api/validation"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"pgregory.net/rapid"

	"github.com/karplint/karplint/conformance/apiserver"
)

// object is a Kubernetes object as the API server reads it.
type object = map[string]any

// judge does what the API server does with an object of one kind before it is stored, and what Karpenter's own validation adds.
// It is safe for concurrent use.
type judge struct {
	apiVersion string // "karpenter.sh/v1beta1"
	name       string // "NodePool"
	kind       string // both
	structural *structural.Structural
	schema     validation.SchemaValidator
	rules      *cel.Validator
}

var loaded = map[*release]func() (map[string]*judge, error){}

func init() {
	for _, r := range releases {
		loaded[r] = sync.OnceValues(func() (map[string]*judge, error) { return load(r) })
	}
}

// judges returns the judges of the kinds that the release serves, by kind.
func (r *release) judges(t rapid.TB) map[string]*judge {
	t.Helper()
	all, err := loaded[r]()
	if err != nil {
		t.Fatalf("the CRDs of Karpenter %s: %v", r.version, err)
	}
	return all
}

func load(r *release) (map[string]*judge, error) {
	crds, err := apiserver.CRDs(r.version)
	if err != nil {
		return nil, err
	}
	all := map[string]*judge{}
	for _, crd := range crds {
		for _, version := range crd.Spec.Versions {
			j, err := newJudge(crd, version)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", crd.Name, err)
			}
			all[j.kind] = j
		}
	}
	return all, nil
}

func newJudge(crd *crdv1.CustomResourceDefinition, version crdv1.CustomResourceDefinitionVersion) (*judge, error) {
	schema := new(apiextensions.JSONSchemaProps)
	if err := crdv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(version.Schema.OpenAPIV3Schema, schema, nil); err != nil {
		return nil, err
	}
	s, err := structural.NewStructural(schema)
	if err != nil {
		return nil, err
	}
	validator, _, err := validation.NewSchemaValidator(schema)
	if err != nil {
		return nil, err
	}
	apiVersion := crd.Spec.Group + "/" + version.Name
	return &judge{
		apiVersion: apiVersion, name: crd.Spec.Names.Kind, kind: apiVersion + " " + crd.Spec.Names.Kind,
		structural: s, schema: validator, rules: cel.NewValidator(s, true, celconfig.PerCallLimit),
	}, nil
}

func (j *judge) alpha() bool { return strings.Contains(j.apiVersion, "/v1alpha") }

// check returns the object as it would be stored, with its defaults, and what is wrong with it, in a fixed order: each is a field, and
// what is said of it. An unknown field is wrong, as for kubectl.
func (j *judge) check(o object) (stored object, wrong []string) {
	stored = runtime.DeepCopyJSON(o)
	for _, path := range pruning.PruneWithOptions(runtime.DeepCopyJSON(o), j.structural, true,
		structural.UnknownFieldPathOptions{TrackUnknownFieldPaths: true}) {
		wrong = append(wrong, path+": unknown field")
	}
	defaulting.PruneNonNullableNullsWithoutDefaults(stored, j.structural)
	defaulting.Default(stored, j.structural)
	errs := validation.ValidateCustomResource(nil, stored, j.schema)
	errs = append(errs, listtype.ValidateListSetsAndMaps(nil, j.structural, stored)...)
	errs = append(errs, metavalidation.ValidateObjectMetaAccessor(&unstructured.Unstructured{Object: stored}, false, metavalidation.NameIsDNSSubdomain,
		field.NewPath("metadata"))...)
	if len(errs) == 0 && j.rules != nil { // as the API server: rules see objects that fit the schema
		broken, _ := j.rules.Validate(context.Background(), nil, j.structural, stored, nil, celconfig.RuntimeCELCostBudget)
		errs = append(errs, broken...)
	}
	for _, err := range errs {
		wrong = append(wrong, said(err))
	}
	if len(wrong) == 0 {
		wrong = append(admission(stored), mixed(stored)...)
	}
	slices.Sort(wrong) // rules are evaluated in no fixed order
	return stored, slices.Compact(wrong)
}

// said is an error in one line, without whole objects.
func said(err *field.Error) string {
	parts := []string{err.Field, err.Type.String()}
	if err.Field == "" || err.Field == "<nil>" {
		parts[0] = "(the object)"
	}
	switch err.BadValue.(type) {
	case string, bool, int64, float64:
		if err.BadValue != "" {
			parts = append(parts, fmt.Sprintf("%q", fmt.Sprint(err.BadValue)))
		}
	}
	if err.Detail != "" {
		parts = append(parts, err.Detail)
	}
	return strings.Join(parts, ": ")
}

// checkUpdate returns which rules forbid that an object as it is stored becomes another one.
func (j *judge) checkUpdate(stored, becomes object) (wrong []string) {
	if j.rules == nil {
		return nil
	}
	broken, _ := j.rules.Validate(context.Background(), nil, j.structural, becomes, stored, celconfig.RuntimeCELCostBudget)
	for _, err := range broken {
		wrong = append(wrong, said(err))
	}
	slices.Sort(wrong)
	return wrong
}

// mixed returns what is wrong with selector terms that the rules of the CRDs let pass: they say "id is exclusive" as !self.all(...), which is
// broken only where every term breaks it. The webhooks of 0.32 look at each term.
func mixed(o object) (wrong []string) {
	spec, _ := o["spec"].(object)
	for _, selector := range []string{"amiSelectorTerms", "subnetSelectorTerms", "securityGroupSelectorTerms"} {
		terms, _ := spec[selector].([]any)
		for i, term := range terms {
			term, _ := term.(object)
			keys := slices.Sorted(maps.Keys(term))
			alone := term["id"] != nil || term["alias"] != nil || selector == "securityGroupSelectorTerms" && term["name"] != nil
			if alone && len(keys) > 1 {
				wrong = append(wrong, fmt.Sprintf("spec.%s[%d]: a term mixes %s", selector, i, strings.Join(keys, ", ")))
			}
		}
	}
	return wrong
}
