package report

import (
	"encoding/xml"
	"io"
)

// The elements of Checkstyle's report that its readers read: file/@name and error with line, column, severity (error, warning, info), message and
// source. See Checkstyle's XMLLogger
// (https://github.com/checkstyle/checkstyle/blob/master/src/main/java/com/puppycrawl/tools/checkstyle/XMLLogger.java), the parser of Jenkins
// (https://github.com/jenkinsci/analysis-model, CheckStyleParser), reviewdog and cs2pr.
type (
	checkstyleReport struct {
		XMLName xml.Name         `xml:"checkstyle"`
		Version string           `xml:"version,attr"` // of Checkstyle, whose form it is
		Files   []checkstyleFile `xml:"file"`
	}
	checkstyleFile struct {
		Name   string            `xml:"name,attr"`
		Errors []checkstyleError `xml:"error"`
	}
	checkstyleError struct {
		Line     int    `xml:"line,attr"`
		Column   int    `xml:"column,attr"`
		Severity string `xml:"severity,attr"`
		Message  string `xml:"message,attr"`
		Source   string `xml:"source,attr"`
	}
)

func writeCheckstyle(w io.Writer, l *Lint) error {
	report := checkstyleReport{Version: "10.0"}
	for _, f := range l.Findings {
		file, start := l.place(f)
		if n := len(report.Files); n == 0 || report.Files[n-1].Name != file {
			report.Files = append(report.Files, checkstyleFile{Name: file})
		}
		last := &report.Files[len(report.Files)-1]
		last.Errors = append(last.Errors, checkstyleError{
			start.Line, start.Column, f.Severity.String(), l.sentence(f), "karplint." + f.Rule + "." + f.Name,
		})
	}
	return writeXML(w, report)
}

// writeXML writes a document with its declaration.
func writeXML(w io.Writer, document any) error {
	text, err := xml.MarshalIndent(document, "", "  ")
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, xml.Header+string(text)+"\n")
	return err
}
