package report

import (
	"io"
	"net/url"
	"strings"

	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/fixes"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rule"
)

// The part of SARIF 2.1.0 that karplint writes.
// See https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool            `json:"tool"`
		Bases      map[string]sarifBase `json:"originalUriBaseIds"`
		ColumnKind string               `json:"columnKind"`
		Results    []sarifResult        `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version,omitempty"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID            string       `json:"id"`
		Name          string       `json:"name"`
		Short         sarifMessage `json:"shortDescription"`
		Full          sarifMessage `json:"fullDescription"`
		Help          sarifMessage `json:"help"`
		HelpURI       string       `json:"helpUri,omitempty"`
		Configuration sarifLevel   `json:"defaultConfiguration"`
	}
	sarifLevel struct {
		Level string `json:"level"`
	}
	sarifMessage struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown,omitempty"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Message      sarifMessage      `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Related      []sarifLocation   `json:"relatedLocations,omitempty"`
		Fixes        []sarifFix        `json:"fixes,omitempty"`
		Fingerprints map[string]string `json:"partialFingerprints"`
		Properties   sarifTexts        `json:"properties"`
	}
	sarifTexts struct {
		Message string `json:"message"`
		Why     string `json:"why,omitempty"`
		Help    string `json:"help,omitempty"`
	}
	sarifBase struct {
		Description sarifMessage `json:"description"`
	}
	sarifLocation struct {
		ID       int            `json:"id,omitempty"`
		Physical sarifPhysical  `json:"physicalLocation"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
		Message  *sarifMessage  `json:"message,omitempty"`
	}
	sarifLogical struct {
		Name string `json:"fullyQualifiedName"`
		Kind string `json:"kind"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"` // nil means the whole file
	}
	sarifArtifact struct {
		URI    string `json:"uri"`
		BaseID string `json:"uriBaseId"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine"`
		EndColumn   int `json:"endColumn"`
		ByteOffset  int `json:"byteOffset"`
		ByteLength  int `json:"byteLength"`
	}
	sarifFix struct {
		Description sarifMessage  `json:"description"`
		Changes     []sarifChange `json:"artifactChanges"`
	}
	sarifChange struct {
		Artifact     sarifArtifact      `json:"artifactLocation"`
		Replacements []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct {
		Deleted  sarifRegion  `json:"deletedRegion"`
		Inserted sarifMessage `json:"insertedContent"`
	}
)

func writeSARIF(w io.Writer, l *Lint) error {
	run := sarifRun{
		Tool: sarifTool{sarifDriver{
			Name: filetype.Generator, Version: numeric(l.Version), InformationURI: "https://github.com/karplint/karplint", Rules: []sarifRule{},
		}},
		// Without a URI, because the same repository lies elsewhere on another machine.
		Bases:      map[string]sarifBase{rootID: {sarifMessage{Text: "The root of the repository."}}},
		ColumnKind: "unicodeCodePoints",
		Results:    []sarifResult{},
	}
	index := map[string]int{}
	for i, r := range l.Rules {
		index[r.ID] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, toSARIFRule(r))
	}
	for _, f := range l.Findings {
		i, ok := index[f.Rule]
		if !ok {
			i = -1 // in SARIF: not in the table
		}
		run.Results = append(run.Results, toSARIF(f, i, l))
	}
	return printable.JSON(w, sarifLog{
		Schema:  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
		Version: "2.1.0",
		Runs:    []sarifRun{run},
	})
}

// numeric returns a version that begins with a number, as SARIF's tools want it for comparisons.
func numeric(version string) string {
	version = strings.TrimPrefix(version, "v")
	if version == "" || version[0] < '0' || version[0] > '9' {
		return strings.TrimSuffix("0.0.0-"+version, "-")
	}
	return version
}

func toSARIFRule(r *rule.Rule) sarifRule {
	return sarifRule{
		ID: r.ID, Name: r.Name,
		Short:         sarifMessage{Text: r.Title},
		Full:          sarifMessage{Text: r.Description},
		Help:          sarifMessage{Text: r.Description, Markdown: r.Description},
		HelpURI:       RuleURL(r.ID),
		Configuration: sarifLevel{level(r.Severity)},
	}
}

func toSARIF(f lint.Finding, index int, l *Lint) sarifResult {
	location := toLocation(f.Location)
	if template := l.templateFile(f); template != "" {
		location.Physical = sarifPhysical{Artifact: artifact(template)}
	}
	if f.Resource != "" {
		location.Logical = []sarifLogical{{Name: f.Resource, Kind: "resource"}}
	}
	result := sarifResult{
		RuleID: f.Rule, RuleIndex: index, Level: level(f.Severity), Message: sarifMessage{Text: l.sentence(f)},
		Properties:   sarifTexts{f.Message, f.Why, f.Help},
		Locations:    []sarifLocation{location},
		Fingerprints: map[string]string{"karplint/v1": f.Fingerprint},
	}
	for i, r := range f.Related {
		related := toLocation(r.Location)
		related.ID = i + 1
		related.Message = &sarifMessage{Text: r.Message}
		result.Related = append(result.Related, related)
	}
	if f.Fix != nil && len(f.Fix.Edits) > 0 {
		result.Fixes = []sarifFix{toSARIFFix(f.Fix)}
	}
	return result
}

func toSARIFFix(fix *fixes.Fix) sarifFix {
	out := sarifFix{Description: sarifMessage{Text: fix.Title + " (" + string(fix.Safety) + ")"}}
	for _, e := range fix.Edits {
		replacement := sarifReplacement{Deleted: toRegion(e.Location), Inserted: sarifMessage{Text: e.New}}
		last := len(out.Changes) - 1
		if last >= 0 && out.Changes[last].Artifact == artifact(e.File) {
			out.Changes[last].Replacements = append(out.Changes[last].Replacements, replacement)
			continue
		}
		out.Changes = append(out.Changes, sarifChange{artifact(e.File), []sarifReplacement{replacement}})
	}
	return out
}

func toLocation(at place.Location) sarifLocation {
	region := toRegion(at)
	return sarifLocation{Physical: sarifPhysical{Artifact: artifact(at.File), Region: &region}}
}

func toRegion(l place.Location) sarifRegion {
	return sarifRegion{
		StartLine: l.Start.Line, StartColumn: l.Start.Column, EndLine: l.End.Line, EndColumn: l.End.Column,
		ByteOffset: l.Span.Start, ByteLength: l.Span.End - l.Span.Start,
	}
}

func artifact(file string) sarifArtifact {
	steps := strings.Split(file, "/")
	for i := range steps {
		steps[i] = strings.ReplaceAll(url.PathEscape(steps[i]), ":", "%3A") // otherwise "a:b" would have the scheme "a"
	}
	return sarifArtifact{URI: strings.Join(steps, "/"), BaseID: rootID}
}

// rootID stands for the root of the repository in a SARIF report.
const rootID = "%SRCROOT%"

func level(s rule.Severity) string {
	if s == rule.Info {
		return "note"
	}
	return s.String()
}
