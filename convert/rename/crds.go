package rename

import (
	"bytes"
	"strings"

	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/model"
)

// reportCRDs reports the file names of old CRDs in a text, such as at the end of URLs. It is silent about a file that also names
// the new CRDs, because the old ones must stay until the last of their objects is gone.
func (o *Object) reportCRDs(path []any, text string) {
	for _, r := range o.Facts.Resources.Changes {
		oldFile, newFile := crdFile(r.Group, r.Old), crdFile(r.Group, r.New)
		if !strings.Contains(text, oldFile) || o.Named.in(o.Source, newFile) {
			continue
		}
		o.See(pages.Procedure).Warn(path, "%s is the CRD of the alpha API; add %s of Karpenter %s, and remove the old one only when the last of its "+
			"objects is gone", oldFile, newFile, o.Release)
	}
}

// Named remembers which names a file contains, because many texts of it may ask. It serves one goroutine.
type Named struct {
	file  *model.File
	names map[string]bool
}

// in reports whether a file contains a name.
func (n *Named) in(f *model.File, name string) bool {
	if n == nil {
		n = &Named{}
	}
	if n.file != f {
		n.file, n.names = f, map[string]bool{}
	}
	named, isKnown := n.names[name]
	if !isKnown {
		named = bytes.Contains(f.Data, []byte(name))
		n.names[name] = named
	}
	return named
}

// crdFile returns the name of the file with the CRD of a resource in Karpenter's repository.
func crdFile(group, plural string) string { return group + "_" + plural + ".yaml" }
