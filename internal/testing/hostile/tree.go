// Package hostile writes inputs made to exhaust karplint, in full for bench/hostile and in small for tests.
package hostile

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Tree is the directory that an input is written to.
type Tree struct {
	Dir  string
	Part int // the large numbers of the input are divided by this, if it is more than 1
}

// small is a number that is not divided: what grows with it faster than it does has to be bounded in any case.
const small = 100

// count returns how often something of the input is there.
func (t Tree) count(n int) int {
	if t.Part <= 1 || n <= small {
		return n
	}
	return max(2, n/t.Part)
}

// file writes one file, whose content the function prints.
func (t Tree) file(name string, content func(p *printer)) error {
	full := filepath.Join(t.Dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		return err
	}
	f, err := os.Create(full)
	if err != nil {
		return err
	}
	p := &printer{Tree: t, w: bufio.NewWriterSize(f, 1<<16)}
	content(p)
	if err := p.w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

// text writes one short file.
func (t Tree) text(name, content string) error {
	return t.file(name, func(p *printer) { p.print("%s", content) })
}

// printer prints to a file; errors come back from Flush.
type printer struct {
	Tree
	w *bufio.Writer
}

func (p *printer) print(format string, args ...any) { fmt.Fprintf(p.w, format, args...) }

// repeat prints the format n times, or a part of them, with the number of each, from 0, for every verb in it.
func (p *printer) repeat(n int, format string) {
	verbs := strings.Count(format, "%") - 2*strings.Count(format, "%%")
	args := make([]any, verbs)
	for i := range p.count(n) {
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
	class = `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: {name: default}
spec:
  role: a
  amiSelectorTerms: [{alias: al2023@latest}]
  subnetSelectorTerms: [{id: subnet-1}]
  securityGroupSelectorTerms: [{id: sg-1}]
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
