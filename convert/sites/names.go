package sites

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/units"
)

// Purposes of new objects: a twin, or the class made from a provider.
const (
	forTwin  = ""
	forClass = "node_class"
)

// twinBlock is the resource of a twin.
type twinBlock struct {
	address string
	of      units.ID
}

// planApart reserves a resource for the twin of an object that is Apart. References to the resource of the object become references to the
// twin of its first document.
func (m *Modules) planApart(o, twin *Origin) {
	value := valueName{path.Dir(o.Path), o.Block}
	planned, neighbour := twinBlock{of: o.ID}, o.Block
	if m.twins[value].address != "" && o.Name != "" {
		neighbour += "_" + notInName().ReplaceAllString(o.Name, "_")
	}
	switch {
	case !m.goal.Keep:
		return
	case twin != nil:
		planned = twinBlock{twin.Address, twin.ID}
	default:
		planned.address = m.free(value.dir, neighbour, forTwin)
		m.apart[o.ID] = planned.address
	}
	if m.twins[value].address == "" && planned.address != "" {
		m.twins[value] = planned
	}
}

// free reserves an unused address in the module for something beside neighbour, and returns it. purpose is forTwin, or becomes a
// part of the name.
func (m *Modules) free(dir, neighbour, purpose string) string {
	address := m.newAddress(dir, neighbour, purpose)
	m.addresses[valueName{dir, address}] = true
	return address
}

// newAddress returns an unused address in the Terraform module of a directory.
func (m *Modules) newAddress(dir, neighbour, purpose string) string {
	first := addressBeside(neighbour, purpose)
	address := first
	for i := 2; m.addresses[valueName{dir, address}]; i++ {
		address += "_v1beta1"
		if purpose != forTwin {
			address = fmt.Sprint(first, "_", i)
		}
	}
	return address
}

// address returns the address for the resource of a twin.
func (s *Site) address() string {
	twin := s.Modules.twins[valueName{s.dir(), s.Unit.Block.Name}]
	return cmp.Or(s.Modules.apart[s.Unit.ID], twin.address, s.Modules.newAddress(s.dir(), s.Unit.Block.Name, forTwin))
}

// classAddress returns the address for the class that is added beside the resource.
func (s *Site) classAddress() string {
	value := valueName{s.dir(), s.Unit.Block.Name}
	return cmp.Or(s.Modules.reserved[value], s.Modules.newAddress(value.dir, value.name, forClass))
}

// Reserve reserves an address for the class that is added beside an object. Call it after all calls of Plan, because twins choose their names first.
func (m *Modules) Reserve(o *Origin) {
	if o.Address == "" || m.Successor(o.Kind) == "" {
		return
	}
	value := valueName{path.Dir(o.Path), o.Address}
	if o.Provider {
		m.reserved[value] = m.free(value.dir, value.name, forClass)
	}
}

// notInName matches characters that Terraform names cannot contain, and hyphens, which become underscores.
var notInName = pattern.New(`[^A-Za-z0-9_]+`)

// templateWord matches the old word for a class in resource names. Its groups keep the author's case and separators.
var templateWord = pattern.New(`(?i)(aws)?([_-]?)node([_-]?)template`)

// provisionerWord matches the old word for a pool.
var provisionerWord = pattern.New(`(?i)provisioner`)

// twinName returns the name for a resource beside the one with the given name. purpose is forTwin, or becomes a part of the name.
func twinName(name, purpose string) string {
	separator := "_"
	if strings.Contains(name, "-") && !strings.Contains(name, "_") {
		separator = "-"
	}
	isClass := strings.HasPrefix(purpose, forClass)
	purpose = strings.ReplaceAll(purpose, "_", separator)
	switch {
	case isClass && provisionerWord().MatchString(name):
		return provisionerWord().ReplaceAllString(name, purpose)
	case purpose != forTwin:
		return name + separator + purpose
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

// SuccessorAddress returns the address that the resource of a twin gets beside the resource of the old object, unless it was in use.
func SuccessorAddress(address string) string { return addressBeside(address, forTwin) }

// addressBeside returns the address of a resource that is added for a purpose beside another one.
func addressBeside(address, purpose string) string {
	dot := strings.LastIndex(address, ".")
	return address[:dot+1] + twinName(address[dot+1:], purpose)
}

// IsBeside reports whether o is where karplint writes the twin of the given object: after it in the same file or text, in the
// resource or local value of the twin, or in the file of the twin.
func (o *Origin) IsBeside(twin *Origin) bool {
	last := func(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }
	switch {
	case o.Local != "" && twin.Local != "":
		return isTwinName(last(o.Local), last(twin.Local))
	case o.Block != "" && twin.Block != "":
		return o.Block == twin.Block || isTwinName(last(o.Block), last(twin.Block))
	case o.Path == twin.Path:
		return true
	}
	old, oldRest := splitName(path.Base(o.Path))
	now, nowRest := splitName(path.Base(twin.Path))
	return oldRest == nowRest && isTwinName(old, now)
}

// isTwinName reports whether newAddress would give name to the twin of old.
func isTwinName(old, name string) bool {
	tail, isTwin := strings.CutPrefix(name, twinName(old, forTwin))
	return isTwin && strings.ReplaceAll(tail, "_v1beta1", "") == ""
}

// splitName splits a file name at its first dot that is not at the start.
func splitName(base string) (stem, suffix string) {
	if base != "" {
		if dot := strings.IndexByte(base[1:], '.'); dot >= 0 {
			return base[:dot+1], base[dot+1:]
		}
	}
	return base, ""
}
