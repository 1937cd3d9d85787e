package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// tree is the directory that an input is written to.
type tree struct{ dir string }

// file writes one file, whose content the function prints.
func (t tree) file(name string, content func(p *printer)) error {
	full := filepath.Join(t.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		return err
	}
	f, err := os.Create(full)
	if err != nil {
		return err
	}
	p := &printer{w: bufio.NewWriterSize(f, 1<<16)}
	content(p)
	if err := p.w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

// text writes one short file.
func (t tree) text(name, content string) error {
	return t.file(name, func(p *printer) { p.print("%s", content) })
}

// printer prints to a file; errors come back from Flush.
type printer struct{ w *bufio.Writer }

func (p *printer) print(format string, args ...any) { fmt.Fprintf(p.w, format, args...) } //nolint:errcheck // Flush returns it

// repeat prints the format n times, with the number of each, from 0, for every verb in it.
func (p *printer) repeat(n int, format string) {
	verbs := strings.Count(format, "%") - 2*strings.Count(format, "%%")
	args := make([]any, verbs)
	for i := range n {
		for k := range args {
			args[k] = i
		}
		p.print(format, args...)
	}
}

// nest prints open n times, then middle, then shut n times.
func (p *printer) nest(n int, open, middle, shut string) {
	p.repeat(n, open)
	p.print("%s", middle)
	p.repeat(n, shut)
}

// Heads of objects and files that make karplint look closer.
const (
	pool = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: default
spec:
  template:
    spec:
      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}
`
	provisioner = `apiVersion: karpenter.sh/v1alpha5
kind: Provisioner
metadata:
  name: default
spec:
  providerRef: {name: default}
`
	deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels: {karpenter.sh/provisioner-name: default}
spec:
  template:
    spec:
      nodeSelector: {karpenter.sh/provisioner-name: default}
`
	release = `resource "helm_release" "karpenter" {
  name       = "karpenter"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = "1.0.8"
}
`
	chart = "apiVersion: v2\nname: pools\nversion: 1.0.0\n"
)
