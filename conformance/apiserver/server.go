package apiserver

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	crdv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structural "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	metavalidation "k8s.io/apimachinery/pkg/api/validation"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/storage/names"
	strictjson "sigs.k8s.io/json"
)

// Object is a Kubernetes object as the API server decodes it.
type Object = map[string]any

// Schema is the schema of a kind in one or more releases. It is safe for concurrent use.
type Schema struct {
	*structural.Structural

	kind  *Kind
	types validation.SchemaValidator
	rules func() *cel.Validator // compiling them is the slowest part
}

func newSchema(k *Kind, props *crdv1.JSONSchemaProps) (*Schema, error) {
	internal := new(apiextensions.JSONSchemaProps)
	if err := crdv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(props, internal, nil); err != nil {
		return nil, err
	}
	s, err := structural.NewStructural(internal)
	if err != nil {
		return nil, err
	}
	types, _, err := validation.NewSchemaValidator(internal)
	if err != nil {
		return nil, err
	}
	rules := sync.OnceValue(func() *cel.Validator { return cel.NewValidator(s, true, celconfig.PerCallLimit) })
	return &Schema{s, k, types, rules}, nil
}

// Verdict is the API server's response to the creation of an object.
type Verdict struct {
	Errors  []Error
	Unknown []string // the paths of fields that it drops, or rejects if the client asks for strict validation
	Twice   []string // the paths of duplicate keys

	// Unread means that nothing else was checked, because the metadata cannot be decoded. Unjudged means that the rules of the
	// schema were not evaluated, because of the errors.
	Unread, Unjudged bool
}

// Error is a reason for rejecting an object.
type Error struct {
	Class string // the kind of check: type, required, enum, pattern, bounds, duplicate, name, label, cel, metadata
	Path  string // "spec.template"
	Text  string
}

func (e Error) String() string { return fmt.Sprintf("%s: %s: %s", e.Path, e.Class, e.Text) }

// Accepted reports whether a client without strict validation may create the object.
func (v *Verdict) Accepted() bool { return len(v.Errors) == 0 }

// Create returns the API server's response to the creation of an object in JSON.
func (s *Schema) Create(text []byte) (*Verdict, error) {
	v := &Verdict{}
	o := Object{}
	strict, err := strictjson.UnmarshalStrict(text, &o)
	if err != nil {
		return nil, err
	}
	for _, err := range strict {
		var of strictjson.FieldError
		if errors.As(err, &of) {
			v.Twice = append(v.Twice, of.FieldPath())
		}
	}
	if v.Unread = !s.read(o, v); v.Unread {
		return v, nil
	}
	defaulting.Default(o, s.Structural)
	s.prepare(o)
	s.validate(o, v)
	return v, nil
}

// read performs the steps of decoding a request. It returns false if they fail.
func (s *Schema) read(o Object, v *Verdict) bool {
	apiVersion, kind := o["apiVersion"], o["kind"]
	meta, hasMeta, unknown, err := objectmeta.GetObjectMetaWithOptions(o, objectmeta.ObjectMetaOptions{ReturnUnknownFieldPaths: true})
	if err != nil {
		v.Errors = append(v.Errors, Error{"type", "metadata", err.Error()})
		return false
	}
	paths := structural.UnknownFieldPathOptions{TrackUnknownFieldPaths: true}
	v.Unknown = append(unknown, pruning.PruneWithOptions(o, s.Structural, true, paths)...)
	defaulting.PruneNonNullableNullsWithoutDefaults(o, s.Structural)
	o["apiVersion"], o["kind"] = apiVersion, kind
	if !hasMeta {
		return true
	}
	if err := objectmeta.SetObjectMeta(o, meta); err != nil {
		v.Errors = append(v.Errors, Error{"type", "metadata", err.Error()})
		return false
	}
	return true
}

// prepare performs the steps before validation: it clears fields that a creation must not set. If the object has no namespace, it
// gets that of the client.
func (s *Schema) prepare(o Object) {
	delete(o, "status")
	u := unstructured.Unstructured{Object: o}
	switch {
	case !s.kind.Namespaced:
		u.SetNamespace("")
	case u.GetNamespace() == "":
		u.SetNamespace(clientNamespace)
	}
	if u.GetName() == "" && u.GetGenerateName() != "" {
		u.SetName(names.SimpleNameGenerator.GenerateName(u.GetGenerateName()))
	}
	u.SetGeneration(1)
}

const clientNamespace = "default"

// validate performs the steps of the strategy for custom resources, in the same order.
func (s *Schema) validate(o Object, v *Verdict) {
	u := &unstructured.Unstructured{Object: o}
	meta := metavalidation.ValidateObjectMetaAccessor(u, s.kind.Namespaced, metavalidation.NameIsDNSSubdomain, field.NewPath("metadata"))
	errs := validation.ValidateCustomResource(nil, o, s.types)
	errs = append(errs, listtype.ValidateListSetsAndMaps(nil, s.Structural, o)...)
	v.add(meta, metadataClass)
	v.add(errs, schemaClass)
	v.Unjudged = isBlocking(meta) || isBlocking(errs)
	if rules := s.rules(); rules != nil && !v.Unjudged {
		broken, _ := rules.Validate(context.Background(), nil, s.Structural, o, nil, celconfig.RuntimeCELCostBudget)
		v.add(broken, func(*field.Error) string { return "cel" })
	}
}

// isBlocking reports whether errors prevent the evaluation of a schema's rules.
func isBlocking(errs field.ErrorList) bool {
	for _, err := range errs {
		switch err.Type {
		case field.ErrorTypeNotSupported, field.ErrorTypeRequired, field.ErrorTypeTooLong, field.ErrorTypeTooMany, field.ErrorTypeTypeInvalid:
			return true
		}
	}
	return false
}

func (v *Verdict) add(errs field.ErrorList, class func(*field.Error) string) {
	for _, err := range errs {
		path := err.Field
		if path == "<nil>" {
			path = ""
		}
		v.Errors = append(v.Errors, Error{class(err), path, err.ErrorBody()})
	}
}

func metadataClass(err *field.Error) string {
	switch {
	case err.Type == field.ErrorTypeRequired:
		return "required"
	case strings.HasPrefix(err.Field, "metadata.labels"), strings.HasPrefix(err.Field, "metadata.annotations"):
		if err.Type == field.ErrorTypeTooLong {
			return "bounds"
		}
		return "label"
	case strings.HasPrefix(err.Field, "metadata.ownerReferences"), strings.HasPrefix(err.Field, "metadata.managedFields"):
		return "metadata"
	}
	return "name"
}

func schemaClass(err *field.Error) string {
	switch err.Type {
	case field.ErrorTypeTypeInvalid:
		return "type"
	case field.ErrorTypeRequired:
		return "required"
	case field.ErrorTypeNotSupported:
		return "enum"
	case field.ErrorTypeTooLong, field.ErrorTypeTooMany:
		return "bounds"
	case field.ErrorTypeDuplicate:
		return "duplicate"
	}
	switch {
	case strings.Contains(err.Detail, "should match"):
		return "pattern"
	case strings.Contains(err.Detail, "must be of type"):
		return "type"
	}
	return "bounds"
}
