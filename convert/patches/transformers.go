package patches

import (
	"path"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
)

// decideTransformers asks about the transformers of a kustomization that name old objects: karplint does not convert them.
func (c *Conversion) decideTransformers(o *record.Object, k *Kustomization) {
	if len(k.builds) == 0 {
		return
	}
	for i, item := range o.Res.Value.List("transformers") {
		text := item.Text
		if f := c.files[path.Join(path.Dir(k.Path), text)]; f != nil {
			text = string(f.Data)
		}
		if apis.IsAlphaText(text) || alphaKinds().MatchString(text) {
			o.See(pages.Pool).Decide([]any{"transformers", i}, "a transformer names objects of the alpha API, and karplint does not convert transformers; change it by hand together with its objects, or write it as a patch")
		}
	}
}

// alphaKinds matches the kind of an object, or of a target.
var alphaKinds = pattern.New(`(?m)\bkind["']?:\s*["']?(Provisioner|AWSNodeTemplate)\b`)
