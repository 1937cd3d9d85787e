package record_test

import (
	"testing"

	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/model"
)

func TestAssumptionNamesItsPlaces(t *testing.T) {
	doc := &model.Document{File: model.NewFile("templates/pool.yaml", nil)}
	for _, c := range []struct {
		name      string
		values    []record.Place
		published bool
		level     record.Level
		want      string
	}{
		{"one place", []record.Place{{"values.yaml", 12}}, false, record.Info,
			"assumes that .Values.a has no b, as in values.yaml:12"},
		{"two places", []record.Place{{"values.yaml", 12}, {"prod.yaml", 9}}, false, record.Info,
			"assumes that .Values.a has no b, as in values.yaml:12 and prod.yaml:9"},
		{"many places", []record.Place{{"a", 1}, {"b", 2}, {"c", 3}, {"d", 4}, {"e", 5}}, false, record.Info,
			"assumes that .Values.a has no b, as in a:1, b:2, c:3 and 2 more"},
		{"a published chart", []record.Place{{"values.yaml", 12}}, true, record.Warning,
			"assumes that .Values.a has no b, as in values.yaml:12; where others use it with other values, they have to check this"},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := &model.Resource{Document: doc, Kind: "NodePool", Name: "default", Value: model.NewMap()}
			o := record.New(res)
			o.Assume(nil, record.Assumption{Fact: ".Values.a has no b", Values: c.values, Published: c.published})
			note := o.Notes[0].Note
			if note.Message != c.want || note.Level != c.level {
				t.Errorf("%s: %s, want %s: %s", note.Level, note.Message, c.level, c.want)
			}
			if note.Assumed == nil || len(note.Assumed.Values) != len(c.values) {
				t.Errorf("assumed %v, want %v", note.Assumed, c.values)
			}
		})
	}
}
