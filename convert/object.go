package convert

import (
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/rename"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
)

// object is an object under conversion in a run.
type object struct {
	*record.Object
	*Converter
	units.ID
	seen     *survey // of the run; while the files are read for the first time, of this file so far
	inValues bool    // its spec stands in values, and the rest of it in a template

	// What is added beside the object: a YAML document behind its own, an item behind it in a List.
	copies [][]edit.Op // copies of the object, each with what is done to it; paths are those of the object before the conversion
	class  *object     // that the provider of a Provisioner becomes; nil: none. It takes each step right after this one

	taken    *takenBranches // of a variant: the branches of the blocks in it, nil for none
	lacks    []func()       // of a variant: decide about what it lacks, if all others lack something too
	branched *branched      // instead of ops, where templates decide about lines of the object
}

func newObject(c *Converter, res *model.Resource) *object {
	return &object{Converter: c, Object: record.New(res, c.expanded.Line)}
}

// renaming returns the object as one in which names are renamed.
func (o *object) renaming() *rename.Object {
	r := &rename.Object{Object: o.Object, Goal: o.Goal}
	if o.seen != nil {
		r.Policies = o.seen.policies
	}
	return r
}
