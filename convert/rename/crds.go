package rename

import (
	"bytes"
	"strings"

	"github.com/karplint/karplint/convert/pages"
)

// reportCRDs reports the file names of old CRDs in a text, such as at the end of URLs. It is silent about a file that also names
// the new CRDs, because the old ones must stay until the last of their objects is gone.
func (o *Object) reportCRDs(path []any, text string) {
	for _, r := range o.Facts.Resources.Changes {
		oldFile, newFile := crdFile(r.Group, r.Old), crdFile(r.Group, r.New)
		if !strings.Contains(text, oldFile) || bytes.Contains(o.Source.Data, []byte(newFile)) {
			continue
		}
		o.See(pages.Procedure).Warn(path, "%s is the CRD of the alpha API; add %s of Karpenter %s, and remove the old one only when the last of its objects is gone", oldFile, newFile, o.Release)
	}
}

// crdFile returns the name of the file with the CRD of a resource in Karpenter's repository.
func crdFile(group, plural string) string { return group + "_" + plural + ".yaml" }
