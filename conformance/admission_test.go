package conformance

import (
	"fmt"
	"regexp"

	awsbeta "github.com/aws/karpenter-provider-aws/pkg/apis/v1beta1"
	"k8s.io/apimachinery/pkg/util/json"
	"knative.dev/pkg/apis"
	karpv1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	karpbeta "sigs.k8s.io/karpenter/pkg/apis/v1beta1"

	_ "github.com/aws/karpenter-provider-aws/pkg/apis/v1" // tells karpv1 the labels of AWS
)

var _ = awsbeta.LabelInstanceCategory // imported to tell karpbeta the same

// admission returns what Karpenter itself says of a pool when it looks at it, beyond the CRD: labels, taints, requirements.
func admission(o object) (wrong []string) {
	pool := map[any]interface{ RuntimeValidate() *apis.FieldError }{
		"karpenter.sh/v1beta1": new(karpbeta.NodePool), "karpenter.sh/v1": new(karpv1.NodePool),
	}[o["apiVersion"]]
	if pool == nil || o["kind"] != "NodePool" {
		return nil
	}
	if err := typed(o, pool); err != nil {
		return []string{err.Error()}
	}
	if err := pool.RuntimeValidate(); err != nil {
		return []string{"Karpenter: " + wellKnown.ReplaceAllString(err.Error(), "…")}
	}
	return nil
}

// wellKnown is a list of some forty labels in a message.
var wellKnown = regexp.MustCompile(`a well known label: \[.*?\], or `)

// typed decodes an object into a type of Karpenter's.
func typed(o object, into any) error {
	data, err := json.Marshal(o)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("Karpenter's type cannot hold it: %w", err)
	}
	return nil
}

// untyped returns a value of Karpenter's types as the API server sees it.
func untyped(v any) (o object, err error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return o, json.Unmarshal(data, &o)
}
