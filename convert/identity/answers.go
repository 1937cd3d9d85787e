package identity

import (
	"fmt"
	"strings"

	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/scripts"
	"github.com/karplint/karplint/convert/settings"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

// AnswerTo returns what the configuration answers to the first of some fields of the class; nil if it answers none of them.
func (c *Class) AnswerTo(fields ...string) *settings.Found {
	written := c.Original()
	return c.Answer(written.Before.Str("kind")+"/"+written.Res.Name, fields...)
}

// Write writes an answer to the spec, and names it in a note.
func (c *Class) Write(a *settings.Found) {
	path := model.Keys("spec." + a.Field)
	value, problem := c.inFile(a)
	if problem != "" {
		c.Decide(path, "%s; correct the answer of %s, or give one for fewer objects", problem, a.Place)
		return
	}
	if old := c.Get(path...); old.IsString() && value.Kind == model.String {
		value = record.Like(old, value.Text)
	}
	if a.Field == "instanceProfile" {
		c.setProfile(value)
	} else {
		c.Set(path, value)
	}
	c.See("").Answer(a.Glob).Info(path, "%s is the answer of %s", model.PathText(path), a.Place)
}

// inFile returns the value of an answer in the file of the object, or the reason why it cannot be written there. Texts may contain expressions, as
// roles do, but not user data, where ${} is the shell's.
func (c *Class) inFile(a *settings.Found) (value *model.Value, problem string) {
	if a.Field == "userData" {
		return c.script(a.Value.Text)
	}
	return a.Value.Copy(func(v *model.Value) {
		if v.Kind != model.String || !strings.Contains(v.Text, "${") {
			return
		}
		known, why := c.valueOf(v.Text)
		if why != "" {
			problem = why
			return
		}
		*v = *known
	}), problem
}

// script returns user data as it is written in the file of the object, or the reason why something else might replace a part of it there.
func (c *Class) script(text string) (value *model.Value, problem string) {
	replaced := []string{"${", "%{", "{{"} // by Helm, by Flux, or by Terraform if it reads the file
	switch isYAML := c.Res.Document.Syntax == model.YAML; {
	case scripts.MayRead(c.Source.Path):
		replaced = []string{"$", "`", `\`} // by the shell
	case filetype.IsTerraform(c.Source.Path) && isYAML:
		text, replaced = strings.NewReplacer("${", "$${", "%{", "%%{").Replace(text), nil
	case filetype.IsTerraform(c.Source.Path):
		replaced = nil
	}
	for _, part := range replaced {
		if strings.Contains(text, part) {
			return nil, fmt.Sprintf("the user data contains %s, which may be replaced in %s before Karpenter sees it", part, c.Source.Path)
		}
	}
	value = model.NewString(text)
	if strings.Contains(text, "\n") {
		value.Style = model.Literal
	}
	return value, ""
}
