package conformance

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	awsv1 "github.com/aws/karpenter-provider-aws/pkg/apis/v1"
	awsbeta "github.com/aws/karpenter-provider-aws/pkg/apis/v1beta1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"knative.dev/pkg/apis"
	"pgregory.net/rapid"
	karpv1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	karpbeta "sigs.k8s.io/karpenter/pkg/apis/v1beta1"
	"sigs.k8s.io/karpenter/pkg/operator/injection"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/internal/testing/generate"
	"github.com/karplint/karplint/model"
)

// TestWebhook compares what karplint makes of objects of v1beta1 with what the conversion webhook of Karpenter 1.0 makes of them once they are
// stored, and so have the defaults of v1beta1. Both get the defaults of v1 afterwards. Whatever differs must be a row of
// differences_test.go, and each row must be seen.
func TestWebhook(t *testing.T) {
	used := map[*difference]int{}
	var all []*webhook // one for each release that may have stored the objects
	for _, stored := range []*release{v0_37, v1_0} {
		if !stored.missing(t) {
			all = append(all, &webhook{version: stored.version, stored: stored.judges(t), served: v1_0.judges(t), used: used, karplint: target{convert.V1, v1_0}.converter(t)})
		}
	}
	for _, c := range webhookCases {
		t.Run(c.name, func(t *testing.T) {
			for _, w := range all {
				w.compare(t, "a.yaml", c.text)
			}
		})
	}
	t.Run("generated", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			w := rapid.SampledFrom(all).Draw(t, "stored")
			f := generate.Beta(w.version).Draw(t, "file")
			w.compare(t, f.Path, f.Text)
		})
	})
	for _, w := range all {
		t.Logf("stored by %s: %d objects are what the webhook makes of them, but for intended differences; %d left for a decision", w.version, w.same, w.left)
	}
	for i := range differences {
		d := &differences[i]
		t.Logf("%6d × %s %s: %s", used[d], d.kind, d.field, d.reason)
		if used[d] == 0 && !t.Failed() {
			t.Errorf("the intended difference of %s %s was never seen; remove its row", d.kind, d.field)
		}
	}
}

// webhook compares conversions of files, and counts.
type webhook struct {
	version        string // that has stored the objects
	karplint       *convert.Converter
	stored, served map[string]*judge // of that version, and of the one that converts
	used           map[*difference]int
	same, left     int
}

func (w *webhook) compare(t rapid.TB, path, text string) {
	t.Helper()
	before, err := objects([]byte(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	ours, theirs := pools{}, pools{}
	left := map[string]bool{}
	for _, f := range w.karplint.Files([]*model.File{model.NewFile(path, []byte(text))}) {
		after, err := objects(f.After)
		if err != nil {
			t.Fatalf("%v in\n%s", err, f.After)
		}
		for _, o := range after {
			settled, err := w.settle(o)
			switch {
			case named(f, nameOf(o)):
				left[shortName(o)] = true
				w.left++
			case err != nil:
				t.Errorf("%s: %v", nameOf(o), err)
			}
			ours[shortName(o)] = settled
		}
	}
	for _, o := range before {
		if j := w.stored[kindOf(o)]; j != nil {
			stored, _ := j.check(o)
			settled, err := w.settle(convertFrom(t, stored))
			if err != nil {
				t.Fatalf("%s: %v", nameOf(o), err)
			}
			theirs[shortName(o)] = settled
		}
	}
	for _, name := range slices.Sorted(maps.Keys(theirs)) {
		switch {
		case left[name]:
		case ours[name] == nil:
			t.Errorf("%s is not in the output", name)
		case ours[name]["apiVersion"] != theirs[name]["apiVersion"]:
			t.Errorf("%s is of %v, and the webhook makes it %v", name, ours[name]["apiVersion"], theirs[name]["apiVersion"])
		default:
			for _, wrong := range w.served[kindOf(theirs[name])].checkUpdate(theirs[name], ours[name]) {
				t.Errorf("%s cannot be applied where the webhook has converted the old one: %s", name, wrong)
			}
			ours.checkCopy(t, name, theirs)
			w.compareObject(t, name, flat(ours.effective(name)), flat(theirs.effective(name)))
		}
	}
	if t.Failed() {
		t.Fatalf("the input is\n%s", text)
	}
}

func (w *webhook) compareObject(t rapid.TB, name string, ours, theirs map[string]string) {
	t.Helper()
	kind, _, _ := strings.Cut(name, " ")
	w.same++
	fields := maps.Clone(ours)
	maps.Copy(fields, theirs)
	for _, field := range slices.Sorted(maps.Keys(fields)) {
		if ours[field] == theirs[field] {
			continue
		}
		if d := intended(kind, field, ours[field], theirs[field]); d != nil {
			w.used[d]++
			continue
		}
		t.Errorf("%s: %s is %s, and the webhook makes it %s", name, field, orNone(ours[field]), orNone(theirs[field]))
	}
}

func orNone(value string) string {
	if value == "" {
		return "not there"
	}
	return value
}

// settle returns an object of v1 as it is stored, in the spelling of Karpenter's types. The status is left out: it is the
// controller's. An object that is none of v1 is returned as it is.
func (w *webhook) settle(o object) (object, error) {
	j := w.served[kindOf(o)]
	if j == nil {
		return o, nil
	}
	var into any = new(karpv1.NodePool)
	if j.name == "EC2NodeClass" {
		into = new(awsv1.EC2NodeClass)
	}
	stored, _ := j.check(o) // first: Karpenter's types write Never for a duration that is not there
	if err := typed(stored, into); err != nil {
		return o, err
	}
	settled, err := untyped(into)
	delete(settled, "status")
	return settled, err
}

// convertFrom does what the conversion webhook of Karpenter does with an object that is stored as v1beta1.
func convertFrom(t rapid.TB, o object) object {
	t.Helper()
	var beta apis.Convertible = new(karpbeta.NodePool)
	var v1 apis.Convertible = new(karpv1.NodePool)
	if o["kind"] == "EC2NodeClass" {
		beta, v1 = new(awsbeta.EC2NodeClass), new(awsv1.EC2NodeClass)
	}
	if err := typed(o, beta); err != nil {
		t.Fatalf("%s: %v", nameOf(o), err)
	}
	class := schema.GroupVersionKind{Group: "karpenter.k8s.aws", Version: "v1", Kind: "EC2NodeClass"}
	ctx := injection.WithNodeClasses(context.Background(), []schema.GroupVersionKind{class})
	if err := v1.ConvertFrom(ctx, beta); err != nil {
		t.Fatalf("%s: %v", nameOf(o), err)
	}
	converted, err := untyped(v1)
	if err != nil {
		t.Fatalf("%s: %v", nameOf(o), err)
	}
	group, _, _ := strings.Cut(fmt.Sprint(o["apiVersion"]), "/")
	converted["apiVersion"], converted["kind"] = group+"/v1", o["kind"]
	return converted
}

// shortName returns "NodePool default".
func shortName(o object) string { return strings.SplitN(nameOf(o), " ", 2)[1] }

// GoString is what a failed test prints.
func (w *webhook) GoString() string { return "by Karpenter " + w.version }
