package lint_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/rules"
	"github.com/karplint/karplint/versions"
)

// BenchmarkLoad is the cost of every run before it reads a file.
func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := rule.Load(rules.FS); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCompileAll compiles every rule, which no run over real files needs.
func BenchmarkCompileAll(b *testing.B) {
	loaded := load(b)
	for b.Loop() {
		if err := linter(b, loaded, "1.0.8").Check(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(loaded.All())), "rules")
}

// BenchmarkOneFile is a whole run over one small file with one finding, without the start of the process.
func BenchmarkOneFile(b *testing.B) {
	for b.Loop() {
		loaded, err := rule.Load(rules.FS)
		if err != nil {
			b.Fatal(err)
		}
		lintFile(b, linter(b, loaded, "1.0.8"), manifests(1))
	}
}

// BenchmarkResources lints a file of a hundred Deployments, each with one finding.
func BenchmarkResources(b *testing.B) {
	l := linter(b, load(b), "1.0.8")
	text := manifests(100)
	lintFile(b, l, text)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		lintFile(b, l, text)
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/100, "µs/resource")
}

// BenchmarkScan scans files that no rule is about.
func BenchmarkScan(b *testing.B) {
	l := linter(b, load(b), "1.0.8")
	text := strings.ReplaceAll(manifests(1000), "karpenter.sh/do-not-evict", "example.com/some-annotation")
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if l.Selects([]byte(text)) {
			b.Fatal("selected")
		}
	}
}

func lintFile(b *testing.B, l *lint.Linter, text string) {
	b.Helper()
	result, err := l.File(model.NewFile("a.yaml", []byte(text)), nil, false, versions.Target{})
	if err != nil || len(result.Findings) == 0 {
		b.Fatalf("%d findings, %v", len(result.Findings), err)
	}
}

func manifests(n int) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, `---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: worker-%d
  labels: {app: worker}
spec:
  replicas: 3
  selector:
    matchLabels: {app: worker}
  template:
    metadata:
      labels: {app: worker}
      annotations:
        karpenter.sh/do-not-evict: "true"
    spec:
      containers:
        - name: worker
          image: example.com/worker:1.4.2
          env:
            - {name: A, value: "1"}
            - {name: B, value: "2"}
          resources:
            requests: {cpu: 100m, memory: 128Mi}
`, i)
	}
	return text.String()
}
