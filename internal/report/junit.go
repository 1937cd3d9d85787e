package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// The elements of a JUnit report that its readers read: the attributes of testsuite and testcase, and failure with message, type and text. See
// GitLab (https://docs.gitlab.com/ci/testing/unit_test_reports/), the schema of Jenkins
// (https://github.com/jenkinsci/xunit-plugin/blob/master/src/main/resources/org/jenkinsci/plugins/xunit/types/model/xsd/junit-10.xsd) and
// Azure (https://learn.microsoft.com/azure/devops/pipelines/tasks/reference/publish-test-results-v2).
type (
	junitReport struct {
		XMLName xml.Name     `xml:"testsuites"`
		Suites  []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		File    string        `xml:"file,attr,omitempty"`
		Line    int           `xml:"line,attr,omitempty"`
		Failure *junitFailure `xml:"failure"`
		Output  string        `xml:"system-out,omitempty"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

// writeJUnit writes each finding as a test: one that fails if the finding fails the run, otherwise one with an output. Without a finding there is
// one test that passes, because readers take a report without tests for a mistake.
func writeJUnit(w io.Writer, l *Lint) error {
	suite := junitSuite{Name: "karplint"}
	for _, f := range l.Findings {
		file, start := l.place(f)
		text := fmt.Sprintf("%s:%d\n%s", file, start.Line, strings.Join(l.sentences(f), "\n"))
		name := fmt.Sprintf("%s %s at %s:%d:%d", f.Rule, f.Name, file, f.Start.Line, f.Start.Column) // readers tell tests apart by it
		c := junitCase{Name: name, Class: file, File: file, Line: start.Line}
		if l.Fails == nil || l.Fails(f) {
			suite.Failures++
			c.Failure = &junitFailure{l.sentences(f)[0], f.Severity.String(), text}
		} else {
			c.Output = text
		}
		suite.Cases = append(suite.Cases, c)
	}
	if len(suite.Cases) == 0 {
		suite.Cases = []junitCase{{Name: "no findings", Class: "karplint"}}
	}
	suite.Tests = len(suite.Cases)
	return writeXML(w, junitReport{Suites: []junitSuite{suite}})
}
