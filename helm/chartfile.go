package helm

import "github.com/karplint/karplint/base/pattern"

// ChartFile is the name of the file that describes a chart, in its directory.
const ChartFile = "Chart.yaml"

var chartVersion = pattern.New(`(?m)^version:[ \t]*["']?(v?\d+\.\d+\.\d+[^\s"'#]*)`)

// VersionOf returns the version in the text of a Chart.yaml, "" if none is written out.
func VersionOf(chart []byte) string {
	if found := chartVersion().FindSubmatch(chart); found != nil {
		return string(found[1])
	}
	return ""
}

// WithVersion returns the text of a Chart.yaml with another version, otherwise as it is.
func WithVersion(chart []byte, version string) []byte {
	place := chartVersion().FindSubmatchIndex(chart)
	if place == nil {
		return chart
	}
	return []byte(string(chart[:place[2]]) + version + string(chart[place[3]:]))
}
