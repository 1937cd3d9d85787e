package convert

import (
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/facts"
)

// keep leaves the object as it is, and does to a copy beside it what would have been done to it. One that nothing is done to, because
// it cannot be edited, has no twin.
func (o *object) keep() {
	if len(o.all()) == 0 {
		return
	}
	o.copies = append([][]edit.Op{o.all()}, o.copies...)
	o.done, o.early, o.ops = nil, nil, nil
}

// keptBefore says whether an object that is to be kept has its twin already.
func (c *conversion) keptBefore(o *object, change *facts.KindChange) bool {
	if !c.opts.Keep || change == nil {
		return false
	}
	twin := c.seen.twin(c.file.Path, change.To.Kind, shownName(o.res))
	if twin != "" {
		o.info(nil, seeProcedure, "its twin %s %s stands in %s already; left as it is", change.To.Kind, shownName(o.res), twin)
	}
	return twin != ""
}
