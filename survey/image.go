package survey

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/versions"
)

// Image is the name of an image in a manifest: registry/name:tag@digest.
type Image struct{ Name, Tag, Digest string }

// ParseImage splits the name of an image.
func ParseImage(text string) (image Image) {
	text, image.Digest, _ = strings.Cut(text, "@")
	image.Name = text
	if i := strings.LastIndexByte(text, ':'); i > strings.LastIndexByte(text, '/') {
		image.Name, image.Tag = text[:i], text[i+1:]
	}
	return image
}

// release returns the release of Karpenter that the tag names; "" for none.
func (i Image) release() string { return releaseTag().FindString(i.Tag) }

var releaseTag = pattern.New(`^v?\d+\.\d+\.\d+`)

// IsController reports whether the container runs AWS's controller, judging by the name of its image.
func (i Image) IsController(container *model.Value) bool {
	known := facts.Settings().Controller
	name := "/" + i.Name
	switch {
	case isOtherProvider(model.NewString(i.Name)):
		return false
	case strings.HasSuffix(name, "/"+known.Image):
		return true
	}
	return strings.HasSuffix(name, "/"+known.Copy) && slices.ContainsFunc(container.List("env"), func(variable *model.Value) bool {
		return slices.Contains(known.Variables, variable.Str("name"))
	})
}

// SetImage adds image and version of a controller in plain manifests. The version is Unknown if a tag does not name a release, or if
// the possible images have different releases.
func (r *Resource) SetImage(written *model.Value) {
	r.Set("image", written)
	alternatives := []*model.Value{written}
	if written.IsUnknown() {
		alternatives = written.Items
	}
	var releases []string
	for _, v := range alternatives {
		releases = append(releases, ParseImage(v.Text).release())
	}
	version := &model.Value{Kind: model.Unknown, Text: written.Text, Span: written.Span, Dash: -1}
	if distinct := slices.Compact(releases); len(distinct) == 1 && distinct[0] != "" {
		version = model.NewString(strings.Clone(distinct[0])).PlacedAt(written)
	}
	r.Set("version", version)
	r.SetBool("pinned", true)
	r.Versions = imageInterval(releases)
}

// imageInterval returns the smallest interval around the releases; an open one if one of them is "".
func imageInterval(releases []string) versions.Interval {
	var intervals []versions.Interval
	for _, release := range releases {
		intervals = append(intervals, versions.ParseHelmRange(release))
	}
	return versions.Hull(intervals...)
}
