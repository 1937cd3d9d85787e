package helm

import (
	"bytes"
	"strings"

	"github.com/karplint/karplint/base/pattern"
)

// ChartFile is the name of the file that describes a chart, in its directory.
const ChartFile = "Chart.yaml"

var (
	chartVersion = pattern.New(`(?m)^version:[ \t]*["']?(v?\d+\.\d+\.\d+[^\s"'#]*)`)
	appVersion   = pattern.New(`(?m)^appVersion:[ \t]*["']?v?(\d+\.\d+\.\d+[^\s"'#]*)`)
	ownName      = pattern.New(`(?m)^name:[ \t]*["']?karpenter(-crd)?["']?[ \t\r]*$`)
)

// IsCopy reports whether the text of a Chart.yaml is that of a copy of one of Karpenter's own charts.
func IsCopy(chart []byte) bool {
	return ownName().Match(chart) && !bytes.Contains(chart, []byte("dependencies:"))
}

// ReleaseOf returns the release of Karpenter that a copy of its chart is of; "" for another chart, or if its two versions differ.
func ReleaseOf(chart []byte) string {
	if !IsCopy(chart) {
		return ""
	}
	app, version := appVersion().FindSubmatch(chart), strings.TrimPrefix(VersionOf(chart), "v")
	if app == nil || string(app[1]) != version {
		return ""
	}
	return version
}

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
