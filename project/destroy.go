package project

import (
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// destroyScripts reads the local-exec provisioners of a block that run when it is destroyed.
func (t *terraformReader) destroyScripts(block *hcl.Resource) {
	if block.Body == nil {
		return
	}
	evaluated := block.Value.Get("provisioner")
	for i, p := range block.Body.BlocksOf("provisioner") {
		if len(p.Labels) != 1 || p.Labels[0] != "local-exec" || !runsOnDestroy(p) {
			continue
		}
		r := t.resource(DestroyScript, block, "")
		r.Value.Span, r.Value.Props = p.Span, p.Header
		command := evaluated.Get(i, "command")
		if a := p.Body.Attribute("command"); command == nil && a != nil {
			command = &model.Value{
				Kind: model.Unknown, Text: sourceOf(p.File, a), Dash: -1, Span: rangeOf(a), Origin: &model.Origin{File: p.File, Computed: true},
			}
		}
		r.set("command", command)
		r.real("command", below(p.Path, "command")...)
	}
}

// runsOnDestroy says whether a provisioner has when = destroy, or "destroy" as Terraform 0.11 wrote it.
func runsOnDestroy(p *hcl.Block) bool {
	a := p.Body.Attribute("when")
	return a != nil && strings.Trim(sourceOf(p.File, a), `"`) == "destroy"
}

// rangeOf returns the span of an attribute's expression.
func rangeOf(a *hcl.Attribute) model.Span {
	r := a.Expr.Range()
	return model.Span{Start: r.Start.Byte, End: r.End.Byte}
}

// sourceOf returns an attribute's expression as it is written.
func sourceOf(f *model.File, a *hcl.Attribute) string {
	s := rangeOf(a)
	if s.Start < 0 || s.End > len(f.Data) || s.Start > s.End {
		return ""
	}
	return string(f.Data[s.Start:s.End])
}
