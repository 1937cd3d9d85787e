package report

import (
	"io"
	"slices"
	"testing"
)

// BenchmarkWrite writes a report of about a thousand findings, in each format.
func BenchmarkWrite(b *testing.B) {
	l := sample()
	l.Findings = slices.Repeat(l.Findings, 1000/len(l.Findings))
	for _, format := range Formats() {
		b.Run(format, func(b *testing.B) {
			for b.Loop() {
				if err := Write(io.Discard, format, l); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
