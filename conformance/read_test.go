package conformance

import (
	"bufio"
	"bytes"
	"fmt"
	"iter"
	"strings"

	"k8s.io/apimachinery/pkg/util/json"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

// document is a document of a text as kubectl reads it. karplint's parsers have no part in it.
type document struct {
	objects  []object // the items of a List one by one; none if the document holds no object
	template bool     // it holds template expressions, and so may not be YAML
}

// documents yields the documents of YAML or JSON in order, with an error where one cannot be read.
func documents(text []byte) iter.Seq2[document, error] {
	text = bytes.TrimPrefix(text, []byte("\uFEFF"))
	reader := utilyaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(text)))
	return func(yield func(document, error) bool) {
		for {
			text, err := reader.Read()
			if err != nil { // the end: bytes are read without other errors
				return
			}
			doc := document{template: bytes.Contains(text, []byte("{{")) || bytes.Contains(text, []byte("${"))}
			doc.objects, err = read(text)
			if err == nil && doc.template && len(doc.objects) > 0 {
				err = fmt.Errorf("what the template expressions stand for is not known")
			}
			if !yield(doc, err) {
				return
			}
		}
	}
}

func read(text []byte) ([]object, error) {
	data, err := yaml.YAMLToJSONStrict(text)
	if err != nil {
		return nil, err
	}
	var v any
	if err := json.Unmarshal(data, &v); err != nil { // numbers become int64 where they are whole
		return nil, err
	}
	if o, ok := v.(object); ok {
		return items(o), nil
	}
	return nil, nil
}

func items(o object) []object {
	list, ok := o["items"].([]any)
	if !ok || !strings.HasSuffix(fmt.Sprint(o["kind"]), "List") {
		return []object{o}
	}
	var all []object
	for _, item := range list {
		if o, ok := item.(object); ok {
			all = append(all, items(o)...)
		}
	}
	return all
}

// objects returns all objects of a text, or the first error.
func objects(text []byte) ([]object, error) {
	var all []object
	for doc, err := range documents(text) {
		if err != nil {
			return nil, err
		}
		all = append(all, doc.objects...)
	}
	return all, nil
}

// kindOf returns "karpenter.sh/v1beta1 NodePool".
func kindOf(o object) string { return fmt.Sprintf("%v %v", o["apiVersion"], o["kind"]) }

// nameOf returns "karpenter.sh/v1beta1 NodePool default".
func nameOf(o object) string {
	meta, _ := o["metadata"].(object)
	return strings.TrimSuffix(fmt.Sprintf("%s %v", kindOf(o), meta["name"]), " <nil>")
}

// shortName returns "default".
func shortName(o object) string {
	meta, _ := o["metadata"].(object)
	name, _ := meta["name"].(string)
	return name
}

// version returns "v1beta1".
func version(o object) string {
	_, version, _ := strings.Cut(fmt.Sprint(o["apiVersion"]), "/")
	return version
}

// karpenters says whether the object is of an API of Karpenter's, served or not.
func karpenters(o object) bool {
	group, _, _ := strings.Cut(fmt.Sprint(o["apiVersion"]), "/")
	return group == "karpenter.sh" || group == "karpenter.k8s.aws"
}
