package sites

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
)

// twinBlock is the resource of a twin.
type twinBlock struct {
	address string
	of      units.ID
}

// free takes the address for something beside what stands at another one, and returns it: one that nothing else has, for a twin if the
// purpose is forTwin, else for the purpose.
func (m *Modules) free(dir, neighbour, purpose string) string {
	address := m.newAddress(dir, neighbour, purpose)
	m.addresses[valueName{dir, address}] = true
	return address
}

// newAddress returns an address that nothing has in the Terraform module of a directory.
func (m *Modules) newAddress(dir, neighbour, purpose string) string {
	dot := strings.LastIndex(neighbour, ".")
	first := neighbour[:dot+1] + twinName(neighbour[dot+1:], purpose)
	address := first
	for i := 2; m.addresses[valueName{dir, address}]; i++ {
		address += "_v1beta1"
		if purpose != forTwin {
			address = fmt.Sprint(first, "_", i)
		}
	}
	return address
}

// address returns the address of the resource that a copy of the object gets: its twin, or else a class for pools that want other settings of
// the kubelet, which is told apart by what its name has more.
func (a addition) address() string {
	s := a.site
	if s.Goal.Keep {
		return cmp.Or(s.Modules.twins[valueName{s.dir(), s.Unit.Block.Name}].address, s.Modules.newAddress(s.dir(), s.Unit.Block.Name, forTwin))
	}
	for _, op := range a.of.Copies[a.copy] {
		if op.Do == edit.Set && model.PathText(op.Path) == "metadata.name" {
			return s.reserved(op.Value.Text, copySuffix(s.Res.Name, op.Value.Text))
		}
	}
	return s.Modules.newAddress(s.dir(), s.Unit.Block.Name, fmt.Sprint(a.copy+2))
}

// reserved returns the address that is reserved for a new object beside the resource.
func (s *Site) reserved(object, suffix string) string {
	value := valueName{s.dir(), s.Unit.Block.Name}
	return cmp.Or(s.Modules.reserved[reservation{value, object}], s.Modules.newAddress(value.dir, value.name, suffix))
}

// reservation is for an object that is added beside the one that a resource applies: forClass, or the name of a copy.
type reservation struct {
	neighbour valueName
	object    string
}

// Reserve reserves addresses for the resources of what is added beside an object: its class, and copies with names. It must be called after all
// calls of Plan, because the names of twins come first.
func (m *Modules) Reserve(o *Origin, copies []string) {
	if o.Address == "" || m.Successor(o.Kind) == "" && len(copies) == 0 {
		return
	}
	value := valueName{path.Dir(o.Path), o.Address}
	if o.Provider {
		m.reserved[reservation{value, forClass}] = m.free(value.dir, value.name, forClass)
	}
	for _, name := range copies {
		m.reserved[reservation{value, name}] = m.free(value.dir, value.name, copySuffix(o.Name, name))
	}
}

// copySuffix returns the end of the name of a copy that the object does not have, as a part of a name in Terraform.
func copySuffix(object, name string) string {
	return notInName().ReplaceAllString(strings.TrimPrefix(name, object+"-"), "_")
}

// notInName matches characters that names in Terraform cannot have, and hyphens, which become underscores.
var notInName = pattern.New(`[^A-Za-z0-9_]+`)

// templateWord is the word for a class in names of resources, with its parts.
var templateWord = pattern.New(`(?i)(aws)?([_-]?)node([_-]?)template`)

// provisionerWord is the word for a pool.
var provisionerWord = pattern.New(`(?i)provisioner`)

// twinName returns the name of a resource beside one of the name: for its twin if the purpose is forTwin, else for the purpose.
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

// IsBeside reports whether an object is where karplint writes the twin of o: behind it in a file or text, in the resource or local value of
// the twin, or in its file.
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

// isTwinName reports whether name is one that newAddress gives to the twin of old.
func isTwinName(old, name string) bool {
	tail, is := strings.CutPrefix(name, twinName(old, forTwin))
	return is && strings.ReplaceAll(tail, "_v1beta1", "") == ""
}

// splitName returns the name of a file up to its first dot behind the start, and the rest.
func splitName(base string) (stem, suffix string) {
	if base != "" {
		if dot := strings.IndexByte(base[1:], '.'); dot >= 0 {
			return base[:dot+1], base[dot+1:]
		}
	}
	return base, ""
}
