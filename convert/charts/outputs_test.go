package charts

import (
	"fmt"
	"testing"

	"github.com/karplint/karplint/model"
)

// outputsOf returns the outputs of the template {{ .Values.a }} in a chart with a number of values files.
func outputsOf(t *testing.T, text string, valuesFiles int) (outputs []Output, complete bool) {
	t.Helper()
	files := []*model.File{model.NewFile("chart/templates/a.yaml", []byte(text))}
	roots := map[string]*model.Value{}
	for i := range valuesFiles {
		name := fmt.Sprintf("chart/values-%d.yaml", i)
		files = append(files, model.NewFile(name, []byte("a: b\n")))
		roots[name] = model.NewMap(model.NewEntry("a", model.NewString("b")))
	}
	c := New(files, func(f *model.File) *model.Value { return roots[f.Path] }, nil)
	action := model.NewUnknown("{{ .Values.a }}")
	action.Span, action.Style = model.Span{Start: 0, End: len(action.Text)}, model.Plain
	return c.Outputs(files[0], &model.Document{File: files[0]}, action)
}

func TestOutputs(t *testing.T) {
	outputs, complete := outputsOf(t, "{{ .Values.a }}\n", 2)
	if len(outputs) != 2 || !complete || outputs[0] != (Output{"b", "chart/values-0.yaml", 1}) {
		t.Errorf("%v, complete: %v", outputs, complete)
	}
}
