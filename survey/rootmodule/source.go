package rootmodule

import (
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
)

// moduleSource is the source of a module call, split into its parts.
type moduleSource struct {
	address   string // namespace/name/provider in a registry, or owner/name of a repository
	registry  bool
	submodule string // the part after "//"
	ref       string // of a repository
}

var (
	registryAddress = pattern.New(`^([\w.-]+\.[\w-]+/)?([\w-]+/[\w-]+/[\w-]+)$`)
	gitPrefix       = pattern.New(`^(git::)?(\w+://)?([\w.-]+@)?[\w.-]+\.[\w-]+(:\d+)?[:/]`)
)

// parseSource splits a module's source. The address is "" if the source has an unknown form.
func parseSource(text string) moduleSource {
	scheme := ""
	if i := strings.Index(text, "://"); i >= 0 {
		scheme, text = text[:i+3], text[i+3:]
	}
	// A query may be before or behind the submodule.
	text, submodule, _ := strings.Cut(text, "//")
	submodule, query, _ := strings.Cut(submodule, "?")
	text, before, _ := strings.Cut(text, "?")
	s := moduleSource{submodule: strings.Trim(submodule, "/")}
	if m := registryAddress().FindStringSubmatch(text); m != nil && scheme == "" && !slices.Contains(gitHosts, m[1]) {
		s.address, s.registry = m[2], true
		return s
	}
	text = scheme + text
	if !gitPrefix().MatchString(text) {
		return s
	}
	s.address = strings.TrimSuffix(gitPrefix().ReplaceAllString(text, ""), ".git")
	for part := range strings.SplitSeq(query+"&"+before, "&") {
		if ref, ok := strings.CutPrefix(part, "ref="); ok {
			s.ref = ref
		}
	}
	return s
}

// matches reports whether the source is the module with this address in the registry or in a repository. Both addresses may have
// "//" and a submodule. Only the name of a repository is compared, so that forks and mirrors match.
func (s moduleSource) matches(registry, repository string) bool {
	address := repository
	if s.registry {
		address = registry
	}
	address, submodule, _ := strings.Cut(address, "//")
	if address == "" || s.address == "" || s.submodule != submodule {
		return false
	}
	if s.registry {
		return s.address == address
	}
	return path.Base(s.address) == path.Base(address)
}

// isFork reports whether a source that matches a repository has another owner. The versions of a fork are not those of the module.
func (s moduleSource) isFork(repository string) bool {
	repository, _, _ = strings.Cut(repository, "//")
	return !s.registry && !strings.HasSuffix("/"+s.address, "/"+repository)
}

// gitHosts are hosts of repositories that Terraform does not treat as registries.
var gitHosts = []string{"github.com/", "gitlab.com/", "bitbucket.org/"}

var releaseTag = pattern.New(`^v?\d+\.\d+\.\d+$`)

// constraint returns the version in the source itself; "" if there is none.
func (s moduleSource) constraint() string {
	if releaseTag().MatchString(s.ref) {
		return strings.TrimPrefix(s.ref, "v")
	}
	return ""
}

// String returns the module for messages.
func (s moduleSource) String() string {
	if s.submodule != "" {
		return s.address + "//" + s.submodule
	}
	return s.address
}
