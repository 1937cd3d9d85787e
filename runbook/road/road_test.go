package road

import (
	"slices"
	"strings"
	"testing"

	"github.com/Masterminds/semver/v3"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/versions"
)

// text prints a road in one line: the releases, with the changes at each.
func text(stops []Stop) string {
	var all []string
	for _, stop := range stops {
		s := stop.Release + " " + stop.Writes
		if stop.Keeps != "" {
			s += " beside " + stop.Keeps
		}
		if stop.Removes != "" {
			s += " without " + stop.Removes
		}
		if stop.Cluster.UpgradeTo > 0 {
			s += " after Kubernetes " + MinorText(stop.Cluster.UpgradeTo)
		}
		if stop.Cluster.TooNew {
			s += " too old for Kubernetes " + MinorText(stop.Cluster.Minor)
		}
		if stop.Back.To == "" {
			s += " no way back"
		}
		all = append(all, s)
	}
	return strings.Join(all, ", ")
}

func TestRoads(t *testing.T) {
	for _, c := range []struct {
		start Start
		to    string
		want  string
	}{
		{Start{Release: "0.31.0", Generation: "alpha"}, "1.8.1",
			"0.31.5 alpha, 0.32.10 v1beta1 beside alpha, 0.32.10 v1beta1 without alpha, 0.37.8 v1beta1, 1.0.14 v1, 1.8.1 v1"},
		{Start{Release: "0.27.3", Generation: "alpha", Kubernetes: 24}, "0.32.10",
			"0.31.5 alpha, 0.32.10 v1beta1 beside alpha, 0.32.10 v1beta1 without alpha"},
		{Start{Release: "0.31.4", Generation: "alpha"}, "0.33.0", "0.32.10 v1beta1 beside alpha, 0.32.10 v1beta1 without alpha, 0.33.0 v1beta1"},
		{Start{Release: "0.31.4", Generation: "alpha"}, "0.32.5", "0.32.5 v1beta1 beside alpha, 0.32.5 v1beta1 without alpha"},
		{Start{Release: "0.32.10", Generation: "alpha"}, "1.0.14",
			"0.32.10 v1beta1 beside alpha, 0.32.10 v1beta1 without alpha, 0.37.8 v1beta1, 1.0.14 v1"},
		{Start{Release: "0.32.10", Generation: "alpha", Twinned: true}, "1.0.14", "0.32.10 v1beta1 without alpha, 0.37.8 v1beta1, 1.0.14 v1"},
		{Start{Release: "0.32.3", Generation: "alpha", Twinned: true}, "0.37.8",
			"0.32.10 v1beta1 beside alpha, 0.32.10 v1beta1 without alpha, 0.37.8 v1beta1"},
		{Start{Release: "0.32.3", Generation: "v1beta1"}, "0.37.8", "0.32.10 v1beta1, 0.37.8 v1beta1"},
		{Start{Release: "0.34.2", Generation: "v1beta1"}, "0.36.0", "0.34.13 v1beta1, 0.36.0 v1beta1"},
		{Start{Release: "0.35.4", Generation: "v1beta1"}, "0.36.0", "0.36.0 v1beta1"},
		{Start{Release: "0.34.2", Generation: "v1beta1"}, "0.35.0", "0.35.0 v1beta1"},
		{Start{Release: "1.0.3", Generation: "v1"}, "1.2.2", "1.0.14 v1, 1.2.2 v1"},
		{Start{Release: "1.0.6", Generation: "v1"}, "1.2.2", "1.2.2 v1"},
		{Start{Release: "0.33.0", Generation: "v1beta1"}, "1.0.14", "0.33.12 v1beta1, 1.0.14 v1"},
		{Start{Release: "0.36.9", Generation: "v1beta1"}, "1.0.14", "1.0.14 v1"},
		{Start{Release: "0.37.7", Generation: "v1beta1", Kubernetes: 24}, "1.9.0", "1.0.14 v1 after Kubernetes 1.25, 1.9.0 v1 after Kubernetes 1.26"},
		{Start{Release: "0.37.0", Generation: "v1beta1", Kubernetes: 31}, "1.1.0", "0.37.8 v1beta1 too old for Kubernetes 1.31, 1.0.14 v1, 1.1.0 v1"},
		{Start{Release: "1.0.6", Generation: "v1beta1"}, "1.1.0", "1.0.14 v1, 1.1.0 v1"},
		{Start{Release: "0.37.8", Generation: "v1"}, "1.8.1", "1.0.14 v1, 1.8.1 v1"},
		{Start{Release: "1.0.14", Generation: "v1beta1"}, "1.0.14", "1.0.14 v1"},
		{Start{Release: "1.0.14", Generation: "v1"}, "1.0.14", ""},
		{Start{Release: "1.8.1", Generation: "v1"}, "1.0.14", ""},
		{Start{Release: "1.2.0", Generation: "v1"}, "1.8.1", "1.8.1 v1"},
		{Start{Release: "0.31.0"}, "0.31.0", ""},
		{Start{Release: "1.8.1", Generation: "v1"}, "1.12.99", "1.12.99 v1"},
		{Start{Release: "1.12.99", Generation: "v1"}, "1.12.2", ""},
	} {
		if got := text(Find(c.start, c.to)); got != c.want {
			t.Errorf("%+v to %s:\n%s, want\n%s", c.start, c.to, got, c.want)
		}
	}
}

// TestEveryRoad: roads from the ends of each minor to those of each later one go up, end at their target and stop where the table requires it, and
// each of their stops can be undone.
func TestEveryRoad(t *testing.T) {
	all := lineEnds()
	oldest := facts.Served().Generations[0].Name
	for i, from := range all {
		for _, to := range all[i+1:] {
			stops := Find(Start{Release: from.String(), Generation: writtenAt(from)}, to.String())
			if problem := wrong(stops, from, to); problem != "" {
				t.Errorf("%s to %s: %s: %s", from, to, text(stops), problem)
			}
			removals := 0
			for _, stop := range stops {
				if stop.Removes == oldest {
					removals++
				}
			}
			crosses := writtenAt(from) == oldest && writtenAt(to) != oldest
			if want := map[bool]int{true: 1}[crosses]; removals != want {
				t.Errorf("%s to %s: the alpha objects are removed %d times, want %d", from, to, removals, want)
			}
		}
	}
}

// wrong returns the mistake in a road, "" if there is none.
func wrong(stops []Stop, from, to *semver.Version) string {
	if len(stops) == 0 || stops[len(stops)-1].Release != to.String() {
		return "it does not end there"
	}
	last, written := from, writtenAt(from)
	for _, stop := range stops {
		release := semver.MustParse(stop.Release)
		if release.LessThan(last) {
			return "it goes down"
		}
		if stop.From != last.String() {
			return stop.Release + " comes from " + stop.From
		}
		if !slices.Contains(stop.Serves, written) && len(stop.Serves) > 0 {
			return stop.Release + " does not serve " + written
		}
		if stop.Back.To == "" {
			return stop.Release + " has no way back"
		}
		last, written = release, stop.Writes
	}
	return ""
}

func TestParseTarget(t *testing.T) {
	last := func(minor string) string { // changes with the tables
		return LastWithin(versions.Interval{Min: semver.MustParse(minor), Max: semver.MustParse(minor + ".99")})
	}
	for in, want := range map[string]string{
		"":        Newest(),
		"1.8.1":   "1.8.1",
		"v1.8.1":  "1.8.1",
		"v1":      `"v1" is a version of the API; --to takes a release of Karpenter, such as ` + Newest(),
		"v1beta1": `"v1beta1" is a version of the API; --to takes a release of Karpenter, such as ` + Newest(),
		"1.8":     `"1.8" is not a release of Karpenter; write ` + last("1.8"),
		"v1.8":    `"v1.8" is not a release of Karpenter; write ` + last("1.8"),
		"0.31":    `"0.31" is not a release of Karpenter; write 0.31.5`,
		"0.4":     `"0.4" is not a release of Karpenter; write one such as ` + Newest(), // 0.4.3 is older than the tables
		"1.99":    `"1.99" is not a release of Karpenter; write one such as ` + Newest(),
		"1":       `"1" is not a release of Karpenter; write one such as ` + Newest(),
		">= 1.8":  `">= 1.8" is not a release of Karpenter; write one such as ` + Newest(),
		"latest":  `"latest" is not a release of Karpenter; write one such as ` + Newest(),
		"1.8.99":  "1.8.99",
		"0.34.4":  "karplint's tables do not have Karpenter 0.34.4; the newest release in them is " + Newest(),
		"9.0.0":   "karplint's tables do not have Karpenter 9.0.0; the newest release in them is " + Newest(),
	} {
		got, err := ParseTarget(in)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

// TestReleases: the releases are sorted, each of them once.
func TestReleases(t *testing.T) {
	all := releases()
	for i, release := range all[1:] {
		if !all[i].LessThan(release) {
			t.Errorf("%s comes before %s", all[i], release)
		}
	}
	if newest := semver.MustParse(Newest()); !Exists(Newest()) || all[len(all)-1].LessThan(newest) {
		t.Errorf("the newest is %s, behind %s", newest, all[len(all)-1])
	}
}

// lineEnds returns the first and the last release of each minor.
func lineEnds() (ends []*semver.Version) {
	all := releases()
	for i, release := range all {
		isFirst := i == 0 || minorOf(all[i-1]) != minorOf(release)
		isLast := i+1 == len(all) || minorOf(all[i+1]) != minorOf(release)
		if isFirst || isLast {
			ends = append(ends, release)
		}
	}
	return ends
}
