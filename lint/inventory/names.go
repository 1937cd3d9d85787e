package inventory

import (
	"path"
	"strings"
	"sync"
)

// names maps the paths by which the files of a run are read to the paths that are reported.
type names struct {
	sync.Mutex
	reported map[string]string
	links    map[string]string // directories without links → the requested links to them; nil: not searched yet
}

// name returns the path that is reported for a file. A module that is called through a link, or from outside of the
// working directory, has several paths. The one without links is used if it was requested, otherwise the one in a
// requested link.
func (r *Run) name(name string) string {
	r.names.Lock()
	defer r.names.Unlock()
	reported, ok := r.names.reported[name]
	if !ok {
		reported = name
		if real := r.Files.Real(name); r.Reports(real) {
			reported = real
		} else if link := r.linkTo(real); link != "" {
			reported = link
		}
		r.names.reported[name] = reported
	}
	return reported
}

// linkTo returns the requested path that leads to the real one, "" if there is none.
func (r *Run) linkTo(real string) string {
	if r.names.links == nil {
		r.names.links = r.askedLinks()
	}
	for dir := real; dir != "." && dir != "/" && path.Base(dir) != ".."; {
		dir = path.Dir(dir)
		if link, ok := r.names.links[dir]; ok {
			if name := path.Join(link, strings.TrimPrefix(real, dir)); r.Reports(name) {
				return name
			}
		}
	}
	return ""
}

// askedLinks returns the requested directories that are links, or are below one, by where they lead.
func (r *Run) askedLinks() map[string]string {
	links, visited := map[string]string{}, map[string]bool{}
	for _, in := range r.Inputs {
		dir := path.Dir(in.Path)
		if visited[dir] || !r.Requests(in.Path) {
			continue
		}
		visited[dir] = true
		if real := r.Files.Real(dir); real != dir && links[real] == "" {
			links[real] = dir
		}
	}
	return links
}
