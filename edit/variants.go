package edit

import (
	"errors"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// Variant is a document as it is with some branches of its templates taken, and what is to become of it then.
type Variant struct {
	Taken yaml.Taken
	Doc   *model.Document // of yaml.Select with Taken
	Ops   []Op
}

// PlanVariants returns the edits of doc, sorted and not overlapping, after which each variant reads as the tree that its Ops
// make of its Doc: what all variants have is written plainly, what some of them have between control lines, those that it had or, where
// none of them fits, new ones. The blocks are those of yaml.Blocks, and each variant takes all of them. It returns an error, and
// no edits, where that cannot be done, and where the result would not read as asked for with every comment in place.
func PlanVariants(doc *model.Document, blocks []*yaml.Block, variants []Variant) ([]Edit, error) {
	return nil, errNoVariants
}

var errNoVariants = errors.New("template blocks cannot be edited yet")
