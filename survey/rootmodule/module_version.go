package rootmodule

import (
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/versions"
)

// defaultChart returns the default chart versions of a module under a constraint on the module's version: the exact version if all
// admitted module versions share it, and the interval of all of them.
func defaultChart(defaults []facts.DefaultChart, constraint string) (exact string, interval versions.Interval) {
	admitted := versions.ParseTerraform(constraint)
	if admitted.Equal(versions.Interval{}) {
		return "", versions.Interval{}
	}
	var intervals []versions.Interval
	for _, row := range defaults {
		if admitted.Overlaps(versions.ParseTerraform(row.Module)) {
			exact = row.Chart
			intervals = append(intervals, versions.ParseHelmRange(row.Chart))
		}
	}
	if len(intervals) > 1 {
		exact = ""
	}
	return exact, versions.Hull(intervals...)
}

// defaultRepository returns the default repository of a module's chart under a constraint on the module's version. It is Unknown
// if admitted versions have different ones.
func defaultRepository(chart *facts.ModuleChart, constraint string) *model.Value {
	if chart.Earlier == nil {
		return model.NewString(chart.Repository)
	}
	admitted, earlier := versions.ParseTerraform(constraint), versions.ParseTerraform(chart.Earlier.Module)
	switch {
	case admitted.IsWithin(earlier):
		return model.NewString(chart.Earlier.Repository)
	case admitted.Overlaps(earlier):
		return model.NewUnknown("repository of chart " + chart.Chart)
	}
	return model.NewString(chart.Repository)
}
