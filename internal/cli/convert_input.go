package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"sync"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/convert/charts"
	"github.com/karplint/karplint/convert/patches"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/internal/load"
	"github.com/karplint/karplint/model"
)

// isConvertedToo reports whether convert reads a file because of its name, although it has no extension of a manifest.
func isConvertedToo(name string) bool {
	return name == "Kustomization" || convert.IsScript(name) || convert.IsDocumentation(name)
}

// convertInput returns the files of -f, or those of the paths.
func (r *runner) convertInput(c *cli.Context) (*input, error) {
	if !c.IsSet("f") {
		in, err := r.findInput(c, load.Options{Terraform: true, Also: isConvertedToo, Manifests: true})
		return in.requested(), err
	}
	in := &input{configs: r.configs, Listing: &load.Listing{}, paths: c.StringSlice("f"), kinds: "Terraform, YAML or JSON"}
	var named []string
	for _, path := range in.paths {
		if path != "-" && regular.IsDir(path) {
			return nil, usage(c, "-f takes a file, but %s is a directory", path)
		}
		if path != "-" {
			named = append(named, path)
			continue
		}
		if in.stdin {
			return nil, usage(c, "-f - can be given only once")
		}
		in.stdin = true
	}
	in.Listing = r.list(named, r.configs.loadOptions(load.Options{Terraform: true}))
	if in.stdin {
		listing, err := r.listStdin(c, r.configs.loadOptions(load.Options{}))
		if err != nil {
			return nil, err
		}
		in.Files = append(in.Files, listing.Files...)
		in.Err = cmp.Or(in.Err, listing.Err)
	}
	return in.requested(), in.Err
}

// unconverted returns a decision for each configuration with a mistake and each file that is too large, sorted by path.
func (in *input) unconverted(o *outcome) (files []convert.File) {
	decide := func(f *model.File, line int, message string) {
		note := convert.Note{File: f.Path, Line: line, Level: convert.Decision, Message: message}
		files = append(files, convert.File{Path: f.Path, Before: f.Data, After: f.Data, Group: -1 - len(files), Notes: []convert.Note{note}})
	}
	for _, c := range in.brokenConfigurations(in.disk(in.Listing).ReadFile) {
		decide(c.File, c.File.Position(c.Span.Start).Line, c.Message+"; the files that this configuration is for are not converted")
	}
	o.errors = slices.DeleteFunc(o.errors, func(err error) bool {
		var unread *load.Error
		isTooLarge := errors.As(err, &unread) && errors.Is(err, regular.ErrTooLarge) && !in.fails(err)
		if isTooLarge {
			decide(model.NewFile(unread.Path, nil), 1, fmt.Sprintf("the file is not converted: it is %v; split it, or exclude it", unread.Err))
		}
		return isTooLarge
	})
	return files
}

// readFiles reads the files that may change. They are converted together.
func (r *runner) readFiles(in *input) ([]*model.File, outcome) {
	var mu sync.Mutex
	var files []*model.File
	room := units.KeptBytes
	read := map[string]bool{}
	add := func(f load.File, data []byte) error {
		mu.Lock()
		defer mu.Unlock()
		file := model.NewFile(f.Path, data)
		if room -= len(data); room >= 0 {
			file = model.Shared(f.Path, data)
		}
		files = append(files, file)
		read[f.Path] = true
		return nil
	}
	ctx := context.WithoutCancel(r.ctx) // after a limit, -f still prints the files as they are
	o := in.Each(ctx, in.Files, convert.Selects, add)
	named, isValues := patches.Files(files), charts.Needed(files) // files that a scan of bytes may miss
	var unread []load.File
	for _, f := range in.Files {
		if (named[f.Path] || isValues(f.Path)) && !read[f.Path] {
			unread = append(unread, f)
		}
	}
	if len(unread) > 0 {
		more := in.Each(ctx, unread, func(string, []byte) bool { return true }, add)
		o.Selected += more.Selected
		o.Errors = append(o.Errors, more.Errors...)
	}
	sort.Slice(files, func(i, j int) bool { return files[i].Path < files[j].Path })
	return files, outcome{o.Read, o.Selected, o.Errors}
}
