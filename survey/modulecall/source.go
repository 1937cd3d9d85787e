// Package modulecall reads which module a block of Terraform calls: the address in its source, and its version.
package modulecall

import (
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/terraform"
)

// Source is the source of a module call, split into its parts.
type Source struct {
	Address   string // namespace/name/provider in a registry, or owner/name of a repository
	Registry  bool
	Submodule string // the part after "//"
	ref       string // of a repository
}

var (
	registryAddress = pattern.New(`^([\w.-]+\.[\w-]+/)?([\w-]+/[\w-]+/[\w-]+)$`)
	gitPrefix       = pattern.New(`^(git::)?(\w+://)?([\w.-]+@)?[\w.-]+\.[\w-]+(:\d+)?[:/]`)
)

// Parse splits a module's source. The address is "" if the source has an unknown form.
func Parse(text string) Source {
	scheme := ""
	if i := strings.Index(text, "://"); i >= 0 {
		scheme, text = text[:i+3], text[i+3:]
	}
	// A query may be before or behind the submodule.
	text, submodule, _ := strings.Cut(text, "//")
	submodule, query, _ := strings.Cut(submodule, "?")
	text, before, _ := strings.Cut(text, "?")
	s := Source{Submodule: strings.Trim(submodule, "/")}
	if m := registryAddress().FindStringSubmatch(text); m != nil && scheme == "" && !slices.Contains(gitHosts, m[1]) {
		s.Address, s.Registry = m[2], true
		return s
	}
	text = scheme + text
	if !gitPrefix().MatchString(text) {
		return s
	}
	s.Address = strings.TrimSuffix(gitPrefix().ReplaceAllString(text, ""), ".git")
	for part := range strings.SplitSeq(query+"&"+before, "&") {
		if ref, ok := strings.CutPrefix(part, "ref="); ok {
			s.ref = ref
		}
	}
	return s
}

// Matches reports whether the source is the module with this address in the registry or in a repository. Both addresses may have
// "//" and a submodule. Only the name of a repository is compared, so that forks and mirrors match.
func (s Source) Matches(registry, repository string) bool {
	address := repository
	if s.Registry {
		address = registry
	}
	address, submodule, _ := strings.Cut(address, "//")
	if address == "" || s.Address == "" || s.Submodule != submodule {
		return false
	}
	if s.Registry {
		return s.Address == address
	}
	return path.Base(s.Address) == path.Base(address)
}

// IsFork reports whether a source that matches a repository has another owner. The versions of a fork are not those of the module.
func (s Source) IsFork(repository string) bool {
	repository, _, _ = strings.Cut(repository, "//")
	return !s.Registry && !strings.HasSuffix("/"+s.Address, "/"+repository)
}

// gitHosts are hosts of repositories that Terraform does not treat as registries.
var gitHosts = []string{"github.com/", "gitlab.com/", "bitbucket.org/"}

var releaseTag = pattern.New(`^v?\d+\.\d+\.\d+$`)

// constraint returns the version in the source itself; "" if there is none.
func (s Source) constraint() string {
	if releaseTag().MatchString(s.ref) {
		return strings.TrimPrefix(s.ref, "v")
	}
	return ""
}

// String returns the module for messages.
func (s Source) String() string {
	if s.Submodule != "" {
		return s.Address + "//" + s.Submodule
	}
	return s.Address
}

// Constraint returns the version constraint of a module call, and the value with it: version, or otherwise the source. The
// constraint is "" if it is missing or unknown.
func Constraint(block *terraform.Resource, source Source) (constraint string, place *model.Value) {
	version := block.Value.Get("version")
	switch {
	case version.IsAbsent():
		return source.constraint(), block.Value.Get("source")
	case !version.IsScalar():
		return "", version
	}
	return version.Text, version
}
