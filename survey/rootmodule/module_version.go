package rootmodule

import (
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/terraform"
	"github.com/karplint/karplint/versions"
)

// moduleConstraint returns the constraint on the version of a module in a call, "" if there is none or it is unknown, and the value that
// has it: version, else the source.
func moduleConstraint(block *terraform.Resource, source moduleSource) (constraint string, place *model.Value) {
	version := block.Value.Get("version")
	switch {
	case version.IsAbsent():
		return source.constraint(), block.Value.Get("source")
	case !version.IsScalar():
		return "", version
	}
	return version.Text, version
}

// defaultChart returns the versions of the chart that a module installs by default, given the constraint on the
// module's version: the chart's exact version if it is the same for all admitted versions of the module, and the interval of
// all these versions.
func defaultChart(defaults []facts.DefaultChart, constraint string) (exact string, all versions.Interval) {
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

// defaultRepository returns the repository that a module takes the chart from by default, given the constraint on the module's version. It is
// Unknown if the module may be one of two versions with different ones.
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
