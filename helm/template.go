package helm

import (
	"path"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
	"github.com/karplint/karplint/parsers/yaml"
)

// ChartOf returns the directory of the chart that a file is a template of, judged by its path, or "".
func ChartOf(file string) string {
	const name = "templates"
	dir := path.Dir(file)
	start := strings.LastIndex("/"+dir+"/", "/"+name+"/")
	if start < 0 {
		return ""
	}
	return path.Dir(dir[:start+len(name)])
}

// ValueOf returns the value to which a text such as .Values.pools.enabled refers, nil if there is none. isValue is false for any other text.
func ValueOf(text string, values *model.Value) (v *model.Value, isValue bool) {
	text, isValue = strings.CutPrefix(strings.TrimPrefix(text, "$"), ".Values.")
	if !isValue || strings.ContainsAny(text, " ()|\"") {
		return nil, false
	}
	v = values
	for key := range strings.SplitSeq(text, ".") {
		v = v.Get(key)
	}
	return v, true
}

// Truth returns how a template judges a value: 1 if it is not empty, -1 if it is or is missing, and 0 if it is unknown.
func Truth(v *model.Value) int {
	empty := true
	switch {
	case v == nil || v.Kind == model.Null:
	case v.Kind == model.Unknown:
		return 0
	case v.Kind == model.Bool:
		empty = v.Text == "false"
	case v.Kind == model.Number:
		n, _ := yaml.Number(v.Text)
		empty = n == "0"
	case v.Kind == model.String:
		empty = v.Text == ""
	default:
		empty = len(v.Items)+len(v.Entries) == 0
	}
	if empty {
		return -1
	}
	return 1
}

// Omitted returns the parts of blocks that a template certainly does not render with the values.
func Omitted(blocks []*gotmpl.Block, values *model.Value) (parts []model.Span) {
	for _, b := range blocks {
		taken := false // an earlier branch is certainly rendered
		for _, branch := range b.Branches {
			truth := 0
			if branch.Condition != nil {
				truth = branch.Condition.Truth(func(text string) int { return truthOf(text, values) })
			}
			if taken || truth < 0 {
				parts = append(parts, branch.Body)
				continue
			}
			taken = truth > 0
			parts = append(parts, Omitted(branch.Blocks, values)...)
		}
	}
	return parts
}

func truthOf(text string, values *model.Value) int {
	if v, isValue := ValueOf(text, values); isValue {
		return Truth(v)
	}
	return 0
}
