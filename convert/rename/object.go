// Package rename renames Karpenter's labels, annotations, taints, RBAC resources, and tags in IAM policies, in any object and in the texts
// in it. It reports names that it does not change.
package rename

import (
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/record"
)

// Object is an object in which names are renamed.
type Object struct {
	*record.Object
	*apis.Goal
	Policies *Policies // IAM policies in all files of the run
	Named    *Named    // of the file

	outer     *Object // the object in a text of which this one is written; nil: it is in none
	permitted bool    // there is a note about other permissions that the new API needs
}

// filePath returns the path of the file that the object is in, also through texts.
func (o *Object) filePath() string {
	for o.outer != nil {
		o = o.outer
	}
	return o.Res.Document.File.Path
}

// nesting returns how many texts the object is in.
func (o *Object) nesting() (count int) {
	for ; o.outer != nil; o = o.outer {
		count++
	}
	return count
}
