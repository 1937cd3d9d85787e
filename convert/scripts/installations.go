package scripts

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
)

// Line is a line of a script, with those that continue it.
type Line struct {
	Text   string
	Number int // of its first line, 1-based
}

// Lines returns the lines of a script. A line that ends with a backslash continues on the next one.
func Lines(text string) (lines []Line) {
	number := 1
	for _, written := range continuedLine().FindAllString(text, -1) {
		lines = append(lines, Line{lineBreak().ReplaceAllString(strings.TrimRight(written, "\r\n"), " "), number})
		number += strings.Count(written, "\n")
	}
	return lines
}

var (
	continuedLine = pattern.New(`(?:[^\n]*\\\r?\n)*[^\n]*\n?`)
	lineBreak     = pattern.New(`\\\r?\n`)
)

// Installation is the default instance profile that a command of a script, or of a document, sets for all classes of a cluster.
type Installation struct {
	Cluster         string
	InstanceProfile string
	Line            int // 1-based
}

// Installations returns the installations of Karpenter in the commands of a script or a document. It replaces variables to which the
// file assigns a single text. If the name of the cluster contains a variable, the installation occurs a second time, with the variables as
// ${NAME}, because objects in heredocs contain the variables. With a variable of unknown text it only has that form, and is skipped if the
// profile depends on more than the name of the cluster.
func Installations(text string) (installations []Installation) {
	if !strings.Contains(text, ProfileSetting) {
		return nil
	}
	lines := Lines(text)
	values := variables(lines)
	for _, l := range lines {
		cluster, profile := clusterArgument().FindStringSubmatch(l.Text), profileArgument().FindStringSubmatch(l.Text)
		if cluster == nil || profile == nil || strings.HasPrefix(strings.TrimSpace(l.Text), "#") {
			continue
		}
		written := Installation{variable().ReplaceAllString(cluster[1], "$${$1}"), variable().ReplaceAllString(profile[1], "$${$1}"), l.Number}
		known := Installation{values.replace(written.Cluster), values.replace(written.InstanceProfile), l.Number}
		isKnown := !strings.ContainsAny(known.Cluster+known.InstanceProfile, "$`")
		if isKnown {
			installations = append(installations, known)
		}
		if strings.Contains(written.Cluster, "$") && (isKnown || values.dependsOnCluster(written)) {
			installations = append(installations, written)
		}
	}
	return installations
}

// ProfileSetting is in every text with an installation that has a default.
const ProfileSetting = "aws.defaultInstanceProfile="

var (
	profileArgument = pattern.New(`\baws\.defaultInstanceProfile=["']?([^\s"',]+)`)
	clusterArgument = pattern.New(`[ "'.,]clusterName=["']?([^\s"',]+)`)
	assignment      = pattern.New(`^\s*(?:export\s+)?([A-Za-z_]\w*)=(?:"([^"]*)"|'([^']*)'|([^\s"';&|]*))\s*(?:#.*)?$`)
	variable        = pattern.New(`\$\{?([A-Za-z_]\w*)\}?`)
)

// assigned maps variables to their texts. A variable with several texts is mapped to itself, because its text is unknown.
type assigned map[string]string

func variables(lines []Line) assigned {
	values := assigned{}
	for _, l := range lines {
		m := assignment().FindStringSubmatch(l.Text)
		if m == nil {
			continue
		}
		value := m[2] + m[3] + m[4]
		if former, isAssigned := values[m[1]]; isAssigned && former != value {
			value = "$" + m[1]
		}
		values[m[1]] = value
	}
	return values
}

// dependsOnCluster reports whether the variables of the cluster's name decide the profile, and have one text each in the file.
func (a assigned) dependsOnCluster(i Installation) bool {
	names := variable().FindAllString(i.Cluster, -1)
	isOther := func(name string) bool {
		return !slices.Contains(names, name) || a[strings.Trim(name, "${}")] == "$"+strings.Trim(name, "${}")
	}
	rest := variable().ReplaceAllString(i.Cluster+i.InstanceProfile, "")
	return !slices.ContainsFunc(variable().FindAllString(i.Cluster+i.InstanceProfile, -1), isOther) && !strings.ContainsAny(rest, "$`{}")
}

// replace returns the text with its known variables replaced.
func (a assigned) replace(text string) string {
	return variable().ReplaceAllStringFunc(text, func(name string) string {
		if value := a[strings.Trim(name, "${}")]; value != "" {
			return value
		}
		return name
	})
}
