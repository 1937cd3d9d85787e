package values

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// TestCompare: a renamed value is told as such only if the keys are alike, because many values are true.
func TestCompare(t *testing.T) {
	before := parse(t, "settings:\n  aws: {clusterName: a, interruptionQueueName: q, enablePodENI: true}\nreplicas: 1\nlogLevel: debug\n")
	after := parse(t, "settings: {interruptionQueue: q, clusterName: a, featureGates: {drift: true}}\nreplicas: 2\nlogLevel: debug\n")
	want := []Change{
		{Text: "gets settings.featureGates.drift = true"}, {Text: "gets replicas = 2"}, {Text: "settings.aws.clusterName becomes settings.clusterName"},
		{Text: "settings.aws.interruptionQueueName becomes settings.interruptionQueue"}, {Text: "loses the value settings.aws.enablePodENI"},
	}
	if d := cmp.Diff(want, Compare(before, after)); d != "" {
		t.Error(d)
	}
}

func parse(t *testing.T, text string) (root *model.Value) {
	t.Helper()
	yaml.Documents(model.NewFile("values.yaml", []byte(text)), func(doc *model.Document, err *yaml.ParseError) bool {
		if err != nil {
			t.Fatal(err)
		}
		root = doc.Root
		return true
	})
	return root
}
