package convert

import (
	"fmt"
	"path"
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/internal/pattern"
	"github.com/karplint/karplint/model"
)

// addresses are those of the resources of a Terraform module, and which of them get twins.
type addresses struct {
	taken map[string]bool
	twins map[string]twinBlock // by the address of the original
}

// twinBlock is the resource of a twin.
type twinBlock struct {
	address string
	of      id
}

// dir returns the directory of the file that the object stands in.
func (o *object) dir() string { return path.Dir(o.res.Document.File.Path) }

// addAddresses notes the addresses of the resources in a Terraform file.
func (c *Converter) addAddresses(s *survey, f *model.File) {
	source := c.source(f)
	if source.failed != nil {
		return
	}
	for _, b := range source.Body.BlocksOf("resource") {
		if len(b.Labels) == 2 {
			s.module(path.Dir(f.Path)).taken[b.Labels[0]+"."+b.Labels[1]] = true
		}
	}
}

func (s *survey) module(dir string) *addresses {
	if s.modules == nil {
		s.modules = map[string]*addresses{}
	}
	m := s.modules[dir]
	if m == nil {
		m = &addresses{taken: map[string]bool{}, twins: map[string]twinBlock{}}
		s.modules[dir] = m
	}
	return m
}

// nameTwins gives every resource whose object gets a twin the address of that.
func (c *Converter) nameTwins(s *survey) {
	if !c.opts.Keep {
		return
	}
	for _, m := range s.members {
		if m.address == "" {
			continue
		}
		to := c.successor(m.kind)
		if to == "" {
			continue
		}
		in := s.module(path.Dir(m.path))
		if have := s.twinOfMember(m, to); have != nil && have.address != "" {
			in.twins[m.address] = twinBlock{have.address, have.id}
			continue
		}
		kind, name, _ := strings.Cut(m.address, ".")
		address := in.free(kind, name, forTwin)
		in.taken[address] = true
		in.twins[m.address] = twinBlock{address, m.id}
	}
}

// free returns an address that no resource has, for a twin if what is forTwin, else for what.
func (a *addresses) free(kind, name, what string) string {
	first := kind + "." + twinName(name, what)
	address := first
	for i := 2; a.taken[address]; i++ {
		address += "_v1beta1"
		if what != forTwin {
			address = fmt.Sprint(first, "_", i)
		}
	}
	return address
}

// copyAddress returns the address of the resource that a copy of the object gets: its twin, or else a class for pools that want other settings of
// the kubelet, which is told apart by what its name has more.
func (p *pending) copyAddress(i int) string {
	if p.opts.Keep {
		return p.seen.twinAddress(p.dir(), p.unit.block)
	}
	ops := p.copies
	if p.branched != nil {
		ops = p.branched.variants[0].object.copies
	}
	what := fmt.Sprint(i + 2)
	for _, op := range ops[i] {
		if op.Do == edit.Set && model.PathText(op.Path) == "metadata.name" {
			what = strings.TrimPrefix(op.Value.Text, p.res.Name+"-")
		}
	}
	return p.seen.newAddress(p.dir(), p.unit.block, notInName().ReplaceAllString(what, "_"))
}

// notInName matches what no name in Terraform has, and the hyphens that names of objects have instead of underscores.
var notInName = pattern.New(`[^A-Za-z0-9_]+`)

// twinAddress returns the address of the resource that a block's object gets as its twin.
func (s *survey) twinAddress(dir string, block *model.Resource) string {
	if twin, ok := s.twinAt(dir, block.Name); ok {
		return twin.address
	}
	return s.newAddress(dir, block, forTwin)
}

// newAddress returns an address for a resource beside a block; what names it, where the name of the block does not lead to one.
func (s *survey) newAddress(dir string, block *model.Resource, what string) string {
	kind, name := block.Path[1].(string), block.Path[2].(string)
	if m := s.modules[dir]; m != nil {
		return m.free(kind, name, what)
	}
	return kind + "." + twinName(name, what)
}

// twinAt returns the resource of the twin that what stands at an address gets, if it gets one.
func (s *survey) twinAt(dir, address string) (twinBlock, bool) {
	m := s.modules[dir]
	if m == nil {
		return twinBlock{}, false
	}
	twin, ok := m.twins[address]
	return twin, ok
}

// templateWord is the word for a class in names of resources, with its parts.
var templateWord = pattern.New(`(?i)(aws)?([_-]?)node([_-]?)template`)

// provisionerWord is the word for a pool.
var provisionerWord = pattern.New(`(?i)provisioner`)

// twinName returns the name of a resource beside one of the name: for its twin if what is forTwin, else for what.
func twinName(name, what string) string {
	separator := "_"
	if strings.Contains(name, "-") && !strings.Contains(name, "_") {
		separator = "-"
	}
	isClass := strings.HasPrefix(what, forClass)
	what = strings.ReplaceAll(what, "_", separator)
	switch {
	case isClass && provisionerWord().MatchString(name):
		return provisionerWord().ReplaceAllString(name, what)
	case what != forTwin:
		return name + separator + what
	}
	renamed := provisionerWord().ReplaceAllString(name, "node"+separator+"pool")
	if renamed == name {
		renamed = templateWord().ReplaceAllStringFunc(name, func(word string) string {
			parts := templateWord().FindStringSubmatch(word)
			if parts[1] != "" {
				return "ec2" + separator + "node" + separator + "class"
			}
			return parts[2] + "node" + separator + "class"
		})
	}
	if renamed == name {
		return name + separator + "v1beta1"
	}
	return renamed
}
