package rootmodule

import (
	"bytes"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/terraform"
)

// readManifests reads the Kubernetes objects that a block applies.
func (t *reader) readManifests(block *terraform.Resource, argument string) {
	body := block.Value.Get(argument)
	if body.IsMap() {
		if o := objectOf(block, body, argument); o != nil {
			t.addObject(block, o, writtenMap(block, body, argument) != nil)
		}
		return
	}
	docs := yaml.TextDocuments(body)
	for i, doc := range docs {
		for _, o := range yaml.Resources(doc) {
			r := t.addObject(block, o, false)
			if i > 0 && block.Kind == facts.KubectlManifest && !mayReplace(docs[0], doc) {
				r.Set("ignored", model.NewBool(true))
			}
		}
	}
}

// mayReplace reports whether directives may leave out the first document of a text, so that a later one is the first.
func mayReplace(first, later *model.Document) bool {
	isTogether := first.File == later.File && later.Span.End <= len(first.File.Data)
	return !isTogether || bytes.Contains(first.File.Data[first.Span.Start:later.Span.End], []byte("%{"))
}

// objectOf returns the object that a value of the block is; nil if it is not an object. It reads the value as the root of a document,
// so that objects are recognised everywhere in the same way.
func objectOf(block *terraform.Resource, v *model.Value, argument string) *model.Resource {
	objects := yaml.Resources(&model.Document{File: block.File, Syntax: model.HCL, Root: v})
	if len(objects) != 1 {
		return nil
	}
	o := objects[0]
	o.Path = model.Join(block.Path, argument)
	if block.Source != nil {
		o.Document = block.Source.Document
	}
	return o
}

// addObject adds an object that a block applies. written is true if the object is a literal in the block.
func (t *reader) addObject(block *terraform.Resource, o *model.Resource, written bool) *survey.Resource {
	inFile := *o
	inFile.Value = o.Value.LocatedIn(originOf(o.Value, o.Document))
	short := survey.NewObject(&inFile)
	r := t.addResource(survey.Object, block, "")
	r.Address = block.Address
	r.ID = survey.Object + " " + block.Address + " " + o.Address()
	r.Value.Entries = short.Value.Entries
	r.SetText("via", block.Kind)
	for _, key := range []string{"wait", "delete_cascade", "server_side_apply", facts.UpgradeAPIVersion, "apply_only"} {
		// In a kubernetes_manifest, wait is not a bool but a block with the conditions to wait for.
		if v := block.Value.Get(key); v != nil && v.Kind != model.List {
			r.Set(key, v)
		}
	}
	if block.Kind == "kubectl_manifest" {
		r.Locate("wait", block.Path, "wait")
		r.Locate("delete_cascade", block.Path, "delete_cascade")
	}
	setWaits(r, block)
	setGate(r, block)
	r.Object = o
	if survey.IsGlobalSettings(o) {
		r.Settings = survey.ConfigMapSettings(o, survey.PlaceText(block.Address, block.File, block.Span.Start))
	}
	t.addInstallations(block, o, &inFile, written)
	return r
}

func originOf(v *model.Value, doc *model.Document) *model.Origin {
	if v.Origin != nil {
		return v.Origin
	}
	return &model.Origin{File: doc.File}
}

// crdFile matches the name of the file of a CRD in Karpenter's repository: karpenter.sh_nodepools.yaml.
var crdFile = pattern.New(`(karpenter\.sh|karpenter\.k8s\.aws)_([a-z0-9]+)\.ya?ml`)

// addCRDAddresses adds Karpenter's CRDs that a block reads from a URL, such as a module that applies files or an http data source.
func (t *reader) addCRDAddresses(block *terraform.Resource) {
	eachText(block.Value, func(v *model.Value) {
		if !strings.Contains(v.Text, "karpenter.") {
			return
		}
		for _, m := range crdFile().FindAllStringSubmatch(v.Text, 100) {
			name := m[2] + "." + m[1]
			if t.crds[name] {
				continue
			}
			t.crds[name] = true
			t.addCRD(block, name, model.NewString(name).PlacedAt(v))
		}
	})
}

// addCRD adds a CustomResourceDefinition that a block applies. At most its name is known.
func (t *reader) addCRD(block *terraform.Resource, id string, name *model.Value) {
	r := t.addResource(survey.Object, block, "")
	r.ID = survey.Object + " " + block.Address + " CustomResourceDefinition/" + id
	r.SetText("apiVersion", "apiextensions.k8s.io/v1")
	r.SetText("kind", "CustomResourceDefinition")
	r.Set("metadata", model.NewMap(model.NewEntry("name", name)).PlacedAt(name))
	r.SetText("via", block.Kind)
}

// Commands that may apply Karpenter's CRDs: they mention Karpenter and CRDs, run a script named after Karpenter, or apply a
// directory of CRDs.
var (
	crdCommand    = pattern.New(`(?is)karpenter.*crd|crd.*karpenter|[/_-]karpenter\.(sh|bash|py)\b|karpenter[_-][\w-]*\.(sh|bash|py)\b`)
	crdsDirectory = pattern.New(`(?i)(^|[\s/"'=])crds?/?(["'\s;&|]|$)`)
)

// addCRDCommands adds a CustomResourceDefinition without a name for a provisioner whose command may apply Karpenter's CRDs.
func (t *reader) addCRDCommands(block *terraform.Resource) {
	added := false
	eachText(block.Value.Get("provisioner"), func(v *model.Value) {
		if !added && (crdCommand().MatchString(v.Text) || crdsDirectory().MatchString(v.Text)) {
			added = true
			t.addCRD(block, "?", model.NewUnknown("karpenter's, by a command").PlacedAt(v))
		}
	})
}

// eachText calls f for each string and unknown value in a tree, up to a maximum number.
func eachText(v *model.Value, f func(*model.Value)) {
	const maxValues = 10_000
	remaining := maxValues
	for inner := range v.All() {
		if remaining--; remaining < 0 {
			return
		}
		if inner.Kind == model.String || inner.Kind == model.Unknown {
			f(inner)
		}
	}
}
