package kustomize

import (
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/karplint/karplint/model"
)

// markSelector selects objects by their labels or annotations, as the API server does.
type markSelector struct {
	text    string // "" selects all
	invalid bool   // it does not parse, or a template writes it
	none    bool   // it selects objects without any, which are most; the library parses the text again for each object
}

func newMarkSelector(text string) markSelector {
	none, err := kyaml.NewMapRNode(nil).MatchesLabelSelector(text)
	return markSelector{text: text, invalid: err != nil || isTemplated(text), none: none || err != nil}
}

// mayMatch reports whether an object with these labels or annotations may be selected; nil is an object without any.
func (m *markSelector) mayMatch(in *model.Value) bool {
	switch {
	case m.text == "":
		return true
	case in == nil || len(in.Entries) == 0:
		return m.none
	}
	labels := map[string]string{}
	for _, e := range in.Entries {
		if e.Value.Kind == model.Unknown {
			return true
		}
		labels[e.Key.Text] = e.Value.Text
	}
	node := kyaml.NewMapRNode(nil)
	if err := node.SetLabels(labels); err != nil {
		return true
	}
	matches, err := node.MatchesLabelSelector(m.text)
	return matches || err != nil
}
