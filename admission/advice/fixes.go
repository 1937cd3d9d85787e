package advice

import (
	"fmt"
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
)

// fillReference completes an empty field of a reference to an EC2NodeClass.
func fillReference(c *cause) *Fix {
	if c.literal(1) != "" || len(c.self) == 0 {
		return nil
	}
	reference := c.self[:len(c.self)-1]
	group, kind := c.text(model.Join(reference, "group")), c.text(model.Join(reference, "kind"))
	switch {
	case c.key() == "group" && kind == "EC2NodeClass":
		return set(c.path, "karpenter.k8s.aws")
	case c.key() == "kind" && group == "karpenter.k8s.aws":
		return set(c.path, "EC2NodeClass")
	}
	return nil
}

// deleteTag removes a tag that Karpenter sets itself.
func deleteTag(c *cause) *Fix {
	if c.key() == "" {
		return nil
	}
	return remove(c)
}

// deleteOwnName removes the label with the pool's own name, because Karpenter sets it anyway.
func deleteOwnName(c *cause) *Fix {
	name := c.text([]any{"metadata", "name"})
	if c.key() != "karpenter.sh/nodepool" || name == "" || c.text(c.path) != name {
		return nil
	}
	return remove(c)
}

func remove(c *cause) *Fix {
	return &Fix{fmt.Sprintf("delete %q", c.key()), []edit.Op{{Do: edit.Delete, Path: c.path}}}
}

// latestAlias replaces the version of an alias by the only allowed one.
func latestAlias(c *cause) *Fix {
	family, _, _ := strings.Cut(c.text(c.path), "@")
	return set(c.path, family+"@"+c.literal(4))
}

// quoteQuantity quotes a number.
func quoteQuantity(c *cause) *Fix {
	v := c.valueAt(c.path)
	if v == nil || v.Kind != model.Number {
		return nil
	}
	return set(c.path, v.Text)
}

func set(path []any, text string) *Fix {
	return &Fix{fmt.Sprintf("set %s to %q", lastKey(path), text), []edit.Op{{Do: edit.Set, Path: path, Value: model.NewString(text)}}}
}
