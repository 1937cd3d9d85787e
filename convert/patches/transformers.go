package patches

import (
	"path"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
)

// decideTransformers asks about the transformers of a kustomization with old objects, unless they name none and make no patch: karplint does not
// convert them.
func (c *Conversion) decideTransformers(o *record.Object, k *Kustomization) {
	if len(k.builds) == 0 {
		return
	}
	for i, item := range o.Res.Value.List("transformers") {
		text := "patch" // unless it is read
		if strings.Contains(item.Text, "\n") {
			text = item.Text
		} else if f := c.files[path.Join(path.Dir(k.Path), item.Text)]; f != nil {
			text = string(f.Data)
		}
		if apis.IsAlphaText(text) || namesObjects().MatchString(text) {
			o.See(pages.Pool).Decide([]any{"transformers", i},
				"a transformer makes a patch or names old objects, and karplint does not convert transformers; "+
					"change it by hand together with its objects, or write it as a patch")
		}
	}
}

// namesObjects matches the kind of an object, or of a target, and transformers that make patches.
var namesObjects = pattern.New(`(?mi)\bkind["']?:\s*["']?(Provisioner|AWSNodeTemplate)\b|patch`)
